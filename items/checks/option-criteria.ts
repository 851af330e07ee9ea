import { containment, contentStems, listWords } from '../words.ts';
import type { CheckedItem, Flaw } from './checked-item.ts';

/** Criteria on the options, after Tarrant et al. (2006) as made rule-based by Moore et al. (EC-TEL 2023, arXiv 2307.08161; SAQUET, 2024). */

function quote(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`;
}

/** None of the above. */
export function findNoneOfTheAbove(item: CheckedItem): Flaw | null {
  const found = item.options.find((option) =>
    /\bnone of (?:the above|these|them|the other)/iu.test(option.text),
  );
  return found
    ? {
        code: 'none_of_the_above',
        message: `${quote(found.text)} shows only that the others are wrong. Replace it with an answer.`,
      }
    : null;
}

/** All of the above. */
export function findAllOfTheAbove(item: CheckedItem): Flaw | null {
  const found = item.options.find((option) =>
    /\ball of (?:the above|these|them|the other)/iu.test(option.text),
  );
  return found
    ? {
        code: 'all_of_the_above',
        message: `${quote(found.text)} is found by knowing two answers. Replace it with an answer.`,
      }
    : null;
}

/** Complex or K-type: "A and C only". */
export function findCombinedOptions(item: CheckedItem): Flaw | null {
  const found = item.options.find((option) =>
    /^(?:both )?\(?(?:[a-e]|[1-5]|i{1,3}|iv)\)?(?:,? (?:and|&) \(?(?:[a-e]|[1-5]|i{1,3}|iv)\)?)+(?: only)?\.?$/iu.test(
      option.text.trim(),
    ),
  );
  return found
    ? { code: 'k_type', message: `${quote(found.text)} combines other options. Ask for one thing.` }
    : null;
}

/** Absolute terms, which test-wise students cross out. */
export function findAbsoluteTerm(item: CheckedItem): Flaw | null {
  const pattern =
    /\b(?:always|never|must|impossible|absolutely|entirely|completely|none|nobody|everyone|everybody|nothing|everything|all|only|every)\b/iu;
  for (const option of item.options) {
    const found = pattern.exec(option.text);
    if (found)
      return {
        code: 'absolute_term',
        message: `The option ${quote(option.text)} holds "${found[0]}". Put it less absolutely.`,
      };
  }
  return null;
}

/** Number of options, and of keys. */
export function findWrongCount(item: CheckedItem): Flaw | null {
  if (item.type === 'essay') return null;
  const keys = item.options.filter((option) => option.is_correct).length;
  if (keys !== 1) return { code: 'key_count', message: `${keys} options are marked correct. Mark one.` };
  return item.options.length < 3
    ? { code: 'option_count', message: 'There are fewer than three options. Add believable wrong answers.' }
    : null;
}

/** The same option twice, but for case, articles and punctuation. */
export function findDuplicateOptions(item: CheckedItem): Flaw | null {
  const seen = new Set<string>();
  for (const option of item.options) {
    const key = listWords(option.text)
      .filter((word) => !['a', 'an', 'the'].includes(word))
      .join(' ');
    if (seen.has(key))
      return { code: 'duplicate_options', message: `${quote(option.text)} stands twice. Change one.` };
    seen.add(key);
  }
  return null;
}

/** Overlapping options: one says all that another says. */
export function findOverlappingOptions(item: CheckedItem): Flaw | null {
  const stems = item.options.map((option) => contentStems(option.text));
  for (const [index, first] of stems.entries()) {
    for (const [other, second] of stems.entries()) {
      if (index === other || first.size === 0 || isNumeric(item.options[index]?.text ?? '')) continue;
      const shared = containment(first, second);
      if (shared === 1 && second.size >= first.size && first.size <= 4 && second.size > first.size) {
        return {
          code: 'overlapping_options',
          message: `${quote(item.options[other]?.text ?? '')} includes ${quote(item.options[index]?.text ?? '')}. Make them exclude each other.`,
        };
      }
      if (shared === 1 && first.size === second.size && index < other) {
        return {
          code: 'overlapping_options',
          message: `${quote(item.options[index]?.text ?? '')} and ${quote(item.options[other]?.text ?? '')} say the same. Change one.`,
        };
      }
    }
  }
  return null;
}

function isNumeric(text: string): boolean {
  return /\d/u.test(text);
}

/** Lost sequence: numbers should stand in order. */
export function findLostSequence(item: CheckedItem): Flaw | null {
  const numbers = item.options.map((option) =>
    Number(
      /^(?:about |over |nearly |almost |roughly )?(\d[\d,]*(?:\.\d+)?)/iu
        .exec(option.text)?.[1]
        ?.replaceAll(',', '') ?? Number.NaN,
    ),
  );
  if (numbers.length < 3 || numbers.some(Number.isNaN)) return null;
  const rising = numbers.every((value, index) => index === 0 || value >= (numbers[index - 1] ?? value));
  const falling = numbers.every((value, index) => index === 0 || value <= (numbers[index - 1] ?? value));
  return rising || falling
    ? null
    : { code: 'lost_sequence', message: 'The numbers stand out of order. Sort them.' };
}

/** Implausible distractor: empty, or of another shape than the key (a number among words). */
export function findImplausibleDistractor(item: CheckedItem): Flaw | null {
  const key = item.options.find((option) => option.is_correct);
  if (!key) return null;
  const keyHasNumber = /\d/u.test(key.text);
  for (const option of item.options) {
    if (option.is_correct) continue;
    if (
      option.text.trim() === '' ||
      (keyHasNumber && listWords(key.text).length <= 3 && !/\d/u.test(option.text))
    ) {
      return {
        code: 'implausible_distractor',
        message: `${quote(option.text)} is not of the key's kind. Give a wrong answer of the same kind.`,
      };
    }
  }
  return null;
}
