import type { PageRecognizer } from '../../documents/recognition/page-recognizer.ts';
import { createModelProcessPool } from '../model-process/model-process-pool.ts';
import { ModelProcessCrashedError } from '../model-process/model-process.ts';
import type { LanguageFile } from './open-engine.ts';
import type { RecognizeRequest, RecognizeResult, RecognizeSettings } from './recognize-page-protocol.ts';

export interface TesseractOptions {
  readonly name: string;
  /** Looked up when the first page comes, so that a missing language stops nothing else. */
  readonly findLanguages: () => Promise<readonly LanguageFile[]>;
  /** Pages at once, each in a process of its own. */
  readonly processes: number;
  /** Longest time for one page, in seconds. Default: 60. */
  readonly timeoutSeconds?: number;
  /** Most resident memory of one process, in bytes. Default: 1 GiB. */
  readonly memoryBytes?: number;
}

/** Makes a recognizer whose processes start when first needed and end after some idle time. */
export function createTesseractPageRecognizer(options: TesseractOptions): PageRecognizer {
  const { name, findLanguages, processes, timeoutSeconds = 60, memoryBytes = 1024 ** 3 } = options;
  const createPool = (languages: readonly LanguageFile[]) =>
    createModelProcessPool<RecognizeSettings, RecognizeRequest, RecognizeResult>({
      childModule: new URL('./recognize-page.child.ts', import.meta.url),
      settings: { languages },
      processes,
      timeoutSeconds,
      memoryBytes,
      // It reads, computes in a thread (Tesseract's), and may do nothing else.
      nodeArguments: ['--permission', '--allow-fs-read=*', '--allow-worker', '--no-warnings'],
    });
  let pool: ReturnType<typeof createPool> | undefined;
  return {
    name,
    concurrency: processes,
    async recognize(path, page, signal) {
      const languages = pool === undefined ? await findLanguages() : [];
      pool ??= createPool(languages);
      try {
        const result = await pool.call({ path, page }, signal);
        return 'problem' in result ? { problem: result.problem } : { page: result.recognized };
      } catch (error) {
        // Its process took too long, grew too large or crashed, twice: so it is with this page.
        if (error instanceof ModelProcessCrashedError) return { problem: 'limit' };
        throw error;
      }
    },
    close: async () => pool?.close(),
  };
}
