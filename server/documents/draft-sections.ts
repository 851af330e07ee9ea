import type { PassageKind } from './passage.ts';
import type { SentencePiece } from './passage-grouping.ts';

/** Neighbouring text of one kind, from which passages are grouped. */
export interface Run {
  readonly kind: PassageKind;
  readonly isAdministrative: boolean;
  readonly pieces: SentencePiece[];
}

/** A section before its passages are known. */
export interface DraftSection {
  readonly heading: string | null;
  readonly level: number | null;
  /** Headings above it and its own, outermost first. */
  readonly titlePath: readonly string[];
  readonly runs: Run[];
}

/** A document without headings is divided into sections of about so many words. */
const wordsOfUnheadedSection = 800;

/** Collects the sections of a document while it is read from beginning to end. */
export class DraftSections {
  readonly #drafts: DraftSection[] = [{ heading: null, level: null, titlePath: [], runs: [] }];
  /** The headings that the text read next is under. */
  readonly #titles: { readonly text: string; readonly level: number }[] = [];
  #run: Run | undefined;

  /** Begins a section under a heading, which closes those of its own level and below. */
  openHeading(heading: string, level: number): void {
    while ((this.#titles.at(-1)?.level ?? 0) >= level) this.#titles.pop();
    this.#titles.push({ text: heading, level });
    this.#open(
      heading,
      level,
      this.#titles.map(({ text }) => text),
    );
  }

  /**
   * Begins the section of a slide, unless the slide before has the same titles.
   * @returns the new section's title; undefined where the section continues, or has none
   */
  openPath(titlePath: readonly string[]): string | undefined {
    const last = this.#drafts.at(-1);
    const path = titlePath.join('\n');
    if (last !== undefined && last.titlePath.join('\n') === path) return undefined;
    const heading = titlePath.at(-1);
    this.#titles.length = 0;
    this.#open(heading ?? null, heading === undefined ? null : titlePath.length, titlePath);
    return heading;
  }

  /** The run that text of this kind belongs to. */
  run(kind: PassageKind, isAdministrative: boolean): SentencePiece[] {
    if (this.#run?.kind !== kind || this.#run.isAdministrative !== isAdministrative) {
      this.#run = { kind, isAdministrative, pieces: [] };
      this.#drafts.at(-1)?.runs.push(this.#run);
    }
    return this.#run.pieces;
  }

  /** What is read next gets a run of its own: no passage runs over to it. */
  endRun(): void {
    this.#run = undefined;
  }

  /** The sections in order. A long document without any heading is divided at ends of paragraphs. */
  finish(): DraftSection[] {
    return this.#drafts.some(({ heading }) => heading !== null) ? this.#drafts : divide(this.#drafts);
  }

  #open(heading: string | null, level: number | null, titlePath: readonly string[]): void {
    this.#drafts.push({ heading, level, titlePath, runs: [] });
    this.#run = undefined;
  }
}

function divide(drafts: readonly DraftSection[]): DraftSection[] {
  const newSection = (): DraftSection => ({ heading: null, level: null, titlePath: [], runs: [] });
  const divided: DraftSection[] = [];
  let current = newSection();
  let words = 0;
  for (const run of drafts.flatMap(({ runs }) => runs)) {
    let part: Run = { ...run, pieces: [] };
    current.runs.push(part);
    for (const piece of run.pieces) {
      part.pieces.push(piece);
      words += piece.words;
      if (words < wordsOfUnheadedSection || !piece.endsBlock) continue;
      divided.push(current);
      part = { ...run, pieces: [] };
      current = newSection();
      current.runs.push(part);
      words = 0;
    }
  }
  divided.push(current);
  return divided;
}
