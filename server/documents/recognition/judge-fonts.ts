import type { PageWord } from '../pdf-words.ts';
import { countCommonTrigrams, foldLetters } from './letter-trigrams.ts';

/** A glyph without a character in the PDF. */
export const noCharacter = /[\p{Co}\u{FFFD}]/u;
const noCharacters = /[\p{Co}\p{Cn}\u{FFFD}]/gu;

const fewestCharacters = 12;
const fewestTrigrams = 12;
const fewestTrigramsOfCode = 60;
const fewestWords = 3;
/** Further words of a font on a page would not change the verdict. */
export const enoughWords = 120;
/** Code and tables of abbreviations have fewer common trigrams than prose, but rarely as few as a cipher. */
const commonShare = 0.62;
const commonShareOfCode = 0.45;
/** If the glyphs' codes happen to be the right characters, most trigrams are common. */
const commonShareWithoutMap = 0.7;

const address = /:\/\/|^www\.|\w@\w/u;
/** Symbol fonts write no words: a missing character is a symbol of a formula. */
const symbolFont =
  /\bCM(?:SY|EX|MI|BSY)\d|\+CM(?:SY|EX|MI|BSY)\d|MS[AB]M\d|Math|Symbol|MTExtra|dingbats|webdings|icons|awesome/iu;

/** The text in one font on a page, or in a document. */
interface Sample {
  readonly words: Set<string>;
  characters: number;
  letters: number;
  unreadable: number;
  all: number;
  unmapped: number;
  monospaced: number;
}

/**
 * Finds the fonts whose text differs from what the page shows, because their character table is missing or wrong. A font is judged
 * on each page by its text there; if that is too little, as for a font of headings, by its text in the whole document.
 */
export class FontJudge {
  readonly #garbled: Set<string>[] = [];
  readonly #undecided = new Map<string, { sample: Sample; places: { page: number; font: string }[] }>();

  /** Adds the words of the next page. */
  addPage(words: readonly PageWord[]): void {
    const page = this.#garbled.length;
    const garbled = new Set<string>();
    this.#garbled.push(garbled);
    for (const [font, sample] of takeSamples(words)) {
      const isGarbled = judge(sample);
      if (isGarbled === true) garbled.add(font);
      if (isGarbled !== undefined) continue;
      const name = font.slice(font.indexOf(' '));
      const known = this.#undecided.get(name);
      if (known === undefined) this.#undecided.set(name, { sample, places: [{ page, font }] });
      else {
        addSample(known.sample, sample);
        known.places.push({ page, font });
      }
    }
  }

  /** @returns for each page the distrusted fonts, as named in {@link PageWord.font} */
  finish(): Set<string>[] {
    for (const { sample, places } of this.#undecided.values())
      if (judge(sample) === true) for (const { page, font } of places) this.#garbled[page]?.add(font);
    return this.#garbled;
  }
}

/** @returns undefined if there is too little text to judge */
function judge(sample: Sample): boolean | undefined {
  const { characters, letters, unreadable, unmapped, monospaced } = sample;
  if (characters < fewestCharacters) return undefined;
  if (unreadable > 0.3 * characters) return true;
  const { all, common } = countCommonTrigrams(sample.words);
  const isCode = 2 * monospaced > sample.all;
  const isJudgeable =
    all >= (isCode ? fewestTrigramsOfCode : fewestTrigrams) && sample.words.size >= fewestWords;
  if (2 * unmapped > sample.all)
    return !(isJudgeable && common >= commonShareWithoutMap * all && 2 * letters > characters);
  if (!isJudgeable) return undefined;
  return common < (isCode ? commonShareOfCode : commonShare) * all;
}

function takeSamples(words: readonly PageWord[]): Map<string, Sample> {
  const samples = new Map<string, Sample>();
  for (const { text, font, isHidden = false, isUnmapped = false, monospaced } of words) {
    if (font === undefined || isHidden || text.length < 3) continue;
    let sample = samples.get(font);
    if (sample === undefined) {
      sample = newSample();
      samples.set(font, sample);
      if (symbolFont.test(font)) sample.all = enoughWords;
    }
    if (sample.all >= enoughWords) continue;
    const length = Array.from(text).length;
    // A font's symbols and pictures are words of one or two characters.
    if (length < 3 || address.test(text)) continue;
    sample.all++;
    sample.characters += length;
    if (isUnmapped) sample.unmapped++;
    if (monospaced) sample.monospaced++;
    sample.unreadable += text.match(noCharacters)?.length ?? 0;
    for (const run of text.match(/\p{L}+/gu) ?? []) {
      sample.letters += run.length;
      const word = judgeableWord(run);
      if (word !== undefined) sample.words.add(word);
    }
  }
  return samples;
}

const newSample = (): Sample => ({
  words: new Set(),
  characters: 0,
  letters: 0,
  unreadable: 0,
  all: 0,
  unmapped: 0,
  monospaced: 0,
});

/** The letters of a word to judge; undefined for abbreviations, variables and other alphabets. */
export function judgeableWord(run: string): string | undefined {
  if (run.length < 3 || (run.length < 5 && run === run.toUpperCase())) return undefined;
  if (/.\p{Lu}/u.test(run) && /\p{Ll}/u.test(run)) return undefined;
  const word = foldLetters(run);
  return /^[a-z]+$/u.test(word) ? word : undefined;
}

function addSample(to: Sample, { words, ...counts }: Sample): void {
  for (const word of words) to.words.add(word);
  to.characters += counts.characters;
  to.letters += counts.letters;
  to.unreadable += counts.unreadable;
  to.all += counts.all;
  to.unmapped += counts.unmapped;
  to.monospaced += counts.monospaced;
}
