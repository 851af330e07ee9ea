import type { BloomLevel, Difficulty } from '../../contract/quizzes.ts';
import type { CheckedItem } from '../checks/checked-item.ts';
import { contentStems, overlap } from '../words.ts';

export interface DifficultyEstimate {
  readonly difficulty: Difficulty;
  /** A sentence for the instructor: what makes it so hard. */
  readonly reason: string;
}

const HARDNESS: Readonly<Record<BloomLevel, number>> = {
  remember: 0.1,
  understand: 0.4,
  apply: 0.55,
  analyze: 0.7,
  evaluate: 0.85,
  create: 0.9,
};

/** How hard an item is, from its level and from how much its wrong options share with the key. */
export function estimateDifficulty(item: CheckedItem, level: BloomLevel): DifficultyEstimate {
  const key = contentStems(item.options.find((option) => option.is_correct)?.text ?? '');
  const wrong = item.options.filter((option) => !option.is_correct);
  const nearness =
    wrong.length === 0
      ? 0
      : wrong.reduce((sum, option) => sum + overlap(key, contentStems(option.text)), 0) / wrong.length;
  const hardness = HARDNESS[level] * 0.7 + nearness * 0.6;
  const difficulty = hardness < 0.25 ? 'easy' : hardness < 0.5 ? 'medium' : 'hard';
  const asks = `It asks to ${level}`;
  const reason =
    wrong.length === 0
      ? `${asks}, in one's own words.`
      : `${asks}, and the wrong options ${nearness > 0.25 ? 'share words with the key' : 'are easy to tell from the key'}.`;
  return { difficulty, reason };
}
