import type { Evidence } from '#contract/evidence.ts';
import type { LessonText } from '#contract/lessons.ts';
import { containment, contentStems } from '#contract/question-rules/words.ts';

/** Abbreviations and initials, after which the segmenter wrongly ends a sentence. */
const GOES_ON = /(?:\b(?:e\.g|i\.e|etc|Dr|Mr|Mrs|Ms|Prof|St|vs|cf|ca|Fig|No)|\b\p{Lu})\.\s*$/u;

/**
 * The sentences of a text, each verbatim, white space around it left out.
 * @param language of the text, for its rules on where sentences end
 */
export function listSentences(text: string, language = 'en'): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const sentences: string[] = [];
  let begun = '';
  for (const { segment } of segmenter.segment(text)) {
    begun += segment;
    if (GOES_ON.test(begun)) continue;
    sentences.push(begun.trim());
    begun = '';
  }
  sentences.push(begun.trim());
  return sentences.filter((sentence) => sentence !== '');
}

/** As the server names the place (server/language/evidence-of-passage.ts), until it has stored the choice. */
function placeInText({ page, start_second: second, heading, paragraph }: LessonText['passages'][number]) {
  if (page !== null || second !== null) return {};
  if (heading !== null) return { section: heading };
  return paragraph === null ? {} : { paragraph };
}

/** Every sentence of the lesson as evidence, in order. */
export const listEvidence = ({ plain_text: plainText, passages }: LessonText): Evidence[] =>
  passages.flatMap((passage) =>
    listSentences(plainText.slice(passage.start_offset, passage.end_offset)).map((quote) => ({
      quote,
      page: passage.page,
      ...(passage.page_end !== null && passage.page_end !== passage.page
        ? { page_end: passage.page_end }
        : {}),
      ...placeInText(passage),
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
