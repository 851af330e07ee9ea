import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdministeredJob } from '#contract/administration.ts';
import type kinds from '#web/locales/en/administration.json';
import { wordMessage } from '#web/ui/word-message.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { accountPath } from './administration-paths.ts';
import classes from './administration.module.css';
import { DataTable, type Column } from './data-table.tsx';

type JobKind = keyof (typeof kinds)['jobs']['kinds'];

export const cancelId = (jobId: string): string => `cancel-${jobId}`;

const COLORS: Readonly<Record<AdministeredJob['state'], string>> = {
  waiting: 'gray',
  running: 'lapis',
  failed: 'red',
  cancelled: 'gray',
  completed: 'green',
};

/** What a job does and whose it is, in words. */
export function useJobWords() {
  const { t } = useTranslation();
  return {
    // A kind that a newer server has is shown by its name.
    nameOf: ({ kind }: AdministeredJob): string =>
      t(`administration.jobs.kinds.${kind as JobKind}`, { defaultValue: kind }),
    ownerOf: ({ instructor_id: id, instructor_email: email }: AdministeredJob): string =>
      email ?? (id === null ? t('administration.jobs.system') : t('administration.accountNumber', { id })),
  };
}

export function JobTable({
  jobs,
  retriedId,
  onRetry,
  onCancel,
}: {
  jobs: readonly AdministeredJob[];
  /** The job that is being given another attempt. */
  retriedId: string | undefined;
  onRetry: (job: AdministeredJob) => void;
  onCancel: (job: AdministeredJob) => void;
}) {
  const { t, i18n } = useTranslation();
  const { nameOf, ownerOf } = useJobWords();
  const time = (instant: string): string => formatDateTime(instant, i18n.language);
  const columns: Column<AdministeredJob>[] = [
    {
      id: 'kind',
      header: t('administration.jobs.kind'),
      kind: 'main',
      render: (job) => (
        <>
          <span className={classes.main}>{nameOf(job)}</span>
          {job.error !== null && (
            <div className={classes.second} dir="auto">
              {wordMessage(t, job.error_coded, job.error)}
            </div>
          )}
        </>
      ),
    },
    {
      id: 'account',
      header: t('administration.account'),
      kind: 'wide',
      render: (job) =>
        job.instructor_id === null || job.instructor_email === null ? (
          ownerOf(job)
        ) : (
          <Link to={accountPath(job.instructor_id)} className={classes.plainLink}>
            <bdi>{job.instructor_email}</bdi>
          </Link>
        ),
    },
    {
      id: 'state',
      header: t('administration.jobs.state'),
      kind: 'short',
      render: ({ state, retries, retry_limit: limit }) => (
        <>
          <Badge component="span" variant="light" color={COLORS[state]} size="lg" tt="none" miw="max-content">
            {t(`administration.jobs.states.${state}`)}
          </Badge>
          {retries > 0 && state !== 'completed' && (
            <div className={classes.second}>
              {t('administration.jobs.attempts', { attempt: retries + 1, limit: limit + 1 })}
            </div>
          )}
        </>
      ),
    },
    {
      id: 'times',
      header: t('administration.jobs.times'),
      kind: 'short',
      render: ({ created_at: created, started_at: started, ended_at: ended }) => {
        if (ended !== null) return t('administration.jobs.endedAt', { time: time(ended) });
        if (started !== null) return t('administration.jobs.startedAt', { time: time(started) });
        return t('administration.jobs.createdAt', { time: time(created) });
      },
    },
    {
      id: 'actions',
      header: t('administration.actionsColumn'),
      kind: 'actions',
      render: (job) => {
        const names = { job: nameOf(job), who: ownerOf(job) };
        if (job.state === 'failed') {
          return (
            <Button
              size="xs"
              variant="default"
              loading={retriedId === job.id}
              aria-label={t('administration.jobs.retryOf', names)}
              onClick={() => onRetry(job)}
            >
              {t('administration.jobs.retry')}
            </Button>
          );
        }
        if (job.state !== 'waiting' && job.state !== 'running') return null;
        return (
          <Button
            id={cancelId(job.id)}
            size="xs"
            variant="default"
            aria-label={t('administration.jobs.cancelOf', names)}
            onClick={() => onCancel(job)}
          >
            {t('administration.jobs.cancel')}
          </Button>
        );
      },
    },
  ];
  return (
    <DataTable
      label={t('administration.sections.jobs')}
      columns={columns}
      rows={jobs}
      idOf={({ id }) => id}
    />
  );
}
