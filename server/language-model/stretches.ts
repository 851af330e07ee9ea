import { withoutOrders } from './check-support.ts';
import { countWordsIn } from '../documents/passage-grouping.ts';
import type { LessonPassage } from '../language/lesson-text.ts';
import { listSections } from '../language/list-sections.ts';

/** Neighbouring passages of one section: as much of a lesson as a model is given to write one question from. */
export interface Stretch {
  /** Section of the lesson, numbered as by `listSections`. */
  readonly section: number;
  readonly heading: string | null;
  readonly passages: readonly LessonPassage[];
  /** The passages' text without sentences that address a model, in order. */
  readonly text: string;
  readonly wordCount: number;
}

/** Enough to see an idea with its conditions, and little enough for a context of 4,096 tokens. */
const STRETCH_WORDS = 320;
const LONGEST_STRETCH_CHARACTERS = 4_500;

/** Cuts a lesson into stretches of about 320 words that never cross a section. Pure. */
export function listStretches(passages: readonly LessonPassage[]): Stretch[] {
  return listSections(passages).flatMap(({ section, heading, wordCount, passages: own }) => {
    const count = Math.max(1, Math.round(wordCount / STRETCH_WORDS));
    const groups: LessonPassage[][] = Array.from({ length: count }, () => []);
    let before = 0;
    for (const passage of own) {
      const words = countWordsIn(passage.text);
      const place = Math.floor(((before + words / 2) / Math.max(1, wordCount)) * count);
      groups[Math.min(count - 1, place)]?.push(passage);
      before += words;
    }
    return groups.flatMap((group) => {
      const text = group
        .map((passage) => withoutOrders(passage).text.trim())
        .filter((part) => part !== '')
        .join('\n')
        .slice(0, LONGEST_STRETCH_CHARACTERS);
      return text === '' ? [] : [{ section, heading, passages: group, text, wordCount: countWordsIn(text) }];
    });
  });
}
