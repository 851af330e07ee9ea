import type { RecognitionProblem } from '#server/documents/recognition/page-recognizer.ts';
import type { CreatedAt, Json } from './column-types.ts';

/** A word as it is kept: text, left, top, right, bottom, size, confidence, and 1 when it follows the one before. */
export type KeptWord = [string, number, number, number, number, number, number, 0 | 1];

/** What was recognized on a page of a PDF. */
export interface RecognizedPageTable {
  instructor_id: number;
  /** Of the PDF's content, the engine and its languages: the same file uploaded again is not recognized again. */
  recognition_key: string;
  /** From 1. */
  page: number;
  /** Points, of the straightened page. */
  width: number;
  height: number;
  /** Clockwise, from the page as it is shown to the straightened one. */
  turned_degrees: number;
  /** 0 to 100. */
  confidence: number;
  words: Json<KeptWord[]>;
  /** Why the page could not be recognized; null when it was. */
  problem: RecognitionProblem | null;
  created_at: CreatedAt;
}
