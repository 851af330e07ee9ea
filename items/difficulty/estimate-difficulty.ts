import type { BloomLevel, Difficulty } from '../../contract/quizzes.ts';
import { boundItem, partsOf } from '../checks/item-text.ts';
import { findNumber } from '../checks/number-values.ts';
import type { CheckedItem } from '../checks/checked-item.ts';
import { containment, contentStems, listWords, overlap } from '../words.ts';

export interface DifficultyEstimate {
  readonly difficulty: Difficulty;
  /** A sentence for the instructor: what makes it so hard, or so easy. */
  readonly reason: string;
}

/** What a level alone makes of an item, 0 (easy) to 1 (hard). */
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

/** One thing that makes an item harder (above 0) or easier. */
interface Feature {
  readonly weight: number;
  readonly words: string;
}

/**
 * How hard an item is, estimated from features that studies of item difficulty find to matter (level, likeness of the
 * distractors to the key, words, number of options; Benedetto et al., ACM Computing Surveys 55, 2023), and why.
 */
export function estimateDifficulty(item: CheckedItem, level: BloomLevel): DifficultyEstimate {
  const bounded = boundItem(item);
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
  const name = { easy: 'Easy', medium: 'Medium', hard: 'Hard' }[difficulty];
  const lead = `${name}: ${describeTask(bounded, level)}`;
  return {
    difficulty,
    reason: telling === undefined ? `${lead}.` : `${lead}, ${telling.link} ${telling.feature.words}.`,
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

function describeTask(item: CheckedItem, level: BloomLevel): string {
  const asked = /\b(why|how many|how much|how|who|when|where)\b/iu.exec(item.text)?.[1]?.toLowerCase();
  const asksFirst = asked !== undefined && item.text.trimStart().toLowerCase().startsWith(asked);
  switch (level) {
    case 'remember':
      return asksFirst ? `it asks ${asked}, which is a fact to remember` : 'it asks for a fact to remember';
    case 'understand':
      return asksFirst && (asked === 'why' || asked === 'how')
        ? `it asks ${asked}`
        : 'it asks for an understanding of what was said';
    case 'apply':
      return 'it asks to apply what was learned to a case';
    case 'analyze':
      return 'it asks how things relate or differ';
    case 'evaluate':
      return 'it asks for a judgement and its reasons';
    case 'create':
      return 'it asks to make something new';
  }
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five'];
const countWord = (count: number): string => COUNTS[count] ?? String(count);

/** Wrong options that share half of the key's words are hard to tell from it. */
function describeDistractors(item: CheckedItem): Feature | undefined {
  const parts = partsOf(item);
  if (!parts || findNumber(parts.key.text)) return undefined;
  const key = contentStems(parts.key.text);
  const asked = contentStems(item.text);
  const likeness = parts.distractors.map((option) => overlap(key, contentStems(option.text)));
  const near = likeness.filter((share) => share >= 0.25).length;
  if (near > 0) {
    const mean = likeness.reduce((sum, share) => sum + share, 0) / likeness.length;
    const subject =
      near === parts.distractors.length
        ? 'all wrong options'
        : `${countWord(near)} wrong option${near === 1 ? '' : 's'}`;
    return {
      weight: 0.08 + mean * 0.3,
      words: `${subject} ${near === 1 && near !== parts.distractors.length ? 'shares' : 'share'} words with the key`,
    };
  }
  // Wrong options that speak of what the stem speaks of can at least be believed.
  const related = parts.distractors.filter(
    (option) => containment(contentStems(option.text), asked) > 0,
  ).length;
  return related === 0
    ? { weight: -0.06, words: 'the wrong options share no words with the key' }
    : {
        weight: 0.03,
        words: `${countWord(related)} wrong option${related === 1 ? ' takes' : 's take'} up words of the stem`,
      };
}

function describeOptionCount(item: CheckedItem): Feature | undefined {
  const count = item.options.length;
  if (item.type === 'essay' || count === 0) return undefined;
  if (count <= 3) return { weight: -0.05, words: `it has only ${countWord(count)} options to choose from` };
  return count >= 5
    ? { weight: 0.05, words: `it has ${countWord(count)} options to choose from` }
    : undefined;
}

const LONG_WORD_CHARACTERS = 9;

/** Long stems and long words take more reading. */
function describeWording(item: CheckedItem): Feature | undefined {
  const stem = listWords(item.text);
  if (stem.length > 28)
    return {
      weight: Math.min(0.15, (stem.length - 28) * 0.006 + 0.06),
      words: `its stem of ${stem.length} words takes careful reading`,
    };
  const words = [item.text, ...item.options.map((option) => option.text)].flatMap((text) => [
    ...contentStems(text),
  ]);
  const long = words.filter((word) => word.length >= LONG_WORD_CHARACTERS).length;
  return words.length >= 4 && long / words.length > 0.4
    ? { weight: 0.07, words: 'many of its words are long technical ones' }
    : undefined;
}

/** A key in the lesson's own words is recognised; one in other words has to be understood. */
function describeEvidence(item: CheckedItem): Feature | undefined {
  const key = item.options.find((option) => option.is_correct)?.text;
  if (key === undefined || item.quote === null) return undefined;
  const plain = (text: string): string => listWords(text).join(' ');
  const words = plain(key).replace(/^(?:because|it|they|to|that|by) /u, '');
  if (words.length >= 12 && plain(item.quote).includes(words))
    return { weight: -0.05, words: 'the key stands in the lesson word for word' };
  const shared = containment(contentStems(key), contentStems(item.quote));
  return contentStems(key).size > 2 && shared < 0.7
    ? { weight: 0.1, words: 'the key says it in other words than the lesson' }
    : undefined;
}

/** Numbers close to each other have to be known or worked out; far ones are ruled out by their size. */
function describeNumbers(item: CheckedItem): Feature | undefined {
  const parts = partsOf(item);
  const key = parts && findNumber(parts.key.text)?.value;
  if (!parts || key === undefined || key === null) return undefined;
  const near = parts.distractors.filter((option) => {
    const value = findNumber(option.text)?.value;
    const isYear = key >= 1000 && key <= 2100;
    return value !== undefined && Math.abs(value - key) <= (isYear ? 25 : Math.abs(key) * 0.25);
  }).length;
  return near === 0
    ? { weight: -0.03, words: 'the wrong numbers are far from the right one' }
    : {
        weight: 0.08 + near * 0.05,
        words: `${countWord(near)} wrong number${near === 1 ? ' is' : 's are'} close to the right one`,
      };
}
