export interface WordReplacement {
  /** One word or several; upper and lower case make no difference. */
  readonly find: string;
  readonly replacement: string;
}

interface Entry {
  readonly words: readonly string[];
  readonly replacement: string;
}

interface Replaced {
  readonly text: string;
  readonly count: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;
/** Between two words of one phrase. */
const JOINT = /^[\s\p{Pd}]+$/u;

const normalize = (word: string): string => word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
const listWords = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => normalize(word));

/**
 * Replaces whole words and phrases. The longest phrase that fits wins. Takes time in proportion to the text, however many
 * replacements there are.
 */
export function createWordReplacer(replacements: readonly WordReplacement[]): (text: string) => Replaced {
  const byFirst = new Map<string, Entry[]>();
  for (const { find, replacement } of replacements) {
    const words = listWords(find);
    const [first] = words;
    if (first === undefined) continue;
    const entries = [...(byFirst.get(first) ?? []), { words, replacement }];
    byFirst.set(
      first,
      entries.toSorted((one, other) => other.words.length - one.words.length),
    );
  }
  return (text) => replaceIn(text, byFirst);
}

function replaceIn(text: string, byFirst: ReadonlyMap<string, readonly Entry[]>): Replaced {
  const found = [...text.matchAll(WORD)];
  const spans = found.map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  const words = found.map(([word]) => normalize(word));
  const fits = ({ words: wanted }: Entry, at: number): boolean =>
    wanted.every(
      (word, index) =>
        words[at + index] === word &&
        (index === 0 || JOINT.test(text.slice(spans[at + index - 1]?.end, spans[at + index]?.start))),
    );
  let [result, copied, count] = ['', 0, 0];
  for (let at = 0; at < words.length; at += 1) {
    const entry = byFirst.get(words[at] ?? '')?.find((each) => fits(each, at));
    if (entry === undefined) continue;
    const start = spans[at]?.start ?? 0;
    const end = spans[at + entry.words.length - 1]?.end ?? start;
    const before = text.slice(start, end);
    const after = keepCapital(before, entry.replacement, text.slice(0, start));
    at += entry.words.length - 1;
    if (after === before) continue;
    result += text.slice(copied, start) + after;
    copied = end;
    count += 1;
  }
  return { text: result + text.slice(copied), count };
}

/** At the beginning of a sentence the capital stays; a replacement with capitals of its own is written as it is. */
function keepCapital(before: string, replacement: string, textBefore: string): string {
  const beginsSentence = /(?:^|[.!?…]["”’)]*\s+)["“‘(]*$/u.test(textBefore.slice(-8));
  return beginsSentence && /^\p{Lu}/u.test(before) && !/\p{Lu}/u.test(replacement)
    ? replacement.slice(0, 1).toUpperCase() + replacement.slice(1)
    : replacement;
}
