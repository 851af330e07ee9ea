import type { Passage } from '../documents/passage.ts';

/** A passage that has been stored: its id is what evidence points at. */
export type LessonPassage = Passage & {
  readonly id: string;
  /** From 1: the paragraph of the lesson in which it begins. Only of stored passages. */
  readonly paragraph?: number | null;
};

/** What a course wants its students to be able to do. */
export interface LessonOutcome {
  /** At most 5 characters. */
  readonly short_name: string;
  readonly description: string;
}

/** A lesson as the writers of summaries and questions read it. Passages are in the order of the lesson. */
export interface LessonText {
  readonly title: string;
  /** True for transcripts: fillers and false starts are then removed before anything is made of a sentence. */
  readonly spoken: boolean;
  readonly passages: readonly LessonPassage[];
  readonly outcomes?: readonly LessonOutcome[];
  /** Terms that other lessons of the course explain, without articles: believable wrong answers. */
  readonly courseTerms?: readonly string[];
}

/** Turns texts into unit vectors, in their order: `TextEmbedder.embed` of `server/ai/text-embedder.ts`. */
export type Embed = (texts: readonly string[], signal?: AbortSignal) => Promise<Float32Array[]>;

/** Words of the lesson: `quote` is a verbatim substring of the passage's text. */
interface QuotedWords {
  readonly quote: string;
  readonly passage_id: string;
  readonly page: number | null;
  /** Only of a passage of several pages: the last one. */
  readonly page_end?: number | undefined;
  readonly section?: string | undefined;
  readonly paragraph?: number | undefined;
  readonly start_second: number | null;
  readonly end_second: number | null;
}

/** Where a statement rests in the lesson. */
export interface Evidence extends QuotedWords {
  /** The other place, if a question rests on two. */
  readonly further?: QuotedWords | undefined;
  /** Only when the lesson was corrected and no longer says the quote: what it says instead, or null. */
  readonly changed?: QuotedWords | null | undefined;
}
