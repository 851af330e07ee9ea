import { Button, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '#contract/lessons.ts';
import dialogClasses from '#web/ui/dialog.module.css';
import { DownloadState } from '#web/ui/download-state.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { usualPaper } from '#web/ui/paper-size.ts';
import { printLanguageOf } from '#web/ui/print-language.ts';
import { useFileDownload } from '#web/ui/use-file-download.ts';

type Format = 'srt' | 'vtt' | 'txt' | 'md' | 'docx' | 'pdf';
type What = 'transcript' | 'summary' | 'studyGuide' | 'courseGuide';

const SUBTITLES: readonly Format[] = ['srt', 'vtt'];
const TEXTS: readonly Format[] = ['txt', 'md', 'docx'];
const GUIDES: readonly Format[] = ['pdf', 'md'];

/** The transcript, the summary and a study guide of a lesson as files. */
export function LessonDownloads({ lesson, onClose }: { lesson: Lesson; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const download = useFileDownload();
  const [paper, setPaper] = useState(usualPaper(navigator.language));
  const [hasQuestions, setHasQuestions] = useState(true);
  const [hasAnswers, setHasAnswers] = useState(true);
  const shared = `paper=${paper}&language=${printLanguageOf(i18n.language)}`;
  const guide = `${shared}&questions=${hasQuestions}&answers=${hasAnswers}`;
  const paths: Record<What, string> = {
    transcript: `/api/lessons/${lesson.id}/transcript/export/?${shared}`,
    summary: `/api/lessons/${lesson.id}/summary/export/?${shared}`,
    studyGuide: `/api/lessons/${lesson.id}/study-guide/?${guide}`,
    courseGuide: `/api/courses/${lesson.course}/study-guide/?${guide}`,
  };
  const hasSummary = lesson.summary !== '' || lesson.summary_points.length > 0;
  const buttons = (what: What, formats: readonly Format[]): ReactNode => (
    <Group gap="xs">
      {formats.map((format) => {
        const name = t('printing.lesson.downloadAs', {
          what: t(`printing.lesson.${what}`),
          format: t(`printing.lesson.names.${format}`),
        });
        return (
          <Button
            key={format}
            variant="default"
            size="xs"
            aria-label={name}
            loading={download.pendingName === name}
            disabled={download.pendingName !== undefined}
            onClick={() =>
              download.start({
                name,
                method: 'GET',
                path: `${paths[what]}&format=${format}`,
                fallback: `${what}.${format}`,
              })
            }
          >
            {t(`printing.lesson.names.${format}`)}
          </Button>
        );
      })}
    </Group>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('printing.lesson.title', { name: lesson.title })}
      classNames={{ title: dialogClasses.title }}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        <Part title={t('printing.lesson.transcript')}>
          {lesson.has_transcript ? (
            buttons('transcript', lesson.transcript_cues.length > 0 ? [...SUBTITLES, ...TEXTS] : TEXTS)
          ) : (
            <Note text={t('printing.lesson.noTranscript')} />
          )}
        </Part>
        <Part title={t('printing.lesson.summary')}>
          {hasSummary ? buttons('summary', TEXTS) : <Note text={t('printing.lesson.noSummary')} />}
        </Part>
        <Part title={t('printing.lesson.studyGuide')}>
          <Note text={t('printing.lesson.studyGuideHint')} />
          <Group gap="md">
            <Checkbox
              label={t('printing.lesson.withQuestions')}
              checked={hasQuestions}
              onChange={({ currentTarget: { checked } }) => setHasQuestions(checked)}
            />
            <Checkbox
              label={t('printing.lesson.withAnswers')}
              checked={hasQuestions && hasAnswers}
              disabled={!hasQuestions}
              onChange={({ currentTarget: { checked } }) => setHasAnswers(checked)}
            />
          </Group>
          <NativeSelect
            label={t('printing.paper')}
            w={160}
            value={paper}
            data={(['a4', 'letter'] as const).map((value) => ({
              value,
              label: t(`printing.papers.${value}`),
            }))}
            onChange={({ currentTarget: { value } }) => setPaper(value === 'letter' ? 'letter' : 'a4')}
          />
          {buttons('studyGuide', GUIDES)}
          <Text size="sm" fw={500} mt="xs">
            {t('printing.lesson.courseGuide')}
          </Text>
          {buttons('courseGuide', GUIDES)}
        </Part>
        <DownloadState download={download} />
      </Stack>
    </Modal>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}
