import { IconAlertTriangle, IconCircle, IconCircleCheckFilled, IconLoader } from '@tabler/icons-react';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeFailure } from './upload-alert.tsx';
import type { BatchEntry } from './use-batch.ts';
import classes from './uploads.module.css';

const ICONS = {
  waiting: IconCircle,
  uploading: IconLoader,
  done: IconCircleCheckFilled,
  failed: IconAlertTriangle,
} as const;

/** How far each of several uploads is. */
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
