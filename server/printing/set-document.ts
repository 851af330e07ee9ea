import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { ProblemError } from '../problem-error.ts';
import type { Block, PrintedDocument, PrintFormat, SetDocument } from './printed-document.ts';

/** One thread at a time: setting takes a whole core. */
let last: Promise<unknown> = Promise.resolve();

/** Longer documents take too long to set. */
export const MOST_PRINTED_CHARACTERS = 2_000_000;
const LONGEST_SECONDS = 180;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** What the thread sends. */
const message = z.object({ file: z.instanceof(Uint8Array), missing: z.array(z.int()) });

/**
 * Sets a document as a PDF or Word file, in a thread: the event loop stays free.
 * @throws {ProblemError} print_too_long when the document is too long for that.
 */
export async function setDocument(document: PrintedDocument, format: PrintFormat): Promise<SetDocument> {
  if (countCharacters(document) > MOST_PRINTED_CHARACTERS) throw new ProblemError('print_too_long');
  const mine = last.then(() => runThread(document, format));
  last = mine.catch(() => undefined);
  return mine;
}

function runThread(document: PrintedDocument, format: PrintFormat): Promise<SetDocument> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./set-document.child.ts', import.meta.url), {
      workerData: { document, format },
      resourceLimits: RESOURCE_LIMITS,
      env: {},
    });
    const timer = setTimeout(() => {
      reject(new ProblemError('print_too_long'));
      void thread.terminate();
    }, LONGEST_SECONDS * 1000);
    thread.once('message', (sent: unknown) => {
      const read = message.safeParse(sent);
      if (read.success) resolve(read.data);
      else reject(read.error);
    });
    thread.once('error', (error: Error & { code?: string }) => {
      const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isOutOfMemory ? new ProblemError('print_too_long', { cause: error }) : error);
    });
    thread.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The thread that sets documents ended with ${code} and sent nothing.`));
    });
  });
}

const countCharacters = ({ sections }: PrintedDocument): number =>
  sections.reduce((sum, { blocks }) => sum + countBlocks(blocks), 0);

const countBlocks = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => {
    if ('blocks' in block) return sum + countBlocks(block.blocks);
    return sum + ('text' in block ? block.text.length : 0);
  }, 0);
