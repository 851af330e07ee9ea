import { createInbox } from '#server/sandbox/confinement/inbox.ts';
import type { PageRecognizer } from '#server/documents/recognition/page-recognizer.ts';
import { ChildCrashedError } from '#server/sandbox/pooled-child.ts';
import { createChildPool, type ChildPool } from '#server/sandbox/child-pool.ts';
import { gatherLanguages } from './find-languages.ts';
import type { RecognizeRequest, RecognizeResult, RecognizeSettings } from './recognize-page-protocol.ts';

export interface TesseractOptions {
  /** Tesseract's codes; the first counts most. */
  readonly languages: readonly string[];
  readonly modelsDirectory: string;
  /** Pages at once, each in its own process. */
  readonly processes: number;
  /** Longest time for one page, in seconds. Default: 120; a clean page takes 3 on one core. */
  readonly timeoutSeconds?: number;
  /** Most resident memory of one process, in bytes. Default: 1 GiB; a usual page takes a third of it. */
  readonly memoryBytes?: number;
  /** Where PDFs are put for the processes to see them, best on their disk. Default: the system's temporary folder. */
  readonly temporaryFolder?: string;
}

/** Change this when the models (`@tesseract.js-data` 1.0.0) or the judging of fonts change. */
const engineName = 'tesseract.js 7.0.0 fonts 3';

/** Makes a recognizer whose processes start when first needed and end after some idle time. */
export function createTesseractPageRecognizer(options: TesseractOptions): PageRecognizer {
  const { languages, modelsDirectory, processes } = options;
  let opening: ReturnType<typeof open> | undefined;

  async function open() {
    const models = await gatherLanguages(languages, modelsDirectory);
    const { folder, codes, paths } = models;
    const inbox = createInbox(options.temporaryFolder);
    const pool: ChildPool<RecognizeRequest, RecognizeResult> = createChildPool<
      RecognizeSettings,
      RecognizeRequest,
      RecognizeResult
    >({
      childModule: new URL('./recognize-page.child.ts', import.meta.url),
      settings: { folder, codes },
      processes,
      timeoutSeconds: options.timeoutSeconds ?? 120,
      memoryBytes: options.memoryBytes ?? 1024 ** 3,
      // The thread is Tesseract's.
      confined: { readablePaths: [inbox.folder, folder, ...paths], usesThreads: true },
    });
    return {
      pool,
      inbox,
      close: async () => {
        await pool.close();
        await inbox.remove();
        await models.remove();
      },
    };
  }

  return {
    name: `${engineName} ${languages.join('+')}`,
    concurrency: processes,
    async recognize(path, page, signal, distrustedFonts = []) {
      // A language that is missing now may be installed later.
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      const { pool, inbox } = await opening;
      const lent = await inbox.lend(path);
      try {
        const result = await pool.call({ path: lent.path, page, distrustedFonts }, signal);
        return 'problem' in result ? { problem: result.problem } : { page: result.recognized };
      } catch (error) {
        // Its process took too long, grew too large or crashed, twice: so it is with this page.
        if (error instanceof ChildCrashedError && !error.wasLoading) return { problem: 'limit' };
        throw error;
      } finally {
        lent.giveBack();
      }
    },
    async close() {
      const opened = await opening;
      await opened?.close();
    },
  };
}
