import { checkQuestion } from '#contract/question-rules/checks/check-question.ts';
import type { FlawCode } from '#contract/flaw-codes.ts';
import { containment, contentStems } from '#contract/question-rules/words.ts';
import type { AskedStatement } from '#server/ai/statement-writer.ts';
import { listFormProblems } from '../check-form.ts';

export interface DraftWords {
  readonly stem: string;
  readonly key: string;
  readonly wrong: readonly string[];
}

/** Flaws that make a question unusable. Others are shown, as for every writer. */
const REFUSED: ReadonlySet<FlawCode> = new Set([
  'all_of_the_above',
  'ambiguous_reference',
  'duplicate_options',
  'fill_in_the_blank',
  'grammatical_cue',
  'k_type',
  'none_of_the_above',
  'overlapping_options',
  'true_or_false',
  'unfocused_stem',
]);
const REFERS_TO_MATERIAL =
  /\b(?:the|this) (?:text|passage|lecture|lesson|statement|section|context|speaker|author|example|slide|chapter|paragraph)\b|\b(?:this|these)\b|\baccording to\b|\b(?:mentioned|described|discussed)\b/iu;
/** Among 199 drafts that a strict reader judged, those with less support for the key were one in twenty of the usable ones and one in seven of the wrong keys. */
const LEAST_SUPPORT = 0.7;
const LONG_KEY = 30;

/** Why a question and key are not worth wrong answers; empty if they are. */
export function listKeyFaults(
  { stem, key }: Pick<DraftWords, 'stem' | 'key'>,
  { statement }: Pick<AskedStatement, 'statement'>,
): string[] {
  const own = contentStems(key);
  const faults: string[] = [];
  if (REFERS_TO_MATERIAL.test(stem)) faults.push('refers to the material');
  if (containment(own, contentStems(stem)) === 1) faults.push('key in the stem');
  // Function words, such as "more" or "both", have no stems but may be keys.
  if (own.size > 0 && containment(own, contentStems(statement)) < LEAST_SUPPORT)
    faults.push('key not in the statement');
  return faults;
}

/** Why a complete draft cannot be shown; empty if it can. */
export function listDraftFaults({ stem, key, wrong }: DraftWords, quote: string): string[] {
  const meanLength = wrong.reduce((sum, { length }) => sum + length, 0) / Math.max(1, wrong.length);
  const options = [key, ...wrong].map((text) => ({ text, is_correct: text === key }));
  return [
    ...listFormProblems(stem, [key, ...wrong]),
    ...(key.length > LONG_KEY && key.length > 2 * meanLength ? ['long key'] : []),
    ...checkQuestion({ text: stem, type: 'multiple_choice', options, quote })
      .map(({ code }) => code)
      .filter((code) => REFUSED.has(code)),
  ];
}
