import type { Evidence } from '../../../../contract/evidence.ts';
import type { LessonText } from '../../../../contract/lessons.ts';
import { containment, contentStems } from '../../../../items/words.ts';
import { listSentences } from './list-sentences.ts';

/** Every sentence of the lesson as evidence, in order. */
export const listEvidence = ({ plain_text: plainText, passages }: LessonText): Evidence[] =>
  passages.flatMap((passage) =>
    listSentences(plainText.slice(passage.start_offset, passage.end_offset)).map((quote) => ({
      quote,
      page: passage.page,
      ...(passage.page_end !== null && passage.page_end !== passage.page
        ? { page_end: passage.page_end }
        : {}),
      start_second: passage.start_second,
      end_second: passage.end_second,
      passage_id: passage.id,
    })),
  );

/**
 * The sentences that hold most of the words sought, best first; of equals, the one that comes first in the lesson. A
 * sentence that holds the whole text as it was typed comes before all others.
 */
export function searchSentences(all: readonly Evidence[], sought: string, most: number): Evidence[] {
  const typed = sought.trim().toLowerCase();
  if (typed === '') return all.slice(0, most);
  const stems = contentStems(typed);
  return all
    .map((evidence, place) => ({
      evidence,
      place,
      score: evidence.quote.toLowerCase().includes(typed)
        ? 2
        : containment(stems, contentStems(evidence.quote)),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.place - other.place)
    .slice(0, most)
    .map(({ evidence }) => evidence);
}
