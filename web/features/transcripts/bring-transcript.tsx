import { Alert, Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '#contract/lessons.ts';
import type { DecodedBytes } from '#contract/text-encoding/decode-bytes.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { requestLesson } from '#web/api-client/request-lesson.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';

/** As the server has it; a larger file is not even read. */
const LARGEST_FILE_BYTES = 10 * 1024 * 1024;

function explainEncoding(t: TFunction, decoded: Exclude<DecodedBytes, { kind: 'text' }>): string {
  if (decoded.kind === 'binary') return t('lessons.transcriptNoText');
  return decoded.encoding === null
    ? t('lessons.encodingUnknown')
    : t('lessons.encodingUncertain', { encoding: decoded.encoding });
}

/** Takes a transcript that the person has: pasted, or from a TXT, SRT or VTT file. */
export function BringTranscript({
  lessonId,
  draft,
  onDraft,
  isReplacing,
  onDone,
}: {
  lessonId: number;
  draft: string;
  onDraft: (text: string) => void;
  /** There is one already, which this would take the place of. */
  isReplacing: boolean;
  onDone?: () => void;
}) {
  const { t } = useTranslation();
  const bring = useBringTranscript(lessonId);
  const [problem, setProblem] = useState<string>();
  const [fileName, setFileName] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);
  const readFile = async (file: File | null): Promise<void> => {
    if (file === null) return;
    if (file.size > LARGEST_FILE_BYTES) {
      setProblem(t('lessons.transcriptTooLarge'));
      return;
    }
    try {
      const { decodeBytes } = await import('#contract/text-encoding/decode-bytes.ts');
      const decoded = decodeBytes(new Uint8Array(await file.arrayBuffer()));
      if (decoded.kind !== 'text') {
        setProblem(explainEncoding(t, decoded));
        return;
      }
      onDraft(decoded.text);
      setFileName(file.name);
      setProblem(decoded.text.trim() === '' ? t('lessons.transcriptFileEmpty') : undefined);
    } catch {
      setProblem(t('lessons.fileUnreadable'));
    }
  };
  const requestSave = (): void => {
    if (draft.trim() === '') setProblem(t('lessons.transcriptMissing'));
    else if (isReplacing) setIsConfirming(true);
    else void save();
  };
  const save = async (): Promise<void> => {
    setIsConfirming(false);
    try {
      await bring.mutateAsync({ text: draft, fileName });
    } catch (error) {
      setProblem(explainFailure(t, error));
      return;
    }
    onDraft('');
    setFileName(undefined);
    onDone?.();
  };
  return (
    <Stack gap="sm" p={isReplacing ? 'md' : 0}>
      <Textarea
        label={isReplacing ? t('lessons.replaceTranscript') : t('lessons.bringTranscript')}
        description={t('lessons.bringTranscriptHelp')}
        placeholder={t('lessons.bringTranscriptPlaceholder')}
        dir="auto"
        rows={8}
        value={draft}
        onChange={(event) => {
          onDraft(event.currentTarget.value);
          // The text no longer comes from the file.
          setFileName(undefined);
          setProblem(undefined);
        }}
      />
      {isReplacing && (
        <Text size="sm" c="dimmed">
          {t('lessons.replaceTranscriptWarning')}
        </Text>
      )}
      {draft.includes('\u{FFFD}') && (
        <Alert color="yellow" role="status">
          {t('lessons.transcriptLost')}
        </Alert>
      )}
      {problem !== undefined && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group gap="sm">
        <Button loading={bring.isPending} onClick={requestSave}>
          {isReplacing ? t('lessons.replaceTranscript') : t('lessons.saveTranscript')}
        </Button>
        <FileButton accept=".txt,.srt,.vtt,text/plain,text/vtt" onChange={(file) => void readFile(file)}>
          {(properties) => (
            <Button
              {...properties}
              variant="default"
              leftSection={<IconFileText size={17} stroke={1.7} aria-hidden />}
            >
              {t('lessons.chooseFile')}
            </Button>
          )}
        </FileButton>
        {isReplacing && (
          <Button variant="subtle" color="gray" onClick={onDone}>
            {t('common.cancel')}
          </Button>
        )}
      </Group>
      {isConfirming && (
        <ConfirmDialog
          title={t('lessons.replaceTranscript')}
          text={t('lessons.replaceTranscriptConfirm')}
          confirmLabel={t('lessons.replaceTranscript')}
          onConfirm={() => void save()}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Stack>
  );
}

/** Imports a transcript: plain text, SubRip or WebVTT. */
function useBringTranscript(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['bring-transcript', lessonId],
    mutationFn: ({ text, fileName }: { text: string; fileName: string | undefined }) =>
      requestLesson('PUT', `/api/lessons/${lessonId}/transcript/`, { body: { text, file_name: fileName } }),
    onSuccess: (lesson) => {
      storeAnswer<Lesson>(queryClient, queryKeys.lesson(lessonId), lesson);
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonText(lessonId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(lesson.course) });
    },
  });
}
