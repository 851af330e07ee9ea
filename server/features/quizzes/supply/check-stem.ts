import { checkItem } from '../../../../items/checks/check-item.ts';
import type { LessonSource } from '../../../../items/checks/source-criteria.ts';
import { estimateDifficulty } from '../../../../items/difficulty/estimate-difficulty.ts';
import { findLevel } from '../../../../items/levels/find-level.ts';
import { containment, contentStems } from '../../../../items/words.ts';
import type { Evidence } from '../../../language/lesson-text.ts';
import type { BloomLevel, ComposedQuestion, ComposeRequest } from '../compose/composed-question.ts';
import { findQuote } from './find-quote.ts';
import { findForeignMatter, speaksToModel } from '../../../language-model/plain-text.ts';
import type { Task } from './plan-tasks.ts';

/** What everything that a model writes is held against. */
export interface Bench {
  readonly source: LessonSource;
  readonly request: ComposeRequest;
}

/** Sound so far, or what is wrong with it in sentences that go back to the model. */
export type Verdict<T> =
  | { readonly sound: true; readonly value: T }
  | { readonly sound: false; readonly problems: readonly string[] };

export interface StemDraft {
  readonly stem: string;
  readonly key: string;
  readonly quote: string;
}

export interface SoundStem {
  readonly stem: string;
  readonly key: string;
  readonly evidence: Evidence;
}

const MAXIMUM_STEM = 300;
export const MAXIMUM_OPTION = 160;

/** Stem, key and quotation before any wrong answer is asked for. The whole item is checked again with its options. */
export function checkStem(draft: StemDraft, task: Task, { source }: Bench): Verdict<SoundStem> {
  const stem = draft.stem.trim();
  const key = trimOption(draft.key);
  const foreign = [
    tell('stem', findForeignMatter(stem, MAXIMUM_STEM)),
    tell('key', findForeignMatter(key, MAXIMUM_OPTION)),
  ].filter((problem) => problem !== null);
  if (foreign.length > 0) return { sound: false, problems: foreign };
  const evidence = findQuote(draft.quote, task.passage);
  if (evidence === undefined || speaksToModel(evidence.quote)) {
    const problem =
      'The quote does not stand in the passage of the task, character for character. Copy a sentence.';
    return { sound: false, problems: [problem] };
  }
  const item = {
    text: stem,
    type: 'multiple_choice' as const,
    options: [{ text: key, is_correct: true }],
    quote: evidence.quote,
  };
  const problems = checkItem(item, source)
    .filter(({ place }) => place === 'stem' || place === 'evidence')
    .map(({ message }) => message);
  if (!isAboutPassage(stem, key, task))
    problems.push('The stem does not ask about the passage. Use its own terms.');
  const level = findLevel(item);
  if (level !== task.level)
    problems.push(`The stem asks to ${level}, and the task is to ${task.level}. Reword it.`);
  return problems.length === 0 ? { sound: true, value: { stem, key, evidence } } : { sound: false, problems };
}

/** Half of the stem's words that carry meaning must come from the passage; a case to apply it to brings words of its own. */
function isAboutPassage(stem: string, key: string, { passage, level }: Task): boolean {
  const share = level === 'apply' ? 0.3 : 0.5;
  return shareOfPassage(stem, key, passage) >= share;
}

/** How much of what a stem asks about is named in the passage, 0 to 1; words of the key do not count. */
export function shareOfPassage(stem: string, key: string, passage: Task['passage']): number {
  const keyStems = contentStems(key);
  const asked = new Set([...contentStems(stem)].filter((word) => !keyStems.has(word)));
  if (asked.size === 0) return 1;
  const known = contentStems(`${passage.heading ?? ''} ${passage.text}`);
  return containment(asked, known);
}

/** Without the letter, the number or the full stop that models put around options. */
export const trimOption = (text: string): string =>
  text
    .trim()
    .replace(/^\(?[A-Fa-f1-6][).:]\s+/u, '')
    .replace(/(?<=[\p{L}\p{N})])\.$/u, '');

/** The difficulty and the level that are found in it, not what its writer was asked for; or what is wrong with them. */
export function rateItem(
  item: Pick<ComposedQuestion, 'text' | 'type' | 'options'> & { quote: string },
  task: Task,
  { request }: Bench,
): Verdict<{ level: BloomLevel; difficulty: ComposedQuestion['difficulty'] }> {
  const level = findLevel(item);
  if (level !== task.level)
    return { sound: false, problems: [`It asks to ${level}, and the task is to ${task.level}.`] };
  const { difficulty } = estimateDifficulty(item, level);
  const wanted = request.difficulty ?? 'mixed';
  if (wanted === 'mixed' || wanted === difficulty) return { sound: true, value: { level, difficulty } };
  return { sound: false, problems: [`It is ${difficulty}, and ${wanted} questions are wanted.`] };
}

const tell = (part: string, problem: string | null): string | null =>
  problem === null ? null : `The ${part}: ${problem}`;
