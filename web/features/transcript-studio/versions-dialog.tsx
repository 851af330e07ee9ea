import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import { newId } from '#web/ui/new-id.ts';
import { useRestoreVersion, useTranscriptVersions } from './studio.queries.ts';
import classes from './studio.module.css';
import type { Studio } from './studio.ts';

/** The earlier versions of a transcript, each of which can become the newest again. */
export function VersionsDialog({
  lessonId,
  transcriptionId,
  studio,
  onRestored,
  onClose,
}: {
  lessonId: number;
  transcriptionId: string;
  studio: Studio;
  onRestored: () => void;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const query = useTranscriptVersions(lessonId);
  const restore = useRestoreVersion(lessonId);
  const [restoring, setRestoring] = useState<number>();
  // Of the user's click: tried again, it is still one restoration.
  const [id] = useState(newId);
  const start = async (version: number): Promise<void> => {
    setRestoring(version);
    await studio.flush();
    const { version: base, pending } = studio.listPending();
    if (pending.length > 0) {
      setRestoring(undefined);
      return;
    }
    try {
      await restore.mutateAsync({ version, video_id: transcriptionId, base_version: base, id });
    } catch {
      setRestoring(undefined);
      return;
    }
    onRestored();
  };
  return (
    <FormDialog title={t('studio.versionsTitle')} size="md" onClose={onClose}>
      {() => (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('studio.versionsHelp')}
          </Text>
          {restore.isError && (
            <Failure
              message={explainFailure(t, restore.error, t('studio.restoreFailed'))}
              error={restore.error}
            />
          )}
          <WhenLoaded
            query={query}
            failure={t('studio.versionsFailed')}
            loading={<Loader size="sm" aria-label={t('studio.versionsLoading')} />}
          >
            {(versions) =>
              versions.length === 0 ? (
                <Text>{t('studio.noVersions')}</Text>
              ) : (
                <ul className={classes.versions}>
                  {versions.map(({ version, saved_at: savedAt, cue_count: count }) => (
                    <li key={version}>
                      <Group justify="space-between" wrap="nowrap">
                        <div>
                          <Text fw={500}>{formatDateTime(savedAt, i18n.language)}</Text>
                          <Text size="sm" c="dimmed">
                            {version === 0 && `${t('studio.firstVersion')} · `}
                            {t('studio.lineCount', { count })}
                          </Text>
                        </div>
                        <Button
                          variant="default"
                          size="xs"
                          loading={restoring === version}
                          disabled={restoring !== undefined && restoring !== version}
                          aria-label={t('studio.restoreOf', { time: formatDateTime(savedAt, i18n.language) })}
                          onClick={() => void start(version)}
                        >
                          {t('studio.restore')}
                        </Button>
                      </Group>
                    </li>
                  ))}
                </ul>
              )
            }
          </WhenLoaded>
        </Stack>
      )}
    </FormDialog>
  );
}
