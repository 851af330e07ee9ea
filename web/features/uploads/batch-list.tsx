import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheckFilled,
  IconInfoCircle,
  IconLoader,
} from '@tabler/icons-react';
import { Alert, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BatchEntry } from './use-batch.ts';
import classes from './uploads.module.css';
import type { TFunction } from 'i18next';
import { wordMessage } from '#web/ui/word-message.ts';
import type { UploadFailed } from './use-upload.ts';

const ICONS = {
  waiting: IconCircle,
  uploading: IconLoader,
  done: IconCircleCheckFilled,
  failed: IconAlertTriangle,
} as const;

export function BatchList({
  entries,
  percent = 0,
}: {
  entries: readonly BatchEntry[];
  /** Of the file that is being uploaded. */
  percent?: number;
}) {
  const { t } = useTranslation();
  return (
    <ul className={classes.batch} aria-label={t('uploads.batch')}>
      {entries.map(({ file, name, outcome }) => {
        const state = typeof outcome === 'string' ? outcome : 'failed';
        const StateIcon = ICONS[state];
        return (
          <li key={`${file.name} ${file.size} ${file.lastModified}`} data-state={state}>
            <StateIcon size={20} aria-hidden />
            <span dir="auto">{name}</span>
            <span className={classes.batchState}>
              {outcome === 'uploading'
                ? t('uploads.states.uploading', { percent: t('common.percent', { percent }) })
                : typeof outcome === 'string'
                  ? t(`uploads.states.${outcome}`)
                  : describeFailure(t, outcome.failure)}
            </span>
            {outcome === 'uploading' && (
              <Progress
                value={percent}
                size="sm"
                className={classes.batchProgress}
                aria-label={t('activity.progressOf', { title: name })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function describeFailure(t: TFunction, failure: UploadFailed): string {
  if (failure.name === 'cancelled' || failure.name === 'cancelledLate') return t(`uploads.${failure.name}`);
  return t(`uploads.failed.${failure.name}`, {
    ...failure,
    ...('coded' in failure ? { detail: wordMessage(t, failure.coded, failure.detail) } : {}),
  });
}

/** Why the upload could not start, next to the button that starts it. */
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
