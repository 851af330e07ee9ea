import { fileURLToPath } from 'node:url';
import { createInbox } from '../confinement/inbox.ts';
import { findEndSignal, spawnConfined } from '../confinement/spawn-confined.ts';
import { findResidentBytes } from '../process-memory.ts';
import type { QuestionFileReply, QuestionFileRequest } from './question-file-messages.ts';
import { QuestionFileError, type ReadFile } from './question-file.ts';

const childPath = fileURLToPath(new URL('./question-file.child.ts', import.meta.url));
const MEMORY_LOOK_MILLISECONDS = 25;

export interface QuestionFileLimits {
  /** From the start of the process. Default: half a minute. */
  readonly timeoutMs?: number;
  /** Most resident memory. Default: 768 MiB. */
  readonly memoryBytes?: number;
  /** Best on the disk of the files. */
  readonly temporaryFolder?: string;
  readonly signal?: AbortSignal;
}

/**
 * Reads a file of questions in a confined process of its own, which sees nothing but that file.
 * @param name as its owner calls it.
 * @throws {QuestionFileError} also when the process takes too long or grows too large.
 * @throws the signal's reason when it is aborted.
 */
export async function readQuestionFile(
  path: string,
  name: string,
  { timeoutMs = 30_000, memoryBytes = 768 * 1024 ** 2, temporaryFolder, signal }: QuestionFileLimits = {},
): Promise<ReadFile> {
  signal?.throwIfAborted();
  const inbox = createInbox(temporaryFolder);
  const lent = await inbox.lend(path);
  const child = spawnConfined(
    {
      module: childPath,
      nodeArguments: [`--max-old-space-size=${Math.floor(memoryBytes / 1024 ** 2 / 2)}`],
      readablePaths: [inbox.folder],
    },
    { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const outcome = Promise.withResolvers<ReadFile>();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      outcome.reject(error);
      resolve();
    });
  });
  child.on('message', (reply: QuestionFileReply) => {
    if (reply.kind === 'ready') child.send({ path: lent.path, name } satisfies QuestionFileRequest);
    else if (reply.kind === 'read') outcome.resolve(reply.file);
    else outcome.reject(new QuestionFileError(reply.problem, reply.line));
  });
  void ended.then(() => outcome.reject(explainEnd(child.exitCode, child.signalCode)));
  const timer = setTimeout(() => outcome.reject(new QuestionFileError('time')), timeoutMs);
  const onAbort = (): void => outcome.reject(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  const watch = setInterval(() => {
    if (child.pid === undefined) return;
    void findResidentBytes(child.pid).then((bytes) => {
      if (bytes !== undefined && bytes > memoryBytes) outcome.reject(new QuestionFileError('memory'));
    });
  }, MEMORY_LOOK_MILLISECONDS);
  try {
    return await outcome.promise;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
    await ended;
    lent.giveBack();
    await inbox.remove();
  }
}

/** V8 aborts at its own limit of memory; any other end is a fault of ours. */
const explainEnd = (exitCode: number | null, signal: NodeJS.Signals | null): Error =>
  ['SIGABRT', 'SIGTRAP', 'SIGKILL'].includes(findEndSignal(exitCode, signal) ?? '')
    ? new QuestionFileError('memory')
    : new Error('The process that reads question files ended before it answered.');
