import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UploadState } from './use-upload.ts';
import classes from './uploads.module.css';

/** Why the upload did not come about, beside the button that starts it. */
export function UploadAlert({ failure }: { failure: NonNullable<UploadState['failure']> }) {
  const { t } = useTranslation();
  if (failure.name === 'cancelled' || failure.name === 'cancelledLate') {
    return (
      <Alert color="gray" role="alert" icon={<IconInfoCircle aria-hidden />}>
        {t(`uploads.${failure.name}`)}
      </Alert>
    );
  }
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Text fw={500} size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {t(`uploads.failed.${failure.name}`, { ...failure })}
      </Text>
      {failure.name === 'lesson' && failure.body !== failure.detail && (
        <details>
          <summary>{t('uploads.serverAnswer')}</summary>
          <pre className={classes.serverAnswer}>{failure.body}</pre>
        </details>
      )}
      {failure.name !== 'noApiKey' && <Text size="sm">{t('uploads.formKept')}</Text>}
    </Alert>
  );
}
