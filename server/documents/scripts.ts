const raisedCharacters = scriptTable('0123456789+-−–=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ');
const loweredCharacters = scriptTable(
  '0123456789+-−–=()aehijklmnoprstuvx',
  '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ',
);

function scriptTable(plain: string, script: string): ReadonlyMap<string, string> {
  const characters = Array.from(script);
  return new Map(Array.from(plain, (character, index) => [character, characters[index] ?? '']));
}

/** The size and baseline of characters, in points from the top. */
interface Placed {
  readonly size: number;
  readonly baseline: number;
}

/** A footnote or author mark after a word ("allowed¹"). A power after a variable ("x²") is part of the text. */
const noteMark = /^[\d,;*∗†‡§¶]+$/u;
const afterWord = /\p{L}{3}\p{P}*$/u;
const ordinal = /^(?:st|nd|rd|th|er|re|e|ème|o|a)$/u;

/**
 * Writes superscripts and subscripts: in Unicode where it has them ("10²³", "H₂O"), otherwise as `^{…}` and `_{…}`.
 * @param before the text that they are attached to
 * @returns undefined for characters that are neither raised nor lowered; '' for a footnote mark
 */
export function writeScript(before: string, text: string, style: Placed, base: Placed): string | undefined {
  // An initial over two lines is not the base of the small text after it.
  if (style.size > 0.87 * base.size || style.size < 0.45 * base.size || before === '') return undefined;
  const raise = (base.baseline - style.baseline) / base.size;
  // The raised letter of a logo, as in LaTeX, is lower than an exponent.
  if (raise > (/^\p{L}+$/u.test(text) ? 0.25 : 0.12) && raise < 0.8) {
    if (noteMark.test(text) && afterWord.test(before)) return '';
    if (!/[\p{L}\d+=−∞-]/u.test(text) || /^[[(]\d/u.test(text)) return text;
    if (ordinal.test(text) && /\d$/u.test(before)) return text;
    return writeRaised(text);
  }
  return raise < -0.08 && raise > -0.6 ? writeLowered(text) : undefined;
}

export const writeRaised = (text: string): string => write(text, raisedCharacters, '^');
export const writeLowered = (text: string): string => write(text, loweredCharacters, '_');

function write(text: string, table: ReadonlyMap<string, string>, mark: string): string {
  const characters = Array.from(text, (character) => table.get(character));
  return characters.includes(undefined) ? `${mark}{${text}}` : characters.join('');
}
