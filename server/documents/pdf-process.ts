import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { createInbox } from '../confinement/inbox.ts';
import { findEndSignal, spawnConfined } from '../confinement/spawn-confined.ts';
import type { DocumentPage } from './document-blocks.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import type { PdfReply, PdfRequest } from './extract-pdf-messages.ts';
import { findResidentBytes } from '../process-memory.ts';

/** A file on this machine, and what is known of its pages. */
export type PdfToRead = Omit<PdfRequest, 'id'>;

/** A process that reads PDFs. */
export interface PdfProcess {
  readonly alive: boolean;
  /** How many PDFs it was given. */
  readonly jobs: number;
  /** Resolves when it can take a PDF; rejects when it ends before. */
  start(): Promise<void>;
  read(what: PdfToRead, timeoutMs: number, signal?: AbortSignal): Promise<DocumentPage[]>;
  findResidentBytes(): Promise<number | undefined>;
  end(): Promise<void>;
}

const childPath = fileURLToPath(new URL('./extract-pdf.child.ts', import.meta.url));
const memoryLookMs = 25;
const startLimitMs = 30_000;

/**
 * Starts a confined process with no environment and low priority, which sees one PDF at a time.
 * @param memoryBytes resident memory at which it is killed
 * @param temporaryFolder best on the disk of the PDFs
 */
export function startPdfProcess(memoryBytes: number, clock: Clock, temporaryFolder?: string): PdfProcess {
  const heapMebibytes = Math.max(64, Math.floor(memoryBytes / 1024 ** 2 / 2));
  const inbox = createInbox(temporaryFolder);
  const child = spawnConfined(
    {
      module: childPath,
      // WebAssembly memory stops at the limit by itself where the parent cannot watch; the rest is watched below.
      nodeArguments: [
        `--max-old-space-size=${heapMebibytes}`,
        `--wasm-max-mem-pages=${Math.floor(memoryBytes / 65_536)}`,
      ],
      readablePaths: [inbox.folder],
    },
    { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );

  const state = { alive: true, jobs: 0 };
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      state.alive = false;
      void inbox.remove().then(resolve, resolve);
    };
    child.once('exit', finish);
    child.once('error', finish);
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (reply: PdfReply) => {
      if (reply.kind === 'ready') resolve();
    });
    void ended.then(() => reject(new Error('The process that reads PDFs could not start.')));
  });
  // Whoever waits for it sees the rejection; nobody has to.
  ready.catch(() => undefined);

  // A process that waits for work must not keep its parent from ending; one that works must.
  const hold = () => {
    child.ref();
    child.channel?.ref();
  };
  const release = () => {
    child.unref();
    child.channel?.unref();
  };
  release();

  // Dying takes a moment, in which it must get no more work.
  const kill = () => {
    state.alive = false;
    child.kill('SIGKILL');
  };

  const start = async () => {
    hold();
    const cancelLimit = clock.after(startLimitMs, kill);
    try {
      await ready;
    } finally {
      cancelLimit();
      release();
    }
  };

  const end = async () => {
    child.ref();
    kill();
    await ended;
  };

  const read = async (what: PdfToRead, timeoutMs: number, signal?: AbortSignal): Promise<DocumentPage[]> => {
    const id = ++state.jobs;
    await start();
    const lent = await inbox.lend(what.path);
    hold();
    const outcome = Promise.withResolvers<DocumentPage[]>();
    const stop = (reason: unknown) => {
      outcome.reject(reason);
      kill();
    };
    const cancelLimit = clock.after(timeoutMs, () => stop(new DocumentUnreadableError('time-limit')));
    const onAbort = () => stop(signal?.reason);
    const onMessage = (reply: PdfReply) => {
      if (reply.kind === 'ready' || reply.id !== id) return;
      if (reply.kind === 'pages') outcome.resolve(reply.pages);
      else outcome.reject(new DocumentUnreadableError(reply.problem));
    };
    const endWatch = clock.every(memoryLookMs, () => {
      if (child.pid === undefined) return;
      void findResidentBytes(child.pid).then((bytes) => {
        if (bytes !== undefined && bytes > memoryBytes) stop(new DocumentUnreadableError('memory-limit'));
      });
    });
    signal?.addEventListener('abort', onAbort);
    child.on('message', onMessage);
    void ended.then(() => outcome.reject(endError(child.exitCode, child.signalCode)));
    try {
      signal?.throwIfAborted();
      child.send({ id, ...what, path: lent.path } satisfies PdfRequest);
      return await outcome.promise;
    } finally {
      cancelLimit();
      endWatch();
      signal?.removeEventListener('abort', onAbort);
      child.off('message', onMessage);
      lent.giveBack();
      release();
    }
  };

  return {
    get alive() {
      return state.alive && child.connected;
    },
    get jobs() {
      return state.jobs;
    },
    start,
    read,
    findResidentBytes: () =>
      child.pid === undefined ? Promise.resolve(undefined) : findResidentBytes(child.pid),
    end,
  };
}

/** What the end of the process says about the PDF: V8 aborts when its own memory limit is reached. */
function endError(exitCode: number | null, signal: NodeJS.Signals | null): DocumentUnreadableError {
  const outOfMemory = ['SIGABRT', 'SIGTRAP', 'SIGKILL'].includes(findEndSignal(exitCode, signal) ?? '');
  return new DocumentUnreadableError(outOfMemory ? 'memory-limit' : 'damaged');
}
