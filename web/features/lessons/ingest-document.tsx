import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '../../../contract/lessons.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { useIngestLesson, useIsIngesting } from './lessons.queries.ts';

/** Has Lectern read a document that a lesson links to. It goes on when the page is left. */
export function IngestDocument({ lesson, isRunning }: { lesson: Lesson; isRunning: boolean }) {
  const { t } = useTranslation();
  const ingest = useIngestLesson(lesson);
  const isAsked = useIsIngesting(lesson.id);
  const isIngesting = isAsked || isRunning;
  return (
    <Stack gap="sm" align="center">
      <Button
        loading={isIngesting}
        onClick={() => {
          ingest.mutate();
        }}
      >
        {t('lessons.ingestDocument')}
      </Button>
      {isIngesting && (
        <Text size="sm" c="dimmed" role="status">
          {t('lessons.ingesting')}
        </Text>
      )}
      {ingest.isError && !isIngesting && (
        <Alert color="red" variant="light" role="alert" ta="start">
          <Text fw={500}>{t('lessons.ingestFailed')}</Text>
          <Text size="sm">{explainServiceError(ingest.error)}</Text>
        </Alert>
      )}
    </Stack>
  );
}
