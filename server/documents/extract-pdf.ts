import { stat } from 'node:fs/promises';
import { createChildPool, type ChildPool } from '../sandbox/child-pool.ts';
import { ChildCrashedError } from '../sandbox/pooled-child.ts';
import type { Clock } from '../platform/clock.ts';
import { createInbox, type Inbox } from '../sandbox/confinement/inbox.ts';
import type { DocumentPage } from './document-blocks.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import type { PdfRequest, PdfResult } from './extract-pdf-messages.ts';
import type { RecognizedPages } from './extract-pdf-pages.ts';

/** PDFs larger than this are refused. */
export const maximumPdfBytes = 100 * 1024 * 1024;

export interface PdfExtractorOptions {
  /** Longest time for one PDF, in milliseconds. Default: 2 minutes. */
  readonly timeoutMs?: number;
  /** Most resident memory of the process that reads, in bytes. Default: 1 GiB. */
  readonly memoryBytes?: number;
  /** How long an unused process is kept, in milliseconds. Default: 5 minutes. */
  readonly idleMs?: number;
  /** Where PDFs are put for the process to see them, best on their disk. Default: the system's temporary folder. */
  readonly temporaryFolder?: string;
  readonly clock?: Clock;
}

/** Reads PDFs in its own process. */
export interface PdfExtractor {
  /** Starts the reading process ahead of need, so that the next PDF does not wait for it. */
  warm(): Promise<void>;
  /**
   * Reads the text of a PDF page by page. PDFs are read one after the other, in the order of the calls.
   * Pages that have to be recognized first are marked as scans, and have no blocks.
   * @param path of a file on this machine
   * @param recognized what was recognized on its scans
   * @throws {DocumentUnreadableError} damaged, empty, encrypted, too-large, too-many-pages, no-readable-text,
   *   time-limit, memory-limit
   * @throws the signal's reason when it is aborted
   */
  extract(path: string, signal?: AbortSignal, recognized?: RecognizedPages): Promise<DocumentPage[]>;
  /** Ends the process. */
  close(): Promise<void>;
}

/** A process that reaches this share of its limit is replaced. */
const largestShareKept = 0.4;

/**
 * Makes an extractor whose reading process is started when first needed and kept for the next PDF. A file that
 * crashes, hangs or fills that process costs the process, never the caller.
 */
export function createPdfExtractor(options: PdfExtractorOptions = {}): PdfExtractor {
  const { timeoutMs = 120_000, memoryBytes = 1024 ** 3, idleMs = 300_000, clock, temporaryFolder } = options;
  let opened: { readonly pool: ChildPool<PdfRequest, PdfResult>; readonly inbox: Inbox } | undefined;
  let closed = false;

  function open() {
    if (closed) throw new Error('The PDF extractor is closed.');
    if (opened) return opened;
    const inbox = createInbox(temporaryFolder);
    const pool = createChildPool<undefined, PdfRequest, PdfResult>({
      childModule: new URL('./extract-pdf.child.ts', import.meta.url),
      settings: undefined,
      processes: 1,
      attempts: 1,
      killsOnCancel: true,
      // WebAssembly enforces the limit where the parent cannot watch memory.
      nodeArguments: [
        `--max-old-space-size=${Math.max(64, Math.floor(memoryBytes / 1024 ** 2 / 2))}`,
        `--wasm-max-mem-pages=${Math.floor(memoryBytes / 65_536)}`,
      ],
      confined: { readablePaths: [inbox.folder] },
      timeoutSeconds: timeoutMs / 1000,
      loadTimeoutSeconds: 30,
      idleShutdownSeconds: idleMs / 1000,
      memoryBytes,
      renewAtBytes: largestShareKept * memoryBytes,
      clock,
    });
    opened = { pool, inbox };
    return opened;
  }

  return {
    warm: () => open().pool.warm(),
    async extract(path, signal, recognized = new Map()) {
      signal?.throwIfAborted();
      const { size } = await stat(path);
      if (size === 0) throw new DocumentUnreadableError('empty');
      if (size > maximumPdfBytes) throw new DocumentUnreadableError('too-large');
      const { pool, inbox } = open();
      const lent = await inbox.lend(path);
      try {
        const result = await pool.call({ path: lent.path, recognized }, signal);
        if ('problem' in result) throw new DocumentUnreadableError(result.problem);
        return result.pages;
      } catch (error) {
        throw error instanceof ChildCrashedError && !error.wasLoading ? describeCrash(error) : error;
      } finally {
        lent.giveBack();
      }
    },
    async close() {
      closed = true;
      await opened?.pool.close();
      await opened?.inbox.remove();
    },
  };
}

/** V8 aborts when its own memory limit is reached. */
const outOfMemory = ['memory-limit', 'SIGABRT', 'SIGTRAP', 'SIGKILL'];

/** What the way the process ended says about the PDF. */
function describeCrash(error: ChildCrashedError): DocumentUnreadableError {
  const { endedBy } = error;
  const problem =
    endedBy === 'time-limit' ? endedBy : outOfMemory.includes(endedBy) ? 'memory-limit' : 'damaged';
  return new DocumentUnreadableError(problem, { cause: error });
}
