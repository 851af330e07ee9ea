import { parseArgs } from 'node:util';
import { ConfigError, readConfig, readTargetFileStore } from '../config.ts';
import { openFileStore } from '../open-dependencies.ts';
import { FileStoreFullError, FileStoreUnavailableError } from '../platform/files/file-store.ts';
import { moveFiles, SamePlaceError, type MovedFile } from '../platform/files/move-files.ts';

/**
 * `npm run move-files -- --to ADDRESS [--delete-source]`: copies every file from the configured store to another one,
 * the names of whose credentials may begin with `TO_`. It can be interrupted and run again.
 */
const USAGE =
  'Use: npm run move-files -- --to disk|azure://CONTAINER|s3://BUCKET?region=REGION [--delete-source]';
const PARALLEL_FILES = 4;
const PROGRESS_MILLISECONDS = 2000;

class UsageError extends Error {}

const isExplained = (error: unknown): error is Error =>
  [UsageError, ConfigError, SamePlaceError, FileStoreUnavailableError, FileStoreFullError].some(
    (kind) => error instanceof kind,
  );

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopping.abort(new UsageError('Interrupted. Run it again to continue.')));
}

try {
  const { to, deletesSource } = readArguments();
  const config = readConfig();
  const source = await openFileStore(config);
  const target = await openFileStore({
    dataDirectory: config.dataDirectory,
    fileStore: readTargetFileStore(to),
  });
  process.stdout.write(`Moving files from ${source.name} to ${target.name}.\n`);
  const { outcomes, bytes, deleted } = await moveFiles(source, target, {
    deletesSource,
    parallelFiles: PARALLEL_FILES,
    signal: stopping.signal,
    onFile: makeProgress(),
  });
  process.stdout.write(
    `Done: ${outcomes.copied} files copied (${megabytes(bytes)}), ${outcomes['there already']} were there already, ` +
      `${outcomes['gone meanwhile']} were deleted meanwhile, ${outcomes.failed} failed. ` +
      `${deleted} deleted from the source.\n` +
      (outcomes.failed > 0
        ? 'Start it again to move those that failed.\n'
        : `Set FILE_STORE=${to} with the same credentials and start Lectern again.\n`),
  );
  if (outcomes.failed > 0) process.exitCode = 1;
} catch (error) {
  process.exitCode = 1;
  const cause: unknown = stopping.signal.aborted ? stopping.signal.reason : error;
  process.stderr.write(`${isExplained(cause) ? cause.message : String((cause as Error).stack ?? cause)}\n`);
}

function readArguments(): { to: string; deletesSource: boolean } {
  const { to, 'delete-source': deletesSource } = parse();
  if (to === undefined) throw new UsageError(USAGE);
  return { to, deletesSource };
}

function parse() {
  try {
    return parseArgs({
      options: { to: { type: 'string' }, 'delete-source': { type: 'boolean', default: false } },
    }).values;
  } catch (error) {
    throw new UsageError(USAGE, { cause: error });
  }
}

/** A line for each failure, and one every other second for the rest. */
function makeProgress(): (file: MovedFile) => void {
  let [files, bytes, toldAt] = [0, 0, Date.now()];
  return ({ key, sizeBytes, outcome, error }) => {
    files += 1;
    bytes += sizeBytes;
    if (outcome === 'failed') process.stderr.write(`${key} failed: ${reasonOf(error)}\n`);
    if (Date.now() - toldAt < PROGRESS_MILLISECONDS) return;
    toldAt = Date.now();
    process.stdout.write(`${files} files, ${megabytes(bytes)} …\n`);
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
