import { speaksToModel } from '#server/ai/language-model/plain-text.ts';
import type { Stretch } from '#server/ai/language-model/stretches.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';

/** Neighboring stretches that a model summarizes at once. */
export interface Part {
  readonly stretches: readonly Stretch[];
  readonly passages: readonly LessonPassage[];
  /** Each stretch under its heading. */
  readonly text: string;
  readonly hasSlides: boolean;
  readonly hasCode: boolean;
}

/** Fits into a context of 4,096 tokens, with the instructions and the answer. */
const MOST_WORDS_AS_PROSE = 1_600;
/** A model that answers one request at a time may be slow, but must finish a part before the deadline. */
const MOST_WORDS_ONE_AT_A_TIME = 400;
const MOST_CHARACTERS = 7_000;

/** With a lower value, a summary of slides would leave out many of their ideas. */
const WORDS_OF_PROSE_FOR_ONE_ON_A_SLIDE = 2.3;

/** How many words prose would need to say the same. */
export const countAsProse = (stretches: readonly Stretch[]): number =>
  stretches.reduce(
    (sum, { wordCount, hasSlides }) =>
      sum + (hasSlides ? wordCount * WORDS_OF_PROSE_FOR_ONE_ON_A_SLIDE : wordCount),
    0,
  );

/**
 * Groups stretches, across sections too: fewer parts mean fewer calls, and the model can weigh more ideas against each other.
 * @param concurrency how many requests the model answers at once
 */
export function listParts(stretches: readonly Stretch[], concurrency: number): Part[] {
  const most = concurrency > 1 ? MOST_WORDS_AS_PROSE : MOST_WORDS_ONE_AT_A_TIME;
  const groups: Stretch[][] = [];
  for (const stretch of stretches) {
    const extended = [...(groups.at(-1) ?? []), stretch];
    const characters = extended.reduce((sum, { text }) => sum + text.length, 0);
    const fits = countAsProse(extended) <= most && characters <= MOST_CHARACTERS;
    if (groups.length > 0 && fits) groups[groups.length - 1] = extended;
    else groups.push([stretch]);
  }
  return groups.map(toPart);
}

function toPart(stretches: readonly Stretch[]): Part {
  const texts = stretches.map(({ heading, text }, at) => {
    const isShown = heading !== null && heading !== stretches[at - 1]?.heading && !speaksToModel(heading);
    return isShown ? `Section: ${heading.slice(0, 200)}\n${text}` : text;
  });
  return {
    stretches,
    passages: stretches.flatMap(({ passages }) => passages),
    text: texts.join('\n\n'),
    hasSlides: stretches.some(({ hasSlides }) => hasSlides),
    hasCode: stretches.some(({ hasCode }) => hasCode),
  };
}
