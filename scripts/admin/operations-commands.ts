import { ADMINISTERED_JOB_STATES, type AdministeredJob } from '../../contract/administration.ts';
import { cancelJob, listJobs, retryJob } from '../../server/features/administration/administer-jobs.ts';
import { readStorageUse, readVersion } from '../../server/features/administration/describe-installation.ts';
import { describeBytes } from '../backup/command-line.ts';
import type { AdminCommand } from './admin-command.ts';
import { AdminError } from './admin-error.ts';
import { COMMAND_LINE } from './command-origin.ts';
import { parseIdentity } from './registration-commands.ts';
import { withLectern } from './with-lectern.ts';

const LISTED_JOBS = 100;

const jobs: AdminCommand = {
  usage: 'jobs [--state waiting|running|failed|cancelled]',
  summary: `List the newest ${LISTED_JOBS} jobs.`,
  options: { state: { type: 'string' } },
  run: ({ values }, print, signal) => {
    const state = ADMINISTERED_JOB_STATES.find((each) => each === values['state']);
    if (values['state'] !== undefined && state === undefined) {
      throw new AdminError(`--state is one of ${ADMINISTERED_JOB_STATES.join(', ')}.`);
    }
    return withLectern(signal, async (dependencies) => {
      const value = await listJobs(dependencies, { state, limit: LISTED_JOBS });
      await print({ value, text: value.length === 0 ? 'No jobs.' : value.map(describeJob).join('\n') });
    });
  },
};

const retry: AdminCommand = {
  usage: 'retry-job ID',
  summary: 'Give a failed job one more attempt.',
  positionals: 1,
  run: ({ positionals: [id = ''] }, print, signal) =>
    withLectern(signal, async (dependencies) => {
      await retryJob(dependencies, COMMAND_LINE, parseIdentity(id));
      await print({ value: { id, retried: true }, text: 'A worker will take the job again.' });
    }),
};

const cancel: AdminCommand = {
  usage: 'cancel-job ID',
  summary: 'Cancel a job that waits or runs.',
  positionals: 1,
  run: ({ positionals: [id = ''] }, print, signal) =>
    withLectern(signal, async (dependencies) => {
      await cancelJob(dependencies, COMMAND_LINE, parseIdentity(id));
      await print({
        value: { id, cancelled: true },
        text: 'Cancelled. A worker that runs it stops within seconds.',
      });
    }),
};

const models: AdminCommand = {
  usage: 'models',
  summary: 'Show the state of each model.',
  run: (_given, print, signal) =>
    withLectern(signal, async (dependencies) => {
      const value = await dependencies.readModelStates();
      const lines = Object.entries(value).map(([name, { status, percent, reason }]) =>
        [name, status, percent === undefined ? '' : `${percent} %`, reason ?? '']
          .filter((part) => part !== '')
          .join('  '),
      );
      await print({ value, text: lines.join('\n') });
    }),
};

const storage: AdminCommand = {
  usage: 'storage',
  summary: 'Show how much is stored and how much room is left.',
  run: (_given, print, signal) =>
    withLectern(signal, async (dependencies) => {
      const value = await readStorageUse(dependencies);
      const free = value.free_bytes === null ? '' : `\nFree: ${describeBytes(value.free_bytes)}`;
      await print({
        value,
        text:
          `Files: ${value.files}, ${describeBytes(value.file_bytes)}, in ${value.store}\n` +
          `Database: ${describeBytes(value.database_bytes)}${free}`,
      });
    }),
};

const version: AdminCommand = {
  usage: 'version',
  summary: 'Show the versions of Lectern, Node and the database.',
  run: (_given, print, signal) =>
    withLectern(signal, async (dependencies) => {
      const value = await readVersion(dependencies);
      await print({
        value,
        text: `Lectern ${value.version}, Node ${value.node}, ${value.database}, migration ${value.migration}`,
      });
    }),
};

export const operationsCommands: Readonly<Record<string, AdminCommand>> = {
  jobs,
  'retry-job': retry,
  'cancel-job': cancel,
  models,
  storage,
  version,
};

function describeJob({
  id,
  kind,
  state,
  instructor_id: instructor,
  created_at: made,
  error,
}: AdministeredJob) {
  const owner = instructor === null ? '' : `, account ${instructor}`;
  return `${id}  ${kind}  ${state}  (${made}${owner})${error === null ? '' : `\n    ${error}`}`;
}
