import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ADMINISTERED_JOB_STATES, type AdministeredJob } from '#contract/administration.ts';
import type kinds from '#web/locales/en/administration.json';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { Link } from '#web/ui/link.tsx';
import { readId } from '#web/ui/read-id.ts';
import { ShowOlder } from '#web/ui/show-older.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { wordMessage } from '#web/ui/word-message.ts';
import { accountPath } from './administration-paths.ts';
import { useAccount, useJobAction, useJobs } from './administration.queries.ts';
import classes from './administration.module.css';
import { DataTable, type Column } from './data-table.tsx';
import { explainFailure, Mark, SectionFrame, WhenLoaded } from './section-frame.tsx';

const STATE_FILTER = 'job-state';

/** `/admin/jobs`: background work of all accounts; retries failed jobs and cancels unfinished ones. */
export function JobsSection() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const state = ADMINISTERED_JOB_STATES.find((each) => each === parameters.get('state')) ?? '';
  const accountId = readId(parameters.get('account') ?? '');
  const filter = { state, accountId: accountId === undefined ? '' : String(accountId) };
  const query = useJobs(filter);
  const action = useJobAction();
  const focus = useFocusRequest();
  const words = useJobWords();
  const [cancelled, setCancelled] = useState<AdministeredJob>();
  const change = (values: { state?: string; account?: string }): void => {
    const next = new URLSearchParams({ state, account: filter.accountId, ...values });
    for (const [name, value] of [...next]) if (value === '') next.delete(name);
    setParameters(next, { preventScrollReset: true });
  };
  const retry = (job: AdministeredJob): void => {
    action.mutate(
      { id: job.id, action: 'retry' },
      {
        onSuccess: () => {
          showToast('success', t('administration.jobs.retried'), words.nameOf(job));
          focus(STATE_FILTER);
        },
      },
    );
  };
  const closeDialog = (): void => {
    if (cancelled !== undefined) focus(cancelId(cancelled.id));
    setCancelled(undefined);
    action.reset();
  };
  const jobs = query.data?.pages.flat() ?? [];
  return (
    <SectionFrame section="jobs" help={t('administration.jobs.help')}>
      <div className={classes.filters}>
        <NativeSelect
          id={STATE_FILTER}
          className={classes.filter}
          aria-label={t('administration.jobs.state')}
          value={state}
          data={(['', ...ADMINISTERED_JOB_STATES] as const).map((value) => ({
            value,
            label: t(`administration.jobs.states.${value === '' ? 'all' : value}`),
          }))}
          onChange={({ currentTarget: { value } }) => change({ state: value })}
        />
        {accountId !== undefined && (
          <OnlyOf accountId={accountId} onShowAll={() => change({ account: '' })} />
        )}
      </div>
      {action.isError && cancelled === undefined && (
        <Failure message={explainFailure(t, action.error)} error={action.error} />
      )}
      <WhenLoaded query={query}>
        {() =>
          jobs.length === 0 ? (
            <EmptyState
              drawing={<QuestionSheetDrawing />}
              text={t(state === 'failed' ? 'administration.jobs.noneFailed' : 'administration.jobs.none')}
            />
          ) : (
            <JobTable
              jobs={jobs}
              retriedId={action.isPending ? action.variables.id : undefined}
              onRetry={retry}
              onCancel={setCancelled}
            />
          )
        }
      </WhenLoaded>
      <ShowOlder list={query} />
      {cancelled !== undefined && (
        <ConfirmDialog
          title={t('administration.jobs.cancelTitle')}
          text={t('administration.jobs.cancelText', {
            job: words.nameOf(cancelled),
            who: words.ownerOf(cancelled),
          })}
          confirmLabel={t('administration.jobs.cancel')}
          isWorking={action.isPending}
          failure={action.isError ? explainFailure(t, action.error) : undefined}
          error={action.error}
          onConfirm={() =>
            action.mutate(
              { id: cancelled.id, action: 'cancel' },
              {
                onSuccess: () => {
                  showToast('success', t('administration.jobs.cancelled'), words.nameOf(cancelled));
                  setCancelled(undefined);
                  focus(STATE_FILTER);
                },
              },
            )
          }
          onClose={closeDialog}
        />
      )}
    </SectionFrame>
  );
}

function OnlyOf({ accountId, onShowAll }: { accountId: number; onShowAll: () => void }) {
  const { t } = useTranslation();
  const { data } = useAccount(accountId);
  const who = data?.email ?? t('administration.accountNumber', { id: accountId });
  return (
    <>
      <Text dir="auto" lh="36px">
        {t('administration.jobs.onlyOf', { who })}
      </Text>
      <Button variant="subtle" onClick={onShowAll}>
        {t('administration.jobs.showAll')}
      </Button>
    </>
  );
}

type JobKind = keyof (typeof kinds)['jobs']['kinds'];

const cancelId = (jobId: string): string => `cancel-${jobId}`;

const COLORS: Readonly<Record<AdministeredJob['state'], string>> = {
  waiting: 'gray',
  running: 'lapis',
  failed: 'red',
  cancelled: 'gray',
  completed: 'green',
};

function useJobWords() {
  const { t } = useTranslation();
  return {
    // A kind that only a newer server knows is shown by its name.
    nameOf: ({ kind }: AdministeredJob): string =>
      t(`administration.jobs.kinds.${kind as JobKind}`, { defaultValue: kind }),
    ownerOf: ({ instructor_id: id, instructor_email: email }: AdministeredJob): string =>
      email ?? (id === null ? t('administration.jobs.system') : t('administration.accountNumber', { id })),
  };
}

function JobTable({
  jobs,
  retriedId,
  onRetry,
  onCancel,
}: {
  jobs: readonly AdministeredJob[];
  /** The job that is being retried. */
  retriedId: string | undefined;
  onRetry: (job: AdministeredJob) => void;
  onCancel: (job: AdministeredJob) => void;
}) {
  const { t, i18n } = useTranslation();
  const { nameOf, ownerOf } = useJobWords();
  const time = (instant: string): string => formatDateTime(instant, i18n.language);
  const columns: Column<AdministeredJob>[] = [
    {
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
      header: t('administration.jobs.state'),
      kind: 'short',
      render: ({ state, retries, retry_limit: limit }) => (
        <>
          <Mark color={COLORS[state]}>{t(`administration.jobs.states.${state}`)}</Mark>
          {retries > 0 && state !== 'completed' && (
            <div className={classes.second}>
              {t('administration.jobs.attempts', { attempt: retries + 1, limit: limit + 1 })}
            </div>
          )}
        </>
      ),
    },
    {
      header: t('administration.jobs.times'),
      kind: 'short',
      render: ({ created_at: created, started_at: started, ended_at: ended }) => {
        if (ended !== null) return t('administration.jobs.endedAt', { time: time(ended) });
        if (started !== null) return t('administration.jobs.startedAt', { time: time(started) });
        return t('administration.jobs.createdAt', { time: time(created) });
      },
    },
    {
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
  return <DataTable label={t('administration.sections.jobs')} columns={columns} rows={jobs} />;
}
