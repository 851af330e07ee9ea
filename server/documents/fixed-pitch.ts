import type { PageWord } from './pdf-words.ts';

/** This many different words show that all characters of a font are equally wide. */
const fewestWords = 6;
/** Of four characters or more, also of a font that maps none of its glyphs to a character. */
const characters = /^[\x21-\x7E\p{Co}]{4,}$/u;
const tolerance = 0.02;

/** Finds typewriter faces by the widths of their words: printing from a browser loses their names. */
export function markFixedPitch(words: readonly PageWord[]): readonly PageWord[] {
  const pitches = [...Map.groupBy(words, fontOf)].flatMap(([font, own]) => {
    const widths = new Map(
      own
        .filter(({ text, turn = 0 }) => turn === 0 && characters.test(text))
        .map(({ text, left, right, size }) => [text, (right - left) / Array.from(text).length / size]),
    );
    const sorted = [...widths.values()].sort((a, b) => a - b);
    const [narrowest, widest] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
    return widest - narrowest < tolerance * widest ? [{ font, count: widths.size, pitch: widest }] : [];
  });
  const known = pitches.filter(({ count }) => count >= fewestWords);
  // Each colour of highlighted code may be a font with few words.
  const fixed = new Set(
    pitches
      .filter(({ pitch }) => known.some((other) => Math.abs(other.pitch - pitch) < tolerance * pitch))
      .map(({ font }) => font),
  );
  return fixed.size === 0
    ? words
    : words.map((word) => (fixed.has(fontOf(word)) ? { ...word, monospaced: true } : word));
}

const fontOf = ({ font = '' }: PageWord): string => font;
