import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { wordMessage } from '#web/ui/word-message.ts';
import classes from './uploads.module.css';
import type { UploadFailed } from './use-upload.ts';

export function describeFailure(t: TFunction, failure: UploadFailed): string {
  if (failure.name === 'cancelled' || failure.name === 'cancelledLate') return t(`uploads.${failure.name}`);
  return t(`uploads.failed.${failure.name}`, {
    ...failure,
    ...('coded' in failure ? { detail: wordMessage(t, failure.coded, failure.detail) } : {}),
  });
}

/** Why the upload did not come about, beside the button that starts it. */
export function UploadAlert({ failure }: { failure: UploadFailed }) {
  const { t } = useTranslation();
  if (failure.name === 'cancelled' || failure.name === 'cancelledLate') {
    return (
      <Alert color="gray" role="alert" icon={<IconInfoCircle aria-hidden />}>
        {describeFailure(t, failure)}
      </Alert>
    );
  }
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Text fw={500} size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {describeFailure(t, failure)}
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
