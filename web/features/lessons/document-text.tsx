import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '#contract/lessons.ts';
import { useLessonText } from '#web/api-client/lesson-text.queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useFileText } from './lessons.queries.ts';
import { OpenInNewTab } from './open-in-new-tab.tsx';
import type { OpenedPlace } from './opened-place.ts';
import { TextReader } from './text-reader.tsx';

/** A document as text: what Lectern read in it or, of an own text that it has not read, the file itself. */
export function DocumentText({
  lesson,
  isFileReadable,
  place,
  otherwise,
}: {
  lesson: Lesson;
  isFileReadable: boolean;
  place: OpenedPlace | undefined;
  /** Shown when there is no text to be had. */
  otherwise: ReactNode;
}) {
  const { t } = useTranslation();
  const read = useLessonText(lesson.id, lesson.document_source_id !== null);
  const isUnread = lesson.document_source_id === null || read.data?.plain_text === '';
  // An own file can still be read when what Lectern read in it cannot be had.
  const file = useFileText(lesson.file, (isUnread || read.isError) && isFileReadable);
  if (!isUnread && read.data !== undefined) {
    return (
      <>
        {lesson.kind === 'pdf' && (
          <Group justify="space-between" mb="md" gap="xs">
            <Text size="sm" c="dimmed">
              {t('lessons.linkedHelp')}
            </Text>
            <OpenInNewTab file={lesson.file} />
          </Group>
        )}
        <TextReader lessonText={read.data} place={place} />
      </>
    );
  }
  if (file.data !== undefined) return <FileText text={file.data} place={place} />;
  const failed = file.isError ? file : read.isError && !isFileReadable ? read : undefined;
  if (failed !== undefined) {
    return (
      <Failure
        message={t('lessons.textFailed')}
        error={failed.error}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  if (isUnread && !isFileReadable) return otherwise;
  return (
    <Stack gap="sm" role="status" aria-label={t('lessons.loadingDocument')} maw="68ch" mx="auto" py="md">
      {[96, 100, 92, 98, 60, 0, 97, 94, 70].map((width, index) => (
        <Skeleton key={index} h={14} w={`${width}%`} visible={width > 0} />
      ))}
    </Stack>
  );
}

function FileText({ text, place }: { text: string; place: OpenedPlace | undefined }) {
  const lessonText = useMemo(() => ({ plain_text: text, passages: [] }), [text]);
  return <TextReader lessonText={lessonText} place={place} />;
}
