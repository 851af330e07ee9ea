import type { PageWord } from '../pdf-words.ts';
import { joinCutWords, ligatures, narrowestLigature, restoreBetween, spellOut } from './cut-words.ts';
import { noCharacter } from './judge-fonts.ts';
import { fontName } from '../text-style.ts';
import { isWord } from './english-words.ts';
import { isMarked, isOdd, lettersAndLost } from './ligature-marks.ts';
import { countCommonTrigrams, foldLetters } from './letter-trigrams.ts';

const commonLigatures = ['fi', 'fl', 'ff'];
/** Only some fonts have the further ones, which are tried only for glyphs without a character. */
const rareLigatures = [...ligatures, 'ft', 'fft', 'tt', 'ti', 'tti', 'Th', 'ct', 'st', 'fj'];
const brokenWord =
  /^\p{P}*(?=[\p{Co}\u{FFFD}]*\p{L}[\p{Co}\u{FFFD}]*\p{L})[\p{Script=Latin}\p{Co}\u{FFFD}]+[\p{P}\p{Co}]*$/u;
/** A letter is taken for a ligature if the change turns at least this many different texts into words. */
const fewestProofs = 3;
/** More different words of a font are not looked at. */
const enoughTexts = 3000;
/** A text of this many words contains "fl" and "ff" too. */
const wordsWithAllLigatures = 1000;

type Pages = readonly (readonly PageWord[])[];

/**
 * Restores ligatures that a font's character table loses or maps to another letter, and joins words that are cut at one, if exactly
 * one ligature makes an English word. Fonts whose text contains ligatures are left alone, since nearly every text has some.
 */
export function restoreLigatures(pages: Pages): PageWord[][] {
  const joined = pages.map(joinCutWords);
  const seen = new LigatureSuspects();
  for (const words of joined) seen.addPage(words);
  const suspects = seen.finish();
  if (suspects.size === 0) return joined;
  const repairs = new Map(
    [...collectRuns(joined, suspects)].map(([font, runs]) => [font, learnRepairs(runs)]),
  );
  const proofs = new Map([...suspects].map((font) => [font, new Set<string>()]));
  for (const words of joined)
    restoreLost(words, suspects, (word) => proofs.get(nameOf(word))?.add(word.text));
  const losing = new Set([...suspects].filter((font) => (proofs.get(font)?.size ?? 0) >= fewestProofs));
  return joined.map((words) =>
    restoreLost(words, losing).map((word) => {
      const repair = repairs.get(nameOf(word));
      const text = repair === undefined ? word.text : word.text.replace(lettersAndLost, repair);
      return text === word.text ? word : { ...word, text };
    }),
  );
}

const nameOf = ({ font = '' }: PageWord): string => fontName(font);

/** The different words of each of the fonts. */
function collectRuns(pages: Pages, fonts: ReadonlySet<string>): Map<string, Set<string>> {
  const runs = new Map([...fonts].map((font) => [font, new Set<string>()]));
  for (const words of pages)
    for (const word of words) {
      const own = runs.get(nameOf(word));
      if (own !== undefined) for (const run of word.text.match(lettersAndLost) ?? []) own.add(run);
    }
  return runs;
}

interface SeenFont {
  isLosing: boolean;
  /** A ligature between two of its words makes one word of them. */
  isCut: boolean;
  words: number;
  readonly ligatures: Set<string>;
  readonly texts: Set<string>;
}

/**
 * Finds fonts that have glyphs without a character inside words, or that lack a ligature which would make words of what is no
 * word. Only if there is one, all pages are read again.
 */
export class LigatureSuspects {
  /** Whether some word, in any font, lacks a character. */
  hasBrokenWords = false;
  readonly #fonts = new Map<string, SeenFont>();

  /** @param words after {@link joinCutWords} */
  addPage(words: readonly PageWord[]): void {
    for (const [index, word] of words.entries()) {
      const { text, font: place, monospaced } = word;
      const isLosing = isBroken(text);
      this.hasBrokenWords ||= isLosing;
      if (place === undefined || monospaced) continue;
      const name = fontName(place);
      let font = this.#fonts.get(name);
      if (font === undefined) {
        font = { isLosing: false, isCut: false, words: 0, ligatures: new Set(), texts: new Set() };
        this.#fonts.set(name, font);
      }
      font.words++;
      if (font.texts.size < enoughTexts) font.texts.add(text);
      font.isLosing ||= isLosing || isMarked(text);
      if (font.ligatures.size === commonLigatures.length) continue;
      const before = words[index - 1];
      font.isCut ||= before?.font === place && isFragment(before, word);
      const spelled = spellOut(text);
      for (const ligature of commonLigatures) if (spelled.includes(ligature)) font.ligatures.add(ligature);
    }
  }

  finish(): Set<string> {
    return new Set(
      [...this.#fonts].flatMap(([name, { isLosing, isCut, words, ligatures: seen, texts }]) => {
        const isLacking =
          !seen.has('fi') || (words >= wordsWithAllLigatures && seen.size < commonLigatures.length);
        return isLosing || (isLacking && (isCut || lacksLigatures(texts))) ? [name] : [];
      }),
    );
  }
}

/** Whether a ligature in the place of a letter makes words of some texts. */
function lacksLigatures(texts: ReadonlySet<string>): boolean {
  let proofs = 0;
  for (const text of texts)
    if (
      isStrange(text) &&
      !isWord(text) &&
      repairsOf(lettersOf(text), ligatures).length === 1 &&
      ++proofs > 1
    )
      return true;
  return false;
}

const lettersOf = (text: string): string => /\p{L}+/u.exec(text)?.[0] ?? '';

/** Whether a word is the end of one in which a ligature was lost. Most words are too close to the one before. */
const isFragment = (before: PageWord, word: PageWord): boolean =>
  word.left - before.right >= narrowestLigature * word.size &&
  isStrange(word.text) &&
  restoreBetween(before, word) !== undefined;

/** Whether a glyph between letters has no character. Bullets and symbols of formulas are not between letters. */
export const isBroken = (text: string): boolean => noCharacter.test(text) && brokenWord.test(text);

/** Such as "classiycation", "reīection", or the "c" of "scienti c". */
function isStrange(text: string): boolean {
  const word = /^\p{P}*(\p{L}*)\p{P}*$/u.exec(text)?.[1] ?? '';
  if (/^[b-df-hj-np-tv-xz]$/u.test(word)) return true;
  if (!/^\p{L}?\p{Ll}{2,}$/u.test(word)) return false;
  if (/[^a-z\u{C0}-\u{FF}]/iu.test(word)) return true;
  const { all, common } = countCommonTrigrams(new Set([foldLetters(word)]));
  return common < all;
}

type Repair = (run: string) => string;

/** Learns from words which ligatures a font's glyphs are. */
function learnRepairs(runs: ReadonlySet<string>): Repair {
  const unknown = [...runs].filter((run) => !isWord(run));
  const votes = countVotes(unknown, ligatures);
  const lost = unknown.filter((run) =>
    Array.from(run).some((one, index, all) => isOdd(one, index, all) && !votes.has(one)),
  );
  const rareVotes = countVotes(lost, rareLigatures);
  const always = new Map<string, string>();
  const sometimes = new Map<string, string>();
  for (const [character, of] of [...rareVotes, ...votes]) {
    const [first, second] = [...of].sort((a, b) => b[1].size - a[1].size);
    if (first === undefined) continue;
    const [by, { size }] = first;
    const isLost = noCharacter.test(character);
    const isClear = size >= 4 * (second?.[1].size ?? 0);
    if (isClear && !/[a-z]/iu.test(character) && size >= (isLost ? 1 : 2)) always.set(character, by);
    else if (isLost || size >= fewestProofs) sometimes.set(character, by);
  }
  const repairOne = (run: string): string | undefined => {
    if (isWord(run)) return run;
    const [repair, other] = repairsOf(run, rareLigatures, sometimes).filter(({ character, by }) => {
      const usual = sometimes.get(character) ?? always.get(character);
      return usual === by || (usual !== undefined && ligatures.includes(by));
    });
    return other === undefined ? repair?.word : undefined;
  };
  return (run) => {
    const replaced = Array.from(run)
      .map((character) => always.get(character) ?? character)
      .join('');
    // One character may replace several ligatures, so the word counts for more than what the character usually replaces.
    return repairOne(run) ?? repairOne(replaced) ?? replaced;
  };
}

/** For each character the ligatures that make words, and those words. "?at" may be "flat" or "fiat", so it does not count. */
function countVotes(
  runs: readonly string[],
  candidates: readonly string[],
): Map<string, Map<string, Set<string>>> {
  const votes = new Map<string, Map<string, Set<string>>>();
  for (const run of runs) {
    const [repair, other] = repairsOf(run, candidates);
    if (repair === undefined || other !== undefined) continue;
    const of = votes.get(repair.character) ?? new Map<string, Set<string>>();
    votes.set(repair.character, of.set(repair.by, (of.get(repair.by) ?? new Set()).add(repair.word)));
  }
  return votes;
}

/**
 * The words that a run becomes if one of its characters is a ligature: one of the odd characters, if there are any.
 * @param known characters that are ligatures elsewhere
 */
function repairsOf(
  run: string,
  candidates: readonly string[],
  known: ReadonlyMap<string, string> = new Map(),
): { character: string; by: string; word: string }[] {
  const characters = Array.from(run);
  const odd = characters.map(
    (character, index) =>
      isOdd(character, index, characters) || (/\p{Lu}/u.test(character) && known.has(character)),
  );
  const isLosing = odd.includes(true);
  // A shorter run becomes a word by chance.
  if (characters.length < (isLosing ? 2 : 3) || characters.length > 40) return [];
  return characters.flatMap((character, index) =>
    isLosing && odd[index] !== true
      ? []
      : candidates.flatMap((by) => {
          const word = characters.with(index, by).join('');
          return isWord(word) ? [{ character, by, word }] : [];
        }),
  );
}

/** Restores ligatures where only space is left, as in "scienti c" or "the rst". */
function restoreLost(
  words: readonly PageWord[],
  fonts: ReadonlySet<string>,
  onRestored?: (word: PageWord) => void,
): PageWord[] {
  const restored: PageWord[] = [];
  for (const word of words) {
    const before = restored.at(-1);
    const found =
      before?.font === word.font && fonts.has(nameOf(word)) ? restoreBetween(before, word) : undefined;
    if (found?.joins === true) restored.pop();
    restored.push(found?.whole ?? word);
    if (found !== undefined) onRestored?.(found.whole);
  }
  return restored;
}
