import type { DocumentBlock, DocumentPage } from './document-blocks.ts';
import { withoutListMarker } from './list-markers.ts';
import type { Passage } from './passage.ts';
import { countWordsIn, groupSentences, type SentencePiece } from './passage-grouping.ts';
import { splitSentences } from './sentences.ts';

/** A part of a lesson under one heading, or between two turns of a recording. */
export interface Section {
  /** From 0; passages carry this number. */
  readonly position: number;
  readonly heading: string | null;
  /** Of the heading, from 1; null without one. */
  readonly level: number | null;
  /** Where its passages stand in the plain text: UTF-16 code units, end exclusive. */
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

interface DraftSection {
  readonly heading: string | null;
  readonly level: number | null;
  /** Headings above it and its own, outermost first. */
  readonly titlePath: readonly string[];
  /** Runs of prose without verbatim text between them. */
  readonly runs: SentencePiece[][];
}

/** A heading that the text read next is under. */
interface OpenTitle {
  readonly text: string;
  readonly level: number;
}

/** A document without headings is divided into sections of about so many words. */
const wordsOfUnheadedSection = 800;
/** With less prose than this share of its words, a document's verbatim text is read as prose too. */
const smallestProseShare = 0.3;

/**
 * Splits a document into passages of a few sentences, never across sections and, where avoidable, not across pages.
 * Verbatim text (code, tables, indexes) stands in the plain text but in no passage, unless there is little else.
 */
export function splitDocument(pages: readonly DocumentPage[]): SplitText {
  const readVerbatim = proseShare(pages) < smallestProseShare;
  const drafts: DraftSection[] = [{ heading: null, level: null, titlePath: [], runs: [] }];
  const titles: OpenTitle[] = [];
  let plainText = '';
  let run: SentencePiece[] | undefined;
  for (const { page, blocks } of pages) {
    for (const block of blocks) {
      if (block.text === '') continue;
      const startOffset = appendBlock(block, plainText);
      plainText = `${plainText}${separatorBefore(block, plainText)}${block.text}`;
      if (block.kind === 'heading') {
        drafts.push(openSection(titles, block.text, block.level ?? 1));
        run = undefined;
      } else if (block.kind === 'verbatim' && !readVerbatim) {
        run = undefined;
      } else {
        if (!run) {
          run = [];
          drafts.at(-1)?.runs.push(run);
        }
        // One by one: a call takes no more than some hundred thousand arguments.
        for (const piece of sentencePieces(block, page, startOffset)) run.push(piece);
      }
    }
  }
  return assemble(plainText, divideUnheaded(drafts));
}

/** Begins a section: its heading closes those of its own level and below. */
function openSection(titles: OpenTitle[], heading: string, level: number): DraftSection {
  while ((titles.at(-1)?.level ?? 0) >= level) titles.pop();
  titles.push({ text: heading, level });
  return { heading, level, titlePath: titles.map(({ text }) => text), runs: [] };
}

function appendBlock(block: DocumentBlock, plainText: string): number {
  return plainText.length + separatorBefore(block, plainText).length;
}

/** One line break between blocks, two before a heading: a passage over two blocks keeps its white space single. */
function separatorBefore(block: DocumentBlock, plainText: string): string {
  if (plainText === '') return '';
  return block.kind === 'heading' ? '\n\n' : '\n';
}

function proseShare(pages: readonly DocumentPage[]): number {
  let [prose, all] = [0, 0];
  for (const { blocks } of pages) {
    for (const { kind, text } of blocks) {
      if (kind === 'heading') continue;
      const words = countWordsIn(text);
      all += words;
      if (kind !== 'verbatim') prose += words;
    }
  }
  return all === 0 ? 1 : prose / all;
}

function sentencePieces(block: DocumentBlock, page: number | null, startOffset: number): SentencePiece[] {
  const sentences = splitSentences(block.text);
  return sentences.map((sentence, index) => ({
    startOffset: startOffset + sentence.startOffset,
    endOffset: startOffset + sentence.endOffset,
    words: countWordsIn(sentence.text),
    page,
    endsBlock: index === sentences.length - 1,
    // "Use it with:" and the items of a list belong together.
    leadsOn:
      sentence.text.endsWith(':') ||
      (block.kind === 'list-item' && !/[.!?]$/u.test(withoutListMarker(sentence.text))),
  }));
}

/** Gives a long document without any heading sections of its own, at ends of paragraphs. */
function divideUnheaded(drafts: readonly DraftSection[]): DraftSection[] {
  if (drafts.some((draft) => draft.heading !== null)) return [...drafts];
  const divided: DraftSection[] = [];
  let current: DraftSection = { heading: null, level: null, titlePath: [], runs: [] };
  let words = 0;
  for (const piecesOfRun of drafts.flatMap((draft) => draft.runs)) {
    let part: SentencePiece[] = [];
    current.runs.push(part);
    for (const piece of piecesOfRun) {
      part.push(piece);
      words += piece.words;
      if (words < wordsOfUnheadedSection || !piece.endsBlock) continue;
      divided.push(current);
      current = { heading: null, level: null, titlePath: [], runs: [(part = [])] };
      words = 0;
    }
  }
  divided.push(current);
  return divided;
}

function assemble(plainText: string, drafts: readonly DraftSection[]): SplitText {
  const passages: Passage[] = [];
  const sections: Section[] = [];
  for (const draft of drafts) {
    const position = sections.length;
    const firstPassage = passages.length;
    for (const group of draft.runs.flatMap((pieces) => groupSentences(pieces))) {
      const startOffset = group[0]?.startOffset ?? 0;
      const endOffset = group.at(-1)?.endOffset ?? 0;
      passages.push({
        position: passages.length,
        text: plainText.slice(startOffset, endOffset),
        section: position,
        heading: draft.heading,
        titlePath: draft.titlePath,
        kind: 'prose',
        isAdministrative: false,
        page: group[0]?.page ?? null,
        pageEnd: group.at(-1)?.page ?? null,
        startSecond: null,
        endSecond: null,
        startOffset,
        endOffset,
      });
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
