import type { RecognizedPage } from './recognized-page.ts';

/** Why a page could not be recognized; `limit`: it took too long or too much memory. */
export type RecognitionProblem = 'damaged' | 'limit' | 'memory' | 'page-shape';

/** What became of a page: its words, or why it has none. */
export type RecognitionOutcome =
  | { readonly page: RecognizedPage; readonly problem?: undefined }
  | { readonly page?: undefined; readonly problem: RecognitionProblem };

/** Port: text recognition (OCR) of pages. */
export interface PageRecognizer {
  /** Names engine and languages: what was recognized under another name may differ. */
  readonly name: string;
  /** How many pages it works on at once. */
  readonly concurrency: number;
  /**
   * Recognizes one page. Calls beyond `concurrency` wait, in their order.
   * @param path of a PDF on this machine
   * @param page from 1
   * @param distrustedFonts the page's {@link DocumentPage.distrustedFonts}, whose words are replaced by recognized ones
   * @throws {DocumentUnreadableError} missing-language: a language of the settings is not installed
   * @throws the signal's reason when it is aborted
   */
  recognize(
    path: string,
    page: number,
    signal?: AbortSignal,
    distrustedFonts?: readonly string[],
  ): Promise<RecognitionOutcome>;
  close(): Promise<void>;
}
