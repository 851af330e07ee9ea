import { contentStems, listWords } from '../words.ts';
import type { CheckedItem, CheckedOption, Flaw } from './checked-item.ts';

/** Criteria on cues that give the key away, after Tarrant et al. (2006) and Moore et al. (EC-TEL 2023, arXiv 2307.08161; SAQUET, 2024). */

interface Parts {
  readonly key: CheckedOption;
  readonly distractors: readonly CheckedOption[];
}

function partsOf(item: CheckedItem): Parts | null {
  const key = item.options.find((option) => option.is_correct);
  const distractors = item.options.filter((option) => !option.is_correct);
  return key && distractors.length > 0 ? { key, distractors } : null;
}

/** The longest option is correct, by far: a third longer than every other. */
export function findLongestKey(item: CheckedItem): Flaw | null {
  const parts = partsOf(item);
  if (!parts) return null;
  const longest = Math.max(...parts.distractors.map((option) => option.text.length));
  return parts.key.text.length > longest * 1.35 && parts.key.text.length - longest > 10
    ? {
        code: 'key_longest',
        message: 'The correct option is by far the longest. Shorten it or lengthen another.',
      }
    : null;
}

/** Word repeats: a word of the stem stands in the key and in no other option. */
export function findWordRepeat(item: CheckedItem): Flaw | null {
  const parts = partsOf(item);
  if (!parts) return null;
  const stem = contentStems(item.text);
  const others = parts.distractors.map((option) => contentStems(option.text));
  for (const word of listWords(parts.key.text)) {
    const [inKey] = contentStems(word);
    if (
      inKey === undefined ||
      inKey.length < 3 ||
      !stem.has(inKey) ||
      others.some((other) => other.has(inKey))
    )
      continue;
    return {
      code: 'word_repeat',
      message: `"${word}" stands in the stem and only in the correct option. Reword one of them.`,
    };
  }
  return null;
}

/** Logical cue: the key answers the stem by a shared rare word part ("photosynthesis" … "photosynthetic"). */
export function findLogicalCue(item: CheckedItem): Flaw | null {
  const parts = partsOf(item);
  if (!parts) return null;
  const heads = (text: string): Set<string> =>
    new Set([...contentStems(text)].filter((word) => word.length >= 7).map((word) => word.slice(0, 6)));
  const stem = heads(item.text);
  const others = parts.distractors.map((option) => heads(option.text));
  const shared = [...heads(parts.key.text)].find(
    (head) => stem.has(head) && !others.some((other) => other.has(head)),
  );
  return shared === undefined
    ? null
    : {
        code: 'logical_cue',
        message: `Words beginning with "${shared}" stand in the stem and only in the correct option. Reword one of them.`,
      };
}

/** Convergence: the key shares a word with each distractor that the distractors do not share with each other. */
export function findConvergence(item: CheckedItem): Flaw | null {
  const parts = partsOf(item);
  if (!parts || parts.distractors.length < 3) return null;
  const key = contentStems(parts.key.text);
  const others = parts.distractors.map((option) => contentStems(option.text));
  if (key.size < 2 || key.size > 6) return null;
  const sharedByKey = others.map((other) => [...other].filter((word) => key.has(word)));
  const distinct = new Set(sharedByKey.flat());
  const everyOneShares = sharedByKey.every((words) => words.length > 0);
  return everyOneShares && distinct.size >= 3
    ? {
        code: 'convergence',
        message: 'The correct option holds a part of every other one. Vary the options independently.',
      }
    : null;
}

/** Grammatical cues: capitals, final punctuation, articles and number must not single out the key. */
export function findGrammaticalCue(item: CheckedItem): Flaw | null {
  const parts = partsOf(item);
  if (!parts) return null;
  for (const [name, feature] of FEATURES) {
    const ofKey = feature(parts.key.text);
    if (
      parts.distractors.every((option) => feature(option.text) !== ofKey) &&
      new Set(parts.distractors.map((option) => feature(option.text))).size === 1
    ) {
      return {
        code: 'grammatical_cue',
        message: `The correct option differs from all others in its ${name}. Make them alike.`,
      };
    }
  }
  const article = /\b(a|an)\s*[:?]?$/iu.exec(item.text.trim())?.[1]?.toLowerCase();
  if (article !== undefined)
    return {
      code: 'grammatical_cue',
      message: `The stem ends in "${article}", which fits only some options.`,
    };
  return null;
}

const FEATURES: readonly (readonly [string, (text: string) => string])[] = [
  ['first letter', (text) => (/^\p{Lu}/u.test(text) ? 'capital' : /^\p{Ll}/u.test(text) ? 'small' : 'other')],
  ['final punctuation', (text) => /[.!?]$/u.exec(text)?.[0] ?? ''],
  [
    'opening word',
    (text) =>
      /^(?:it|they|because|to|a|an|the)\b/iu.exec(text)?.[0].toLowerCase().replace(/^an$/u, 'a') ?? '',
  ],
];
