import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ADMINISTERED_JOB_STATES, type AdministeredJob } from '#contract/administration.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { readId } from '#web/ui/read-id.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { useAccount } from './administration.queries.ts';
import classes from './administration.module.css';
import { explainFailure } from './explain-failure.ts';
import { cancelId, JobTable, useJobWords } from './job-table.tsx';
import { useJobAction, useJobs } from './operations.queries.ts';
import { SectionFrame } from './section-frame.tsx';
import { WhenLoaded } from './when-loaded.tsx';

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
      {query.hasNextPage && (
        <div className={classes.pager}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('administration.showMore')}
          </Button>
        </div>
      )}
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
