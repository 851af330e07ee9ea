import { ADMINISTERED_JOB_STATES, type AdministeredJob } from '#contract/administration.ts';
import { cancelJob, listJobs, retryJob } from '#server/features/administration/administer-jobs.ts';
import { describeModels, startModelDownload } from '#server/features/administration/download-models.ts';
import { readStorageUse, readVersion } from '#server/features/administration/describe-installation.ts';
import { takeOverFileStore } from '#server/features/maintenance/file-store-owner.ts';
import { createStoreMemory, readHealth } from '#server/features/health/read-health.ts';
import { version as lecternVersion } from '#server/version.ts';
import { describeBytes } from '../backup/command-line.ts';
import type { AdminCommand } from './admin-command.ts';
import { AdminError } from './admin-error.ts';
import { COMMAND_LINE } from './command-line-administrator.ts';
import { wholeNumber } from './account-commands.ts';
import { parseIdentity } from './registration-commands.ts';

const LISTED_JOBS = 100;

const jobs: AdminCommand = {
  usage: 'jobs [--state waiting|running|failed|cancelled] [--account NUMBER] [--before ID]',
  summary: `List the newest ${LISTED_JOBS} jobs, or those before the job with that ID.`,
  prepare: ({ values }) => {
    const state = ADMINISTERED_JOB_STATES.find((each) => each === values['state']);
    if (values['state'] !== undefined && state === undefined) {
      throw new AdminError(`--state is one of ${ADMINISTERED_JOB_STATES.join(', ')}.`);
    }
    const { account, before } = values;
    const filter = {
      state,
      accountId: account === undefined ? undefined : wholeNumber(account, '--account'),
      beforeId: typeof before === 'string' ? parseIdentity(before) : undefined,
    };
    return async (dependencies) => {
      const value = await listJobs(dependencies, { ...filter, limit: LISTED_JOBS });
      return { value, text: value.length === 0 ? 'No jobs.' : value.map(describeJob).join('\n') };
    };
  },
};

const retry: AdminCommand = {
  usage: 'retry-job ID',
  summary: 'Retry a failed job.',
  prepare: ({ positionals: [typed] }) => {
    const id = parseIdentity(typed);
    return async (dependencies) => {
      await retryJob(dependencies, COMMAND_LINE, id);
      return { value: { id, retried: true }, text: 'A worker will take the job again.' };
    };
  },
};

const cancel: AdminCommand = {
  usage: 'cancel-job ID',
  summary: 'Cancel a queued or running job.',
  prepare: ({ positionals: [typed] }) => {
    const id = parseIdentity(typed);
    return async (dependencies) => {
      await cancelJob(dependencies, COMMAND_LINE, id);
      return {
        value: { id, cancelled: true },
        text: 'Cancelled. A worker that runs it stops within seconds.',
      };
    };
  },
};

const models: AdminCommand = {
  usage: 'models',
  summary: 'Show the state of each model, and which one writes questions.',
  prepare: () => async (dependencies) => {
    const value = await describeModels(dependencies);
    const lines = Object.entries(value.models).map(([name, { status, percent, reason }]) =>
      [name, status, percent === undefined ? '' : `${percent} %`, reason ?? '']
        .filter((part) => part !== '')
        .join('  '),
    );
    const writer = `Writer: ${value.writer ?? 'none'}`;
    return { value, text: [...lines, writer].join('\n') };
  },
};

const downloadModels: AdminCommand = {
  usage: 'download-models',
  summary: 'Let a worker download missing models. `npm run models` does it without a worker.',
  prepare: () => async (dependencies) => {
    const started = await startModelDownload(dependencies, COMMAND_LINE);
    return {
      value: { started },
      text: started
        ? 'A running worker downloads what is missing. See how far it is with: npm run admin -- models'
        : 'A worker fetches them already, or is about to.',
    };
  },
};

const health: AdminCommand = {
  usage: 'health',
  summary: 'Show the state of the database, job queue, file store, disk and models.',
  prepare: () => async (dependencies) => {
    const value = await readHealth(dependencies, lecternVersion, createStoreMemory(dependencies));
    const { status, database, job_queue, file_store, disk, models, confinement } = value;
    const parts = { database, job_queue, file_store, disk, ...models };
    const lines = Object.entries(parts).map(([name, { status: state, reason }]) =>
      [name, state, ...(reason === undefined ? [] : [reason])].join('  '),
    );
    const confined = confinement === null ? [] : [`confinement  ${confinement}`];
    return { value, text: [`Lectern: ${status}`, ...lines, ...confined].join('\n') };
  },
};

const storage: AdminCommand = {
  usage: 'storage',
  summary: 'Show how much storage is used and left.',
  prepare: () => async (dependencies) => {
    const value = await readStorageUse(dependencies);
    const free = value.free_bytes === null ? '' : `\nFree: ${describeBytes(value.free_bytes)}`;
    return {
      value,
      text:
        `Files: ${value.files}, ${describeBytes(value.file_bytes)}, in ${value.store}\n` +
        `Database: ${describeBytes(value.database_bytes)}${free}\n` +
        `Uploads stop below: ${describeBytes(value.free_floor_bytes)} free\n` +
        `Each account may store: ${describeBytes(value.default_quota_bytes)}, unless set otherwise`,
    };
  },
};

const takeOverFiles: AdminCommand = {
  usage: 'take-over-files',
  summary: 'Assign a file store that another installation used to this one. The other must no longer exist.',
  prepare: () => async (dependencies) => {
    await takeOverFileStore(dependencies);
    return {
      value: { store: dependencies.files.name },
      text: `The files in ${dependencies.files.name} now belong to this installation. Its workers delete the files there that it does not reference.`,
    };
  },
};

const version: AdminCommand = {
  usage: 'version',
  summary: 'Show the versions of Lectern, Node and the database.',
  prepare: () => async (dependencies) => {
    const value = await readVersion(dependencies);
    return {
      value,
      text: `Lectern ${value.version}, Node ${value.node}, ${value.database}, migration ${value.migration}`,
    };
  },
};

export const operationsCommands: readonly AdminCommand[] = [
  jobs,
  retry,
  cancel,
  models,
  downloadModels,
  storage,
  takeOverFiles,
  version,
  health,
];

function describeJob({
  id,
  kind,
  state,
  instructor_id: instructor,
  instructor_email: email,
  created_at: made,
  error,
}: AdministeredJob) {
  const owner = instructor === null ? '' : `, account ${instructor}${email === null ? '' : ` ${email}`}`;
  return `${id}  ${kind}  ${state}  (${made}${owner})${error === null ? '' : `\n    ${error}`}`;
}
