import { contentStems } from '#contract/question-rules/words.ts';
import { isReadAsText } from '#server/documents/passage.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import { frontedEnd, sentenceEnd } from '#server/language/analysis.ts';
import { parseClause } from '#server/language/clause.ts';
import { cleanSentence } from '#server/language/clean-sentence.ts';
import {
  isHousekeeping,
  isOrder,
  leadsOn,
  pointsElsewhere,
  speaksToMachine,
  whyUnusable,
} from '#server/language/sentence.ts';
import { readTokens } from '#server/language/tokens.ts';

/** A passage has about a hundred words; Lectern makes none longer than this. */
const READ_CHARACTERS = 8_000;
const LONGEST_SENTENCE_CHARACTERS = 700;
const MOST_SENTENCES = 600;

/**
 * The sentences of the found passages and of their neighbours, each once, however often it is said. Passages of a document
 * are read in its order, so that each sentence knows the one before it.
 */
export function listSentences(
  found: readonly FoundPassage[],
  neighbours: readonly FoundPassage[] = [],
  isUncertain: (quote: string) => boolean = () => false,
): AnswerSentence[] {
  const known = new Set(found.map(({ passageId }) => passageId));
  const ranked = [
    ...found.map((passage, passageRank) => ({ passage, passageRank })),
    ...neighbours
      .filter(({ passageId }) => !known.has(passageId))
      .map((passage) => ({ passage, passageRank: found.length })),
  ];
  const sentences: AnswerSentence[] = [];
  const said = new Set<string>();
  for (const document of Map.groupBy(ranked, ({ passage }) => passage.documentSourceId).values()) {
    let before: AnswerSentence | undefined;
    for (const { passage, passageRank } of document.toSorted(
      (one, other) => one.passage.position - other.passage.position,
    )) {
      if (before !== undefined && before.passage.position + 1 < passage.position) before = undefined;
      for (const { quote, startOffset } of listQuotes(passage)) {
        // A page that came twice, or a chorus: the second time adds nothing.
        if (said.has(quote) || sentences.length >= MOST_SENTENCES) continue;
        said.add(quote);
        before = makeSentence(passage, passageRank, quote, startOffset, before, isUncertain);
        sentences.push(before);
      }
    }
  }
  return sentences;
}

/** What a speaker says before the sentence begins. */
const SOUNDS =
  /^(?:(?:u+m+|u+h+|e+r+m*|h+m+|mm+|okay|ok|alright|right|well|now|so|and|you know|i mean),\s+|(?:u+m+|u+h+|e+r+m*|okay|ok)\b[.…]*\s+)+(?:so\s+)?(?=\S)|^so\s+(?=\p{Lu}|when\b|if\b|an?\b|the\b)/iu;

function* listQuotes(passage: FoundPassage): Generator<{ quote: string; startOffset: number }> {
  // Lines of code and rows of tables are not sentences.
  if (!isReadAsText(passage)) return;
  const text = passage.text.slice(0, READ_CHARACTERS);
  const spoken = passage.startSecond !== null;
  for (const { text: whole, startOffset } of splitSentences(text)) {
    if (whole.length > LONGEST_SENTENCE_CHARACTERS) continue;
    const sounds = spoken ? (SOUNDS.exec(whole)?.[0].length ?? 0) : 0;
    const quote = sounds < whole.length - 10 ? whole.slice(sounds) : whole;
    yield { quote, startOffset: startOffset + whole.length - quote.length };
  }
}

function makeSentence(
  passage: FoundPassage,
  passageRank: number,
  quote: string,
  startOffset: number,
  previous: AnswerSentence | undefined,
  isUncertain: (quote: string) => boolean,
): AnswerSentence {
  const { text, connective } = cleanSentence(quote, passage.startSecond !== null);
  const listItem = /^(?:\(?(?:\d{1,2}|[a-h])[.)]|[•◦▪‣*–-])\s/u.test(quote);
  let use: SentenceUse | undefined;
  return {
    passage,
    passageRank,
    quote,
    startOffset,
    text,
    connective,
    listItem,
    stems: contentStems(text),
    // Strings of thousands of sentences are not kept alive by their last.
    previous,
    get use() {
      use ??= isUncertain(quote) ? 'unusable' : findUse(quote, text, connective, listItem);
      return use;
    },
  };
}

/** Words about homework, dates and rooms: not part of what is taught, but students may ask. */
const ORGANISATION =
  /\b(?:homework|assignment|problem set|exam|quiz|midterm|deadline|due (?:on|next|by|in)|office hours|next (?:week|time|lecture|class)|calculators?|syllabus|reading list)\b/iu;
/** "But …" answers nothing without what it objects to. */
const LEANING_CONNECTIVES = new Set([
  'but', 'yet', 'however', 'instead', 'otherwise', 'by contrast', 'in contrast', 'on the other hand', 'similarly', 'likewise',
  'that is', 'in other words', 'nevertheless', 'nonetheless', 'for this reason', 'as a result', 'therefore', 'thus', 'hence',
  'consequently', 'accordingly', 'or',
]); // prettier-ignore
/** What a transcript may lack and a sentence must have elsewhere. */
const FEWEST_WORDS = 4;
const LONGEST_ITEM_WORDS = 30;

function findUse(quote: string, text: string, connective: string | null, listItem: boolean): SentenceUse {
  if (speaksToMachine(quote)) return 'unusable';
  if (/\?["'”’)]*$/u.test(quote)) return 'question';
  if (leadsOn(quote)) return 'unusable';
  if (ORGANISATION.test(quote)) return 'organisation';
  if (text.split(' ').length < FEWEST_WORDS || isHousekeeping(text)) return 'unusable';
  if (isOrder(text)) return 'order';
  return useOfStatement(text, connective, listItem);
}

function useOfStatement(text: string, connective: string | null, listItem: boolean): SentenceUse {
  const tokens = readTokens(text);
  const clause = parseClause(tokens, frontedEnd(tokens) ?? 0, sentenceEnd(tokens));
  const reason = whyUnusable(text, tokens, clause);
  // "• A: tropical climates, in which …" is not a sentence, but a whole item of a list.
  if (listItem && reason === 'broken')
    return text.split(' ').length > LONGEST_ITEM_WORDS ? 'unusable' : 'order';
  switch (reason) {
    case 'question':
      return 'question';
    case 'broken':
    case 'housekeeping':
      return 'unusable';
    case 'dangling':
      return 'with_previous';
    // "… why leaves look green to our eyes": no fault in a quotation, but it hides what else may be one.
    case 'personal':
    case null:
      return pointsElsewhere(text) || POINTING_BACK.test(text) || LEANING_CONNECTIVES.has(connective ?? '')
        ? 'with_previous'
        : 'alone';
  }
}

/** "In muscle it produces …", "From there …", "The fix is …": whose noun comes before. */
const POINTING_BACK =
  /^(?:(?:in|on|at|for|with|by|from|of|among|like|unlike|before|after|since|because|when|if|while|although|as) (?:\p{L}+ ){0,3}(?:it|they|he|she|them|him|this|these|those)\b|\p{L}+(?:ly)? (?:it|they|he|she) |(?:from|until|since|by|up to) (?:there|then)\b|there,|then\b|at (?:this|that) (?:point|time|moment)\b|(?:one|some|many|most|all|none|each|two|three|both|neither) of (?:these|those|them)\b|the (?:fix|solution|answer|reason|result|problem|downside|upside|trap|trick|advice|catch|point|consequence|exception|opposite|rest) (?:is|was|are|were)\b)/iu;

/**
 * `alone`: understood by itself. `with_previous`: what it speaks of is named in the sentence before. `order`: asks its
 * reader to do something, as the steps of a procedure do. `organisation`: homework, exams and the like. `question`: what a
 * lecturer asks. `unusable`: broken, no prose, words for a machine,
 * or speech that was not understood.
 */
type SentenceUse = 'alone' | 'with_previous' | 'order' | 'organisation' | 'question' | 'unusable';

/** A sentence of a found passage. */
export interface AnswerSentence {
  readonly passage: FoundPassage;
  /** Of its passage: 0 is the best that was found; a neighbour ranks last. */
  readonly passageRank: number;
  /** Verbatim in the passage; sounds such as "Um," in front are left out. */
  readonly quote: string;
  /** Where the quote begins in the passage's text. */
  readonly startOffset: number;
  /** Cleaned of fillers, asides and connectives: to be looked at, not to be shown. */
  readonly text: string;
  readonly connective: string | null;
  readonly listItem: boolean;
  readonly stems: ReadonlySet<string>;
  /** The one directly before it in the lesson, if that was read too. */
  readonly previous: AnswerSentence | undefined;
  /** Found out when first asked for, since it costs more than reading the words. */
  readonly use: SentenceUse;
}
