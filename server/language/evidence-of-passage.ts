import type { Evidence, LessonPassage } from './lesson-text.ts';
import type { Sentence } from './sentence.ts';

/** What evidence copies from a passage. */
export type PlacedPassage = Pick<
  LessonPassage,
  'id' | 'page' | 'pageEnd' | 'startSecond' | 'endSecond' | 'heading' | 'paragraph'
>;

/** Headings are lines of a document, and may be as long as one. */
const LONGEST_SECTION = 120;

/** Where the words are in a document: under a heading or, in a text without pages and headings, in a paragraph. */
function placeInText({ page, startSecond, heading, paragraph }: PlacedPassage) {
  if (startSecond !== null) return {};
  if (heading !== null) return { section: heading.slice(0, LONGEST_SECTION) };
  return page === null && typeof paragraph === 'number' ? { paragraph } : {};
}

/** Evidence for words of a passage: `quote` is verbatim in its text. */
export function evidenceOfPassage(passage: PlacedPassage, quote: string): Evidence {
  const { page, pageEnd } = passage;
  return {
    quote,
    passage_id: passage.id,
    page,
    ...(pageEnd !== null && pageEnd !== page ? { page_end: pageEnd } : {}),
    ...placeInText(passage),
    start_second: passage.startSecond,
    end_second: passage.endSecond,
  };
}

/** Evidence for a sentence of a lesson. */
export const evidenceOfSentence = ({ passage, quote }: Pick<Sentence, 'passage' | 'quote'>): Evidence =>
  evidenceOfPassage(passage, quote);
