import type { Evidence, LessonPassage } from './lesson-text.ts';
import type { Sentence } from './sentence.ts';

/** What evidence copies from a passage. */
export type PlacedPassage = Pick<LessonPassage, 'id' | 'page' | 'pageEnd' | 'startSecond' | 'endSecond'>;

/** Evidence for words of a passage: `quote` is verbatim in its text. */
export function evidenceOfPassage(passage: PlacedPassage, quote: string): Evidence {
  const { page, pageEnd } = passage;
  return {
    quote,
    passage_id: passage.id,
    page,
    ...(pageEnd !== null && pageEnd !== page ? { page_end: pageEnd } : {}),
    start_second: passage.startSecond,
    end_second: passage.endSecond,
  };
}

/** Evidence for a sentence of a lesson. */
export const evidenceOfSentence = ({ passage, quote }: Pick<Sentence, 'passage' | 'quote'>): Evidence =>
  evidenceOfPassage(passage, quote);
