import { isWord } from './recognition/english-words.ts';

interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly follows: boolean;
}

const fewestLetters = 8;
const fewestInWord = 4;
/** A gap between words, relative to the usual gap between letters. */
const widestLetterGap = 1.5;

/** Joins the letters of headings that are set apart, "L E C T U R E  O N E", to words. */
export function joinSpacedLetters<T extends PlacedWord>(words: readonly T[]): T[] {
  const joined: T[] = [];
  for (let from = 0; from < words.length;) {
    let to = from + 1;
    while (to < words.length && isLetter(words[from]) && isLetter(words[to]) && words[to]?.follows === true)
      to++;
    const run = words.slice(from, to);
    for (const word of run.length < fewestLetters ? run : joinLetters(run)) joined.push(word);
    from = to;
  }
  return joined;
}

const isLetter = (word: PlacedWord | undefined): boolean => /^[\p{Lu}\p{Nd}&:-]$/u.test(word?.text ?? '');

function joinLetters<T extends PlacedWord>(letters: readonly T[]): readonly T[] {
  const gaps = letters.slice(1).map(({ left }, index) => left - (letters[index]?.right ?? 0));
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  const words: T[] = [];
  for (const [index, letter] of letters.entries()) {
    const word = words.at(-1);
    if (word === undefined || (gaps[index - 1] ?? 0) > widestLetterGap * usual) words.push(letter);
    else words[words.length - 1] = { ...word, text: word.text + letter.text, right: letter.right };
  }
  // Single letters may also be a sequence.
  const isText = words.length > 1 && words.some(({ text }) => text.length >= fewestInWord && isWord(text));
  return isText ? words : letters;
}
