import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import type { StudioState } from './studio.ts';
import classes from './studio.module.css';

export function SavingLine({ saving, unsavedCount }: Pick<StudioState, 'saving' | 'unsavedCount'>) {
  const { t } = useTranslation();
  if (saving.kind === 'waiting') {
    return (
      <Text size="sm" role="status" className={classes.saving}>
        {t('studio.waiting', { count: unsavedCount })}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed" className={classes.saving} data-saving={saving.kind}>
      {saving.kind === 'saved' && <IconCheck size={15} stroke={2} aria-hidden />}
      {saving.kind === 'saved' ? t('studio.saved') : t('studio.saving')}
    </Text>
  );
}

/** What has to be decided before edits can be stored again. */
export function SavingNote({
  saving,
  unsavedCount,
  isLoading,
  onReload,
  onRetry,
}: Pick<StudioState, 'saving' | 'unsavedCount'> & {
  isLoading: boolean;
  onReload: () => void;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  if (saving.kind !== 'conflict' && saving.kind !== 'failed') return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} m="sm">
      <Stack gap="xs" align="flex-start">
        <Text fw={500}>
          {saving.kind === 'conflict'
            ? t('studio.conflict')
            : explainFailure(t, saving.error, t('studio.notSaved'))}
        </Text>
        <Text size="sm">
          {saving.kind === 'conflict'
            ? t('studio.conflictHelp', { count: unsavedCount })
            : t('studio.keptHere', { count: unsavedCount })}
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={isLoading}
          onClick={saving.kind === 'conflict' ? onReload : onRetry}
        >
          {saving.kind === 'conflict' ? t('studio.loadNewer') : t('common.tryAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}
