import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Blocker } from 'react-router';
import { settings } from '../../api-client/settings.ts';
import { formatBytes } from '../../ui/format.ts';
import type { UploadState } from './use-upload.ts';
import classes from './uploads.module.css';

/** Covers the screen while a file is on its way: what is done, how far, how long still, and a way to stop. */
export function UploadOverlay({
  state,
  title,
  blocker,
  onCancel,
}: {
  state: UploadState;
  title: string;
  /** Somebody is about to leave the page. */
  blocker: Blocker;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { stage, percent } = state;
  return (
    <Modal.Root
      opened={stage !== 'idle'}
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
                aria-label={t('layout.progressOf', { title })}
              />
            </div>
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
