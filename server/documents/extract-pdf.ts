import { stat } from 'node:fs/promises';
import { systemClock, type Clock } from '../clock.ts';
import type { DocumentPage } from './document-blocks.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import type { RecognizedPages } from './extract-pdf-pages.ts';
import { startPdfProcess, type PdfProcess } from './pdf-process.ts';

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

/** Reads PDFs in a process of its own. */
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

/** A process that has read this many PDFs, or has grown to this part of its limit, makes room for a fresh one. */
const mostJobs = 50;
const largestShareKept = 0.4;

/**
 * Makes an extractor whose reading process is started when first needed and kept for the next PDF. A file that
 * crashes, hangs or fills that process costs the process, never the caller.
 */
export function createPdfExtractor(options: PdfExtractorOptions = {}): PdfExtractor {
  const { timeoutMs = 120_000, memoryBytes = 1024 ** 3, idleMs = 300_000, clock = systemClock } = options;
  let current: PdfProcess | undefined;
  let cancelIdleEnd: (() => void) | undefined;
  let closed = false;
  let queue: Promise<unknown> = Promise.resolve();

  const getProcess = () => {
    if (closed) throw new Error('The PDF extractor is closed.');
    if (current?.alive !== true) current = startPdfProcess(memoryBytes, clock, options.temporaryFolder);
    return current;
  };

  const readOne = async (
    path: string,
    signal: AbortSignal | undefined,
    recognized: RecognizedPages,
  ): Promise<DocumentPage[]> => {
    signal?.throwIfAborted();
    cancelIdleEnd?.();
    const { size } = await stat(path);
    if (size === 0) throw new DocumentUnreadableError('empty');
    if (size > maximumPdfBytes) throw new DocumentUnreadableError('too-large');
    const child = getProcess();
    try {
      return await child.read({ path, recognized }, timeoutMs, signal);
    } finally {
      const resident = await child.findResidentBytes();
      if (child.jobs >= mostJobs || (resident ?? 0) > largestShareKept * memoryBytes) await child.end();
      cancelIdleEnd = clock.after(idleMs, () => void child.end());
    }
  };

  return {
    async warm() {
      await getProcess().start();
    },
    extract(path, signal, recognized = new Map()) {
      const result = queue.then(() => readOne(path, signal, recognized));
      // The queue goes on whatever becomes of this PDF; its caller gets the error.
      queue = result.catch(() => undefined);
      return result;
    },
    async close() {
      closed = true;
      cancelIdleEnd?.();
      await current?.end();
    },
  };
}
