import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { BloomLevel, Difficulty } from '#contract/quizzes.ts';
import { boundQuestion, partsOf } from '../checks/question-text.ts';
import { findNumber } from '../checks/number-values.ts';
import type { CheckedQuestion } from '../checks/checked-question.ts';
import { containment, contentStems, listWords, overlap } from '../words.ts';

export interface DifficultyEstimate {
  readonly difficulty: Difficulty;
  /** Why, for the instructor. */
  readonly reason: Message;
}

/** What a level alone makes of a question, 0 (easy) to 1 (hard). */
const HARDNESS: Readonly<Record<BloomLevel, number>> = {
  remember: 0.12,
  understand: 0.36,
  apply: 0.46,
  analyze: 0.58,
  evaluate: 0.74,
  create: 0.8,
};
const EASY_BELOW = 0.33;
const HARD_FROM = 0.62;

/** One thing that makes a question harder (above 0) or easier. */
interface Feature {
  readonly weight: number;
  readonly reason: Message;
}

/**
 * How hard a question is, estimated from features that studies of question difficulty find to matter (level, likeness of the
 * distractors to the key, words, number of options; Benedetto et al., ACM Computing Surveys 55, 2023), and why.
 */
export function estimateDifficulty(question: CheckedQuestion, level: BloomLevel): DifficultyEstimate {
  const bounded = boundQuestion(question);
  const features = [
    describeDistractors(bounded),
    describeOptionCount(bounded),
    describeWording(bounded),
    describeEvidence(bounded),
    describeNumbers(bounded),
  ].filter((feature) => feature !== undefined);
  const hardness = features.reduce((sum, feature) => sum + feature.weight, HARDNESS[level]);
  const difficulty = hardness < EASY_BELOW ? 'easy' : hardness < HARD_FROM ? 'medium' : 'hard';
  const telling = chooseTelling(features, difficulty);
  const task = describeTask(bounded, level);
  return {
    difficulty,
    reason:
      telling === undefined
        ? message('difficulty_task', { task })
        : message(`difficulty_task_${telling.link}_feature`, { task, feature: telling.feature.reason }),
  };
}

/** The weightiest feature; where it pulls against the estimate, the sentence says "but". */
function chooseTelling(
  features: readonly Feature[],
  difficulty: Difficulty,
): { feature: Feature; link: 'and' | 'but' } | undefined {
  const [feature] = features.toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight));
  if (!feature || feature.weight === 0) return undefined;
  const pullsAgainst =
    difficulty === 'easy' ? feature.weight > 0 : difficulty === 'hard' && feature.weight < 0;
  return { feature, link: pullsAgainst ? 'but' : 'and' };
}

function describeTask(question: CheckedQuestion, level: BloomLevel): Message {
  const asked = /\b(why|how many|how much|how|who|when|where)\b/iu.exec(question.text)?.[1]?.toLowerCase();
  const asksFirst = asked !== undefined && question.text.trimStart().toLowerCase().startsWith(asked);
  if (level === 'remember' && asksFirst) return message('task_remember_asked', { asked });
  if (level === 'understand' && asksFirst && (asked === 'why' || asked === 'how')) {
    return message('task_understand_asked', { asked });
  }
  return message(`task_${level}`);
}

/** Wrong options that share half of the key's words are hard to tell from it. */
function describeDistractors(question: CheckedQuestion): Feature | undefined {
  const parts = partsOf(question);
  if (!parts || findNumber(parts.key.text)) return undefined;
  const key = contentStems(parts.key.text);
  const asked = contentStems(question.text);
  const likeness = parts.distractors.map((option) => overlap(key, contentStems(option.text)));
  const near = likeness.filter((share) => share >= 0.25).length;
  if (near > 0) {
    const mean = likeness.reduce((sum, share) => sum + share, 0) / likeness.length;
    const reason =
      near === parts.distractors.length
        ? message('feature_all_answers_near')
        : near === 1
          ? message('feature_answer_near')
          : message('feature_answers_near', { count: near });
    return { weight: 0.08 + mean * 0.3, reason };
  }
  // Wrong options that speak of what the stem speaks of can at least be believed.
  const related = parts.distractors.filter(
    (option) => containment(contentStems(option.text), asked) > 0,
  ).length;
  return related === 0
    ? { weight: -0.06, reason: message('feature_answers_far') }
    : {
        weight: 0.03,
        reason:
          related === 1
            ? message('feature_answer_related')
            : message('feature_answers_related', { count: related }),
      };
}

function describeOptionCount(question: CheckedQuestion): Feature | undefined {
  const count = question.options.length;
  if (question.type === 'essay' || count === 0) return undefined;
  if (count <= 3) return { weight: -0.05, reason: message('feature_answers_few', { count }) };
  return count >= 5 ? { weight: 0.05, reason: message('feature_answers_many', { count }) } : undefined;
}

const LONG_WORD_CHARACTERS = 9;

/** Long stems and long words take more reading. */
function describeWording(question: CheckedQuestion): Feature | undefined {
  const stem = listWords(question.text);
  if (stem.length > 28)
    return {
      weight: Math.min(0.15, (stem.length - 28) * 0.006 + 0.06),
      reason: message('feature_long_question', { count: stem.length }),
    };
  const words = [question.text, ...question.options.map((option) => option.text)].flatMap((text) => [
    ...contentStems(text),
  ]);
  const long = words.filter((word) => word.length >= LONG_WORD_CHARACTERS).length;
  return words.length >= 4 && long / words.length > 0.4
    ? { weight: 0.07, reason: message('feature_long_words') }
    : undefined;
}

/** A key in the lesson's own words is recognised; one in other words has to be understood. */
function describeEvidence(question: CheckedQuestion): Feature | undefined {
  const key = question.options.find((option) => option.is_correct)?.text;
  if (key === undefined || question.quote === null) return undefined;
  const plain = (text: string): string => listWords(text).join(' ');
  const words = plain(key).replace(/^(?:because|it|they|to|that|by) /u, '');
  if (words.length >= 12 && plain(question.quote).includes(words))
    return { weight: -0.05, reason: message('feature_key_verbatim') };
  const shared = containment(contentStems(key), contentStems(question.quote));
  return contentStems(key).size > 2 && shared < 0.7
    ? { weight: 0.1, reason: message('feature_key_in_other_words') }
    : undefined;
}

/** Numbers close to each other have to be known or worked out; far ones are ruled out by their size. */
function describeNumbers(question: CheckedQuestion): Feature | undefined {
  const parts = partsOf(question);
  const key = parts && findNumber(parts.key.text)?.value;
  if (!parts || key === undefined || key === null) return undefined;
  const near = parts.distractors.filter((option) => {
    const value = findNumber(option.text)?.value;
    const isYear = key >= 1000 && key <= 2100;
    return value !== undefined && Math.abs(value - key) <= (isYear ? 25 : Math.abs(key) * 0.25);
  }).length;
  return near === 0
    ? { weight: -0.03, reason: message('feature_numbers_far') }
    : {
        weight: 0.08 + near * 0.05,
        reason:
          near === 1 ? message('feature_number_near') : message('feature_numbers_near', { count: near }),
      };
}
