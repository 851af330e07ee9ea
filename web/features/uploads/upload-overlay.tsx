import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Blocker } from '#web/ui/use-blocker.ts';
import { settings } from '#web/api-client/settings.ts';
import { formatBytes } from '#web/ui/format.ts';
import type { UploadState } from './use-upload.ts';
import { BatchList } from './batch-list.tsx';
import type { BatchEntry } from './use-batch.ts';
import classes from './uploads.module.css';

/** Covers the screen during an upload: step, progress, time left and a cancel button. */
export function UploadOverlay({
  state,
  title,
  batch,
  blocker,
  onCancel,
}: {
  state: UploadState;
  title: string;
  /** Of several uploads, all. */
  batch: readonly BatchEntry[] | undefined;
  /** The user is about to leave the page. */
  blocker: Blocker;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { stage } = state;
  const percent = batch === undefined ? state.percent : percentOf(batch, state.percent);
  return (
    <Modal.Root
      opened={stage !== 'idle' || batch !== undefined}
      onClose={() => undefined}
      fullScreen
      closeOnEscape={false}
      transitionProps={{ transition: 'fade', duration: 140 }}
      classNames={{ body: classes.overlayBody, content: classes.overlay }}
    >
      <Modal.Content aria-label={t('uploads.overlayLabel')}>
        <Modal.Body>
          <Stack gap="lg" className={classes.overlayCard}>
            <Text className={classes.overlayTitle} dir="auto">
              {title}
            </Text>
            <div role="status" aria-live="polite">
              <Text>
                {stage === 'idle' ? '' : t(`uploads.stage.${stage}`, { store: settings.storeName })}
              </Text>
              {state.isConnectionLost && <Text size="sm">{t('uploads.connectionLost')}</Text>}
            </div>
            <div>
              <Group justify="space-between" mb={8}>
                <Text fw={600} size="xl">
                  {t('common.percent', { percent })}
                </Text>
                <TimeLeft state={state} />
              </Group>
              <Progress
                value={percent}
                size="lg"
                striped={stage !== 'uploading'}
                animated={stage !== 'uploading'}
                aria-label={t('activity.progressOf', { title })}
              />
            </div>
            {batch !== undefined && <BatchList entries={batch} percent={state.percent} />}
            {blocker.state === 'blocked' ? (
              <Stack gap="sm" role="alert">
                <Text fw={500}>{t('uploads.leaveQuestion')}</Text>
                <Group>
                  <Button onClick={() => blocker.reset()} data-autofocus>
                    {t('uploads.stay')}
                  </Button>
                  <Button
                    color="red"
                    variant="outline"
                    onClick={() => {
                      onCancel();
                      blocker.proceed();
                    }}
                  >
                    {t('uploads.leave')}
                  </Button>
                </Group>
              </Stack>
            ) : (
              <div>
                <Button variant="default" onClick={onCancel} data-autofocus>
                  {t('common.cancel')}
                </Button>
              </div>
            )}
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Of all files together, by their bytes. */
function percentOf(batch: readonly BatchEntry[], currentPercent: number): number {
  const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);
  const sent = sum(
    batch.map(({ file, outcome }) =>
      outcome === 'waiting' ? 0 : outcome === 'uploading' ? (file.size * currentPercent) / 100 : file.size,
    ),
  );
  const total = sum(batch.map(({ file }) => file.size));
  return total === 0 ? 0 : Math.floor((sent * 100) / total);
}

function TimeLeft({ state: { estimate } }: { state: UploadState }) {
  const { t, i18n } = useTranslation();
  if (estimate === undefined) return null;
  const seconds = Math.ceil(estimate.secondsLeft);
  const left =
    seconds < 90
      ? t('uploads.secondsLeft', { count: seconds })
      : t('uploads.minutesLeft', { count: Math.round(seconds / 60) });
  return (
    <Text size="sm" c="dimmed">
      {t('uploads.perSecond', { size: formatBytes(estimate.bytesPerSecond, i18n.language) })} · {left}
    </Text>
  );
}
