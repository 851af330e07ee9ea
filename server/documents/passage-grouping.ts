import { PASSAGE_CHARACTERS } from '#contract/text-limits.ts';

/** A sentence on its way into a passage. Offsets count in the lesson's plain text. */
export interface SentencePiece {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly words: number;
  /** Of its text. */
  readonly characters: number;
  readonly page: number | null;
  /** The last page of a slide that is built up; else `page`. */
  readonly pageEnd: number | null;
  /** Last sentence of its paragraph or list item. */
  readonly endsBlock: boolean;
  /** Is not complete without what follows (the line before a list). */
  readonly leadsOn: boolean;
}

/** A line break and the indentation of a point. */
const SEPARATOR_CHARACTERS = 12;

/** A passage is at least about this many words where its section has them, and at most about that many. */
const fewestWords = 60;
const mostWords = 120;
/** A rest shorter than this joins the passage before it, which may then be this long. */
const shortestRest = 30;
const mostWordsWithRest = 150;
/** At a page's end a passage may be this short. */
const fewestWordsAtPageEnd = 35;

/** Groups consecutive sentences of one run of prose into passages. Every sentence is in exactly one, in order. */
export function groupSentences(pieces: readonly SentencePiece[]): SentencePiece[][] {
  const groups: SentencePiece[][] = [];
  let group: SentencePiece[] = [];
  let words = 0;
  let characters = 0;
  const close = () => {
    if (group.length > 0) groups.push(group);
    group = [];
    words = 0;
    characters = 0;
  };
  for (const piece of pieces) {
    const last = group.at(-1);
    if (last && (characters + piece.characters > PASSAGE_CHARACTERS || endsGroup(last, words, piece)))
      close();
    group.push(piece);
    words += piece.words;
    characters += piece.characters + SEPARATOR_CHARACTERS;
  }
  close();
  return joinRest(groups);
}

function endsGroup(last: SentencePiece, words: number, next: SentencePiece): boolean {
  if (words + next.words > mostWords) return words >= shortestRest || next.words > mostWords;
  if (last.leadsOn) return false;
  if (last.page !== next.page) return words >= fewestWordsAtPageEnd;
  return last.endsBlock && words >= fewestWords;
}

/** Of the sentences with what is between them. */
export const charactersOf = (pieces: readonly SentencePiece[]): number =>
  pieces.reduce((sum, piece) => sum + piece.characters + SEPARATOR_CHARACTERS, 0);

function joinRest(groups: SentencePiece[][]): SentencePiece[][] {
  const rest = groups.at(-1);
  const before = groups.at(-2);
  if (!rest || !before) return groups;
  const size = (group: readonly SentencePiece[]) => group.reduce((sum, piece) => sum + piece.words, 0);
  if (size(rest) >= shortestRest || size(rest) + size(before) > mostWordsWithRest) return groups;
  if (charactersOf([...before, ...rest]) > PASSAGE_CHARACTERS) return groups;
  return [...groups.slice(0, -2), [...before, ...rest]];
}
