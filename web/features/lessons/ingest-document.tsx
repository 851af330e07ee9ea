import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import type { Lesson } from '#contract/lessons.ts';
import { useRunningActivity } from '#web/api-client/lesson-work.queries.ts';
import { useIngestLesson, useIsIngesting } from './lessons.queries.ts';

export function IngestDocument({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const ingest = useIngestLesson(lesson);
  const isAsked = useIsIngesting(lesson.id);
  const running = useRunningActivity(lesson.id, 'ingestion');
  const isIngesting = isAsked || running !== undefined;
  // What a scan reports while its pages are recognized.
  const step = running?.message ?? null;
  return (
    <Stack gap="sm" align="center">
      <Button loading={isIngesting} onClick={() => ingest.mutate()}>
        {t('lessons.ingestDocument')}
      </Button>
      {isIngesting && step !== null && (
        <Stack gap={6} w="100%" maw={320}>
          <Text size="sm" role="status" ta="center">
            {wordMessage(t, running?.message_coded, step)}
          </Text>
          <Progress value={running?.progress ?? 0} size="sm" aria-label={t('lessons.recognitionProgress')} />
        </Stack>
      )}
      {isIngesting && (
        <Text size="sm" c="dimmed" role="status">
          {t('lessons.ingesting')}
        </Text>
      )}
      {ingest.isError && !isIngesting && (
        <Alert color="red" role="alert" ta="start">
          <Text fw={500}>{t('lessons.ingestFailed')}</Text>
          <Text size="sm">{explainFailure(t, ingest.error)}</Text>
        </Alert>
      )}
    </Stack>
  );
}
