import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';

export type FontStyle = 'regular' | 'italic' | 'bold' | 'code';

const require = createRequire(import.meta.url);
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'];

/** STIX Two Text is split by script; the others are whole. Later files have what earlier ones lack. */
const serif = (weight: string): string[] =>
  SUBSETS.map((subset) => `@fontsource/stix-two-text/files/stix-two-text-${subset}-${weight}.woff`);
const MATH = '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff';
const sans = (weight: string): string => `@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}.woff`;
const mono = (weight: string): string => `@fontsource/dejavu-mono/files/dejavu-mono-latin-${weight}.woff`;

const FILES: Record<FontStyle, readonly string[]> = {
  regular: [...serif('400-normal'), MATH, sans('400-normal')],
  italic: [...serif('400-italic'), ...serif('400-normal'), MATH, sans('400-normal')],
  bold: [...serif('700-normal'), MATH, sans('700-normal'), sans('400-normal')],
  code: [mono('400-normal'), MATH, sans('400-normal')],
};

/** Drawn for a character that no font has. */
const BOX = '□';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Joiners, marks of direction and variation selectors: no font need have them. */
const INVISIBLE = /[\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]/gu;

/** A stretch of text in one font. */
export interface FontRun {
  readonly font: string;
  readonly text: string;
}

/** Chooses a font for each character, and remembers which characters none has. */
export class Fonts {
  readonly #document: InstanceType<typeof PDFDocument>;
  readonly #characters = new Map<string, ReadonlySet<number>>();
  readonly #missing = new Set<number>();

  constructor(document: InstanceType<typeof PDFDocument>) {
    this.#document = document;
  }

  get missing(): number[] {
    return [...this.#missing];
  }

  /** Characters that belong together, such as a letter and its accent, are in one font. */
  split(text: string, style: FontStyle): FontRun[] {
    const runs: { font: string; text: string }[] = [];
    for (const { segment } of graphemes.segment(text.replaceAll(INVISIBLE, ''))) {
      const found = this.#find(segment, style) ?? this.#find(segment.normalize('NFC'), style);
      const run = found ?? this.#replace(segment, style);
      const last = runs.at(-1);
      if (last?.font === run.font) last.text += run.text;
      else runs.push(run);
    }
    return runs;
  }

  #find(segment: string, style: FontStyle): { font: string; text: string } | undefined {
    const points = codePointsOf(segment);
    const font = FILES[style].find((file) => points.every((point) => this.#charactersOf(file).has(point)));
    return font === undefined ? undefined : { font, text: segment };
  }

  #replace(segment: string, style: FontStyle): { font: string; text: string } {
    const drawn = new Set<string>();
    for (const character of segment) {
      if (this.#find(character, style) === undefined) this.#missing.add(character.codePointAt(0) ?? 0);
      else drawn.add(character);
    }
    // Each character can be drawn, but no font has them together: the first stands for all.
    const [first] = drawn;
    if (first !== undefined && drawn.size === Array.from(segment).length)
      for (const point of codePointsOf(segment).slice(1)) this.#missing.add(point);
    return this.#find(first ?? BOX, style) ?? { font: sans('400-normal'), text: BOX };
  }

  #charactersOf(file: string): ReadonlySet<number> {
    const known = this.#characters.get(file);
    if (known !== undefined) return known;
    const bytes = readFileSync(require.resolve(file));
    this.#document.registerFont(file, bytes);
    const characters = new Set(create(bytes).characterSet);
    this.#characters.set(file, characters);
    return characters;
  }
}

const codePointsOf = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0);
