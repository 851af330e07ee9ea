import { containment, contentStems } from '../words.ts';
import type { CheckedItem, Flaw } from './checked-item.ts';
import type { LessonSupport } from './lesson-support.ts';

/** What the item is held against: the lesson's passages and statements. */
export interface LessonSource {
  readonly passages: readonly string[];
  readonly support: LessonSupport;
}

/** Evidence must be a verbatim part of a passage. */
export function findLooseEvidence(item: CheckedItem, source: LessonSource): Flaw | null {
  const { quote } = item;
  return quote !== null && quote.trim() !== '' && source.passages.some((passage) => passage.includes(quote))
    ? null
    : {
        code: 'evidence_not_verbatim',
        message: 'The quoted evidence does not stand in the lesson word for word. Quote the lesson.',
      };
}

/** The key's words must be in its evidence, but for a third at most. */
export function findUnsupportedKey(item: CheckedItem): Flaw | null {
  const key = item.options.find((option) => option.is_correct);
  if (!key || item.quote === null) return null;
  const words = contentStems(key.text);
  return words.size > 0 && containment(words, contentStems(item.quote)) < 0.65
    ? {
        code: 'key_unsupported',
        message: 'The evidence does not say what the correct option says. Quote the sentence it rests on.',
      }
    : null;
}

/** No statement of the lesson may make a distractor true for this stem. */
export function findSupportedDistractor(item: CheckedItem, source: LessonSource): Flaw | null {
  const found = item.options.find(
    (option) => !option.is_correct && source.support.supports(item.text, option.text),
  );
  return found
    ? {
        code: 'distractor_supported',
        message: `The lesson makes "${found.text}" a right answer too. Replace it.`,
      }
    : null;
}
