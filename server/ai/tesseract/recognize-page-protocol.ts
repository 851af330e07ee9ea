import type { RecognitionProblem } from '#server/documents/recognition/page-recognizer.ts';
import type { RecognizedPage } from '#server/documents/recognition/recognized-page.ts';
import type { LanguageModels } from './open-engine.ts';

export type RecognizeSettings = LanguageModels;

export interface RecognizeRequest {
  /** Of a PDF on this machine. */
  readonly path: string;
  /** From 1. */
  readonly page: number;
  readonly distrustedFonts: readonly string[];
}

export type RecognizeResult =
  { readonly recognized: RecognizedPage } | { readonly problem: RecognitionProblem };
