import { Anchor, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentHealth, Health } from '#contract/health.ts';
import type { VersionAnswer } from '#contract/administration.ts';
import { formatBytes, formatDateTime } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { failedJobsPath, sectionPath } from './administration-paths.ts';
import { wordMessage } from '#web/ui/word-message.ts';
import classes from './administration.module.css';
import { useHealth, useVersion } from './administration.queries.ts';
import { Pairs, SectionFrame, StatusRow, WhenLoaded } from './section-frame.tsx';

/** `/admin/system`: how Lectern's parts stand, and which versions run. */
export function SystemSection() {
  const { t } = useTranslation();
  const version = useVersion();
  const health = useHealth();
  return (
    <SectionFrame section="system">
      <Title order={2} mb={4}>
        {t('administration.system.health')}
      </Title>
      <WhenLoaded query={health}>{(state) => <HealthList health={state} />}</WhenLoaded>
      <Title order={2} mt="xl" mb="sm">
        {t('administration.system.backup')}
      </Title>
      <WhenLoaded query={version}>{({ last_backup: backup }) => <Backup backup={backup} />}</WhenLoaded>
      <Title order={2} mt="xl" mb="sm">
        {t('administration.system.version')}
      </Title>
      <WhenLoaded query={version}>
        {({ version: lectern, node, database, migration }) => (
          <Pairs
            pairs={[
              [t('administration.system.lectern'), lectern],
              [t('administration.system.node'), node],
              [t('administration.system.database'), database],
              [t('administration.system.migration'), migration],
            ]}
          />
        )}
      </WhenLoaded>
    </SectionFrame>
  );
}

function Backup({ backup }: { backup: VersionAnswer['last_backup'] }) {
  const { t, i18n } = useTranslation();
  const isFine = backup !== null && !backup.is_late;
  return (
    <ul className={classes.rows}>
      <Part name={t('administration.system.lastBackup')} state={{ status: isFine ? 'ready' : 'unavailable' }}>
        {backup !== null &&
          t('administration.system.backupMade', {
            at: formatDateTime(backup.at, i18n.language),
            size: formatBytes(backup.size_bytes, i18n.language),
            count: backup.files,
          })}{' '}
        {!isFine && t(`administration.system.${backup === null ? 'noBackup' : 'lateBackup'}`)}
      </Part>
    </ul>
  );
}

function HealthList({ health }: { health: Health }) {
  const { t, i18n } = useTranslation();
  const { job_queue: queue, disk } = health;
  const models = Object.values(health.models);
  const notReady = models.filter(({ status }) => status !== 'ready');
  return (
    <>
      <p className={classes.help} role="status">
        {t(`administration.system.statuses.${health.status}`)}
      </p>
      <ul className={classes.rows} style={{ marginBlockStart: 12 }}>
        <Part name={t('administration.system.parts.database')} state={health.database} />
        <Part name={t('administration.system.parts.job_queue')} state={queue}>
          {t('administration.system.queue', {
            waiting: queue.waiting ?? 0,
            running: queue.running ?? 0,
            failed: queue.dead ?? 0,
          })}
          {(queue.dead ?? 0) > 0 && (
            <>
              {' · '}
              <Anchor component={Link} to={failedJobsPath} inherit>
                {t('administration.system.showFailed')}
              </Anchor>
            </>
          )}
        </Part>
        <Part name={t('administration.system.parts.file_store')} state={health.file_store} />
        <Part name={t('administration.system.parts.disk')} state={disk}>
          {disk.free_bytes !== undefined &&
            t('administration.system.freeSpace', { size: formatBytes(disk.free_bytes, i18n.language) })}
        </Part>
        <Part
          name={t('administration.system.parts.models')}
          state={
            notReady.find(({ status }) => status === 'unavailable') ?? notReady[0] ?? { status: 'ready' }
          }
        >
          {notReady.length === 0 ? (
            t('administration.system.modelsReady', { count: models.length })
          ) : (
            <Anchor component={Link} to={sectionPath('models')} inherit>
              {t('administration.system.showModels')}
            </Anchor>
          )}
        </Part>
      </ul>
    </>
  );
}

function Part({ name, state, children }: { name: string; state: ComponentHealth; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <StatusRow heading="h3" name={name} state={state} label={t(`administration.system.${state.status}`)}>
      {state.reason !== undefined && (
        <p className={classes.rowText}>{wordMessage(t, state.reason_coded, state.reason)}</p>
      )}
      {children !== undefined && children !== false && <p className={classes.rowText}>{children}</p>}
    </StatusRow>
  );
}
