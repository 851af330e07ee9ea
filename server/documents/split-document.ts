import { countWordsIn, PASSAGE_CHARACTERS } from '#contract/text-limits.ts';
import { findAdministration } from './course-administration.ts';
import { cutText } from './cut-text.ts';
import type { DocumentBlock, DocumentPage } from './document-blocks.ts';
import { withoutListMarker } from './list-markers.ts';
import { charactersOf, groupSentences, type SentencePiece } from './passage-grouping.ts';
import type { Passage, PassageKind } from './passage.ts';
import { splitSentences, type Sentence } from './sentences.ts';
import { markIncomplete, markUnsure } from './unsure-passages.ts';

/** A part of a lesson under one heading, or between two turns of a recording. */
export interface Section {
  /** From 0; passages carry this number. */
  readonly position: number;
  readonly heading: string | null;
  /** Of the heading, from 1; null without one. */
  readonly level: number | null;
  /** The range of its passages in the plain text: UTF-16 code units, end exclusive. */
  readonly startOffset: number;
  readonly endOffset: number;
  readonly page: number | null;
  readonly startSecond: number | null;
  readonly endSecond: number | null;
}

/** A lesson's text, cut up. For each passage `plainText.slice(startOffset, endOffset) === text`. */
export interface SplitText {
  readonly plainText: string;
  readonly passages: readonly Passage[];
  readonly sections: readonly Section[];
}

/** A slide of more words than this is cut into several passages. */
const mostWordsOfSlide = 180;
/** More lines of code or rows of a table than this are cut into several passages. */
const mostLines = 40;

/**
 * Splits a document into passages: prose into a few sentences each, a slide into its points, code and tables by
 * themselves. Passages never cross sections, slides or the border of course administration and, where avoidable, no
 * pages. The index of a book is in the plain text but in no passage.
 */
export function splitDocument(pages: readonly DocumentPage[]): SplitText {
  const administration = findAdministration(pages);
  const sections = new DraftSections();
  let plainText = '';
  for (const [index, page] of pages.entries()) {
    if (page.titlePath !== undefined) {
      const opened = sections.openPath(page.titlePath);
      if (opened !== undefined) plainText += `${plainText === '' ? '' : '\n\n'}${opened}`;
    }
    if (page.titlePath !== undefined || pages[index - 1]?.titlePath !== undefined) sections.endRun();
    for (const [place, block] of page.blocks.entries()) {
      if (block.text.trim() === '') continue;
      const separator = separatorBefore(block, page, place, plainText);
      const indentation = '  '.repeat(block.depth ?? 0);
      const startOffset = plainText.length + separator.length + indentation.length;
      plainText += separator + indentation + block.text;
      const kind = kindOfPassage(block, page);
      if (block.kind === 'heading') sections.openHeading(block.text, block.level ?? 1);
      else if (kind === undefined) sections.endRun();
      else {
        const run = sections.run(kind, administration.has(block));
        // One by one: a call takes no more than some hundred thousand arguments.
        for (const piece of piecesOf(block, kind, page, startOffset)) run.push(piece);
      }
    }
  }
  const text = assemble(plainText, sections.finish());
  return { ...text, passages: markIncomplete(markUnsure(text.passages, pages)) };
}

function kindOfPassage({ kind }: DocumentBlock, page: DocumentPage): PassageKind | undefined {
  if (kind === 'index') return undefined;
  if (kind === 'code' || kind === 'table') return kind;
  return page.titlePath === undefined || page.kind === 'notes' ? 'prose' : 'slide';
}

/**
 * One line break between blocks and two before a heading, so that a passage over two blocks of prose keeps its white
 * space single. An empty line ends a point that ends without a full stop.
 */
function separatorBefore(block: DocumentBlock, page: DocumentPage, index: number, plainText: string): string {
  if (block.kind === 'heading' || plainText === '') return plainText === '' ? '' : '\n\n';
  const before = page.blocks[index - 1];
  if (before === undefined) return page.kind === 'notes' ? '\n\n' : '\n';
  const isOpen = before.kind === 'list-item' && !/[.!?:;,]["'”’)\]]*$/u.test(before.text.slice(-20));
  return block.kind === 'paragraph' && (isOpen || kindOfPassage(block, page) === 'slide') ? '\n\n' : '\n';
}

function piecesOf(
  block: DocumentBlock,
  kind: PassageKind,
  page: DocumentPage,
  startOffset: number,
): SentencePiece[] {
  const at = { page: page.page, pageEnd: page.pageEnd ?? page.page };
  if (kind === 'code' || kind === 'table') return linePieces(block.text, at, startOffset);
  const sentences = splitSentences(block.text).flatMap(cutLong);
  return sentences.map((sentence, index) => ({
    ...at,
    startOffset: startOffset + sentence.startOffset,
    endOffset: startOffset + sentence.endOffset,
    words: countWordsIn(sentence.text),
    characters: sentence.text.length,
    endsBlock: index === sentences.length - 1,
    // "Use it with:" and the items of a list belong together.
    leadsOn:
      sentence.text.endsWith(':') ||
      (block.kind === 'list-item' && !/[.!?]$/u.test(withoutListMarker(sentence.text))),
  }));
}

const LONGEST_PIECE = PASSAGE_CHARACTERS - 100;

/** A sentence that is too long for a passage is cut between words. */
function cutLong(sentence: Sentence): Sentence[] {
  const { text, startOffset: from } = sentence;
  if (text.length <= LONGEST_PIECE) return [sentence];
  return cutText(text, LONGEST_PIECE).map(({ startOffset, endOffset }) => ({
    text: text.slice(startOffset, endOffset),
    startOffset: from + startOffset,
    endOffset: from + endOffset,
  }));
}

/** Pieces of whole lines, so many that code and tables are cut only where they are long. */
function linePieces(
  text: string,
  at: Pick<SentencePiece, 'page' | 'pageEnd'>,
  startOffset: number,
): SentencePiece[] {
  const pieces: SentencePiece[] = [];
  const lines = text.split('\n');
  let offset = startOffset;
  for (let from = 0; from < lines.length; from += mostLines) {
    const part = lines.slice(from, from + mostLines).join('\n');
    for (const cut of cutLong({ text: part, startOffset: offset, endOffset: offset + part.length }))
      pieces.push({
        ...at,
        startOffset: cut.startOffset,
        endOffset: cut.endOffset,
        words: countWordsIn(cut.text),
        characters: cut.text.length,
        endsBlock: true,
        leadsOn: false,
      });
    offset += part.length + 1;
  }
  return pieces;
}

function groupPieces(kind: PassageKind, pieces: readonly SentencePiece[]): (readonly SentencePiece[])[] {
  if (kind === 'code' || kind === 'table') return pieces.map((piece) => [piece]);
  const words = pieces.reduce((sum, piece) => sum + piece.words, 0);
  const isShort = words <= mostWordsOfSlide && charactersOf(pieces) <= PASSAGE_CHARACTERS;
  return kind === 'slide' && isShort ? [pieces] : groupSentences(pieces);
}

function assemble(plainText: string, drafts: readonly DraftSection[]): SplitText {
  const passages: Passage[] = [];
  const sections: Section[] = [];
  for (const draft of drafts) {
    const position = sections.length;
    const firstPassage = passages.length;
    for (const { kind, isAdministrative, pieces } of draft.runs) {
      const groups = groupPieces(kind, pieces);
      for (const group of groups) {
        const startOffset = group[0]?.startOffset ?? 0;
        const endOffset = group.at(-1)?.endOffset ?? 0;
        passages.push({
          position: passages.length,
          text: plainText.slice(startOffset, endOffset),
          section: position,
          heading: draft.heading,
          titlePath: draft.titlePath,
          kind,
          isAdministrative,
          page: group[0]?.page ?? null,
          pageEnd: group.at(-1)?.pageEnd ?? null,
          startSecond: null,
          endSecond: null,
          startOffset,
          endOffset,
        });
      }
    }
    const first = passages[firstPassage];
    // A heading that another follows directly ("Part I", "Chapter 1") holds nothing itself.
    if (!first) continue;
    sections.push({
      position,
      heading: draft.heading,
      level: draft.level,
      startOffset: first.startOffset,
      endOffset: passages.at(-1)?.endOffset ?? first.endOffset,
      page: first.page,
      startSecond: null,
      endSecond: null,
    });
  }
  return { plainText, passages, sections };
}

/** Neighbouring text of one kind, from which passages are grouped. */
interface Run {
  readonly kind: PassageKind;
  readonly isAdministrative: boolean;
  readonly pieces: SentencePiece[];
}

/** A section before its passages are known. */
interface DraftSection {
  readonly heading: string | null;
  readonly level: number | null;
  /** Headings above it and its own, outermost first. */
  readonly titlePath: readonly string[];
  readonly runs: Run[];
}

/** A document without headings is divided into sections of about so many words. */
const wordsOfUnheadedSection = 800;

/** Collects the sections of a document while it is read from beginning to end. */
class DraftSections {
  readonly #drafts: DraftSection[] = [{ heading: null, level: null, titlePath: [], runs: [] }];
  /** The headings that the text read next is under. */
  readonly #titles: { readonly text: string; readonly level: number }[] = [];
  #run: Run | undefined;

  /** Begins a section under a heading, which closes those at its level and below. */
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

  /** What is read next starts a new run: no passage crosses its beginning. */
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
  let [current, words] = [newSection(), 0];
  for (const run of drafts.flatMap(({ runs }) => runs)) {
    let part: Run = { ...run, pieces: [] };
    current.runs.push(part);
    for (const piece of run.pieces) {
      part.pieces.push(piece);
      words += piece.words;
      if (words < wordsOfUnheadedSection || !piece.endsBlock) continue;
      divided.push(current);
      part = { ...run, pieces: [] };
      [current, words] = [newSection(), 0];
      current.runs.push(part);
    }
  }
  divided.push(current);
  return divided;
}
