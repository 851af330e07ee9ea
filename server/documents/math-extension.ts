import { type Box, glyphWithoutCharacter } from './pdf-characters.ts';

/** Fonts with TeX's encoding of large delimiters and operators (cmex10), which they rarely map to characters. */
export const extensionName = /cmex|lmex|[tp]xex|euex|math-?ex/i;

/** Fonts with TeX's encoding of symbols, which does not map all of them to characters. */
const texName = /cmb?sy\d|[lm]tsy|math-symbol/i;
const texSymbols = Array.from(
  '−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽\u0338\u21A6∀∃¬∅ℜℑ⊤⊥ℵABCDEFGHIJKLMNOPQRSTUVWXYZ∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀√⨿∇∫⊔⊓⊑⊒§†‡¶♣♦♥♠',
);
/** Adobe's Symbol, in which Word's equations are set. Its codes from 32, and from 160. */
const adobeName = /^(?:[A-Z]{6}\+)?symbol/i;
const adobeSymbols = [
  ...Array.from({ length: 32 }, () => ''),
  ...Array.from(
    ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼',
  ),
  ...Array.from({ length: 33 }, () => ''),
  ...Array.from(
    '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⟨⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭',
  ),
];

/** The characters of a symbol font by the codes of their glyphs; undefined for other fonts. */
export function findSymbols(fontName: string): readonly string[] | undefined {
  if (adobeName.test(fontName)) return adobeSymbols;
  return texName.test(fontName) ? texSymbols : undefined;
}

/** Whether a font has the encoding of TeX's symbols. */
export const isOfTex = (font: { extension: boolean; symbols: readonly string[] | undefined }): boolean =>
  font.extension || font.symbols === texSymbols;

/** A horizontal brace has four tips: its ends and the two halves of its point. */
export const braceTip = '⏟';
/** A straight part of a left or right brace, or of a root. */
const straight = '⎪';

const byGlyph = Array.from(
  '()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\()[][][]{}{}{}⎪↕()()⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}√√√√√⎪⎪‖↑↓⏟⏟⏟⏟',
);
/** The parts of delimiters: Adobe's private-use characters from U+F8EB, and Unicode's from U+239B. */
const parts = Array.from('((([[[{{{⎪∫)))]]]}}}');
const unicodeParts = Array.from('((()))[[[]]]{{{⎪}}}∫');
export const largeOperator = /^[∑∏∐∫∮⋃⋂⨄⋁⋀⨀⨁⨂⨆]/u;
export const isRoot = (character: string): boolean => character === '√';

/**
 * The large symbol that a character is, or a part of it; undefined for other characters.
 * @param isGlyph whether it is the number of a glyph in an extension font
 */
export function readLargeSymbol(character: string, isGlyph: boolean): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (isGlyph) return byGlyph[code < glyphWithoutCharacter ? code : code - glyphWithoutCharacter];
  return (
    parts[code - 0xf8eb] ??
    unicodeParts[code - 0x239b] ??
    (largeOperator.test(character) || isRoot(character) ? character : undefined)
  );
}

/** Accents are set on the line, unlike other large symbols. */
export const isAccent = (symbol: string): boolean => /[ˆ˜]/u.test(symbol);

/** A word with what distinguishes a large symbol. */
interface SymbolWord {
  readonly text: string;
  readonly left: number;
  readonly size: number;
  readonly extent?: Extent;
}

/** A page with more large symbols is no text; each is compared with all words. */
export const mostSymbols = 1000;

/** Joins the parts of which large delimiters are built, from top to bottom. */
export function joinDelimiters<T extends SymbolWord>(words: T[]): T[] {
  const symbols = words.filter(({ extent }) => extent !== undefined).length;
  if (symbols === 0 || symbols > mostSymbols) return words;
  const joined: T[] = [];
  for (const word of words) {
    const { extent } = word;
    const at = extent === undefined ? -1 : joined.findLastIndex((other) => isPartOf(other, word, extent));
    const whole = joined[at];
    if (whole?.extent === undefined || extent === undefined) joined.push(word);
    else
      joined[at] = placeOnAxis(
        { ...whole, text: whole.text === straight ? word.text : whole.text + word.text.slice(1) },
        {
          top: Math.min(whole.extent.top, extent.top),
          bottom: Math.max(whole.extent.bottom, extent.bottom),
        },
      );
  }
  return joined;
}

const isPartOf = (one: SymbolWord, other: SymbolWord, { top, bottom }: Extent): boolean =>
  one.extent !== undefined &&
  one.text !== braceTip &&
  // Roots may be within or below each other.
  ((one.text[0] === other.text[0] && !isRoot(one.text)) || [one.text, other.text].includes(straight)) &&
  // The parts of a root are next to each other.
  Math.abs(one.left - other.left) < ([one, other].some(({ text }) => isRoot(text)) ? 1 : 0.5) * one.size &&
  top - one.extent.bottom < 0.2 * one.size &&
  one.extent.top - bottom < 0.2 * one.size;

/** From the top to the bottom of a symbol or fraction that is higher than its line, in points. */
export type Extent = Pick<Box, 'top' | 'bottom'>;

/** Places a large symbol, which is centred on the axis of its formula, on the line of that formula. */
export function placeOnAxis<T extends { readonly size: number }>(
  word: T,
  extent: Extent,
): T & Extent & { readonly extent: Extent } {
  const axis = (extent.top + extent.bottom) / 2;
  return { ...word, top: axis - 0.5 * word.size, bottom: axis + 0.5 * word.size, extent };
}

/** Whether a word belongs to the one before it without a space: a large delimiter and what it encloses. */
export const isGlued = (before: SymbolWord, word: SymbolWord): boolean =>
  (before.extent !== undefined && /^[([{⟨√]$/u.test(before.text)) ||
  (word.extent !== undefined && /^[)\]}⟩]/u.test(word.text));

export const writeWords = (words: readonly SymbolWord[]): string =>
  words.reduce((text, word, index) => {
    const before = words[index - 1];
    return `${text}${before === undefined || isGlued(before, word) ? '' : ' '}${word.text}`;
  }, '');
