import { isReadAsText, isTeaching } from '../documents/passage.ts';
import { withoutListMarker } from '../documents/list-markers.ts';
import { splitSentences } from '../documents/sentences.ts';
import { runAtOnce, runInTurns, type Steps } from '../platform/in-turns.ts';
import { isWholeSentence } from './whole-sentence.ts';
import { Casing } from './casing.ts';
import { cleanSentence } from './clean-sentence.ts';
import { parseClause, textOf } from './clause.ts';
import { isWrittenInEnglish } from './detect-language.ts';
import type { LessonPassage, LessonText } from './lesson-text.ts';
import { listSections, sectionOfPassages } from './list-sections.ts';
import { listNounPhrases, termKey } from './noun-phrases.ts';
import { addressesReader, leadsOn, hasBarePronoun, whyUnusable, type Sentence } from './sentence.ts';
import { readTokens, type Token } from './tokens.ts';
import { contentStems } from '#contract/question-rules/words.ts';

/** A noun phrase that the lesson uses, with how much it matters there. */
export interface Term {
  /** As it first appears in mid-sentence, without determiner. */
  readonly text: string;
  /** Places of the sentences that hold it. */
  readonly sentences: readonly number[];
  /** Grows with use, length in words, and being named in a heading or the title; 1 is the strongest term. */
  readonly weight: number;
}

export interface LessonAnalysis {
  readonly lesson: LessonText;
  readonly sentences: readonly Sentence[];
  readonly sectionHeadings: readonly (string | null)[];
  readonly casing: Casing;
  /** By the stems of their words. */
  readonly terms: ReadonlyMap<string, Term>;
  /** False when most of its text is in another language. Points and terms without small words are in none. */
  readonly english: boolean;
  readonly wordCount: number;
}

/** More sentences than this are thinned out evenly: two hundred thousand words then cost a few seconds. */
const MAXIMUM_SENTENCES = 2_500;
const BLOCK_SENTENCES = 10;

/** Reads a lesson once, for the summary and the questions alike. Pure; the same lesson gives the same analysis. */
export const analyzeLesson = (lesson: LessonText): LessonAnalysis => runAtOnce(analyze(lesson));

/** As {@link analyzeLesson}, without keeping other work waiting: an hour of speech takes most of a second. */
export const analyzeLessonInTurns = (lesson: LessonText): Promise<LessonAnalysis> =>
  runInTurns(analyze(lesson));

function* analyze(lesson: LessonText): Steps<LessonAnalysis> {
  const passages = lesson.passages.filter((passage) => isTeaching(passage) && isReadAsText(passage));
  const drafts = yield* draftSentences(passages, lesson.spoken);
  const casing = new Casing();
  for (const draft of drafts) casing.learn(draft.tokens);
  const sections = listSections(lesson.passages);
  const sectionOf = sectionOfPassages(sections);
  const sentences: Sentence[] = [];
  for (const draft of drafts) {
    sentences.push(finishSentence(draft, sentences.length, sectionOf));
    yield;
  }
  const headings = sections.map(({ heading }) => heading);
  return {
    lesson,
    sentences,
    sectionHeadings: headings,
    casing,
    terms: yield* weighTerms(sentences, casing, [
      lesson.title,
      ...headings.filter((heading) => heading !== null),
    ]),
    english: isWrittenInEnglish(passages.map(({ text }) => text)),
    wordCount: passages.reduce((sum, passage) => sum + passage.text.split(/\s+/u).length, 0),
  };
}

interface Draft {
  readonly passage: LessonPassage;
  readonly quote: string;
  readonly text: string;
  readonly connective: string | null;
  readonly tokens: readonly Token[];
}

function* draftSentences(passages: readonly LessonPassage[], spoken: boolean): Steps<Draft[]> {
  const seen = new Set<string>();
  const quotes: { passage: LessonPassage; quote: string }[] = [];
  for (const passage of passages) {
    for (const { text } of splitSentences(passage.text)) {
      const quote = passage.kind === 'slide' ? withoutLastColon(withoutListMarker(text)) : text;
      // A sentence said again teaches nothing again (and a chorus would outweigh everything else).
      if (quote.length > 1_000 || seen.has(quote)) continue;
      seen.add(quote);
      quotes.push({ passage, quote });
    }
    yield;
  }
  // Where there are too many, whole blocks are kept, so that most sentences keep their neighbours.
  const blocks = Math.ceil(quotes.length / BLOCK_SENTENCES);
  const keptBlocks = Math.min(blocks, MAXIMUM_SENTENCES / BLOCK_SENTENCES);
  const drafts: Draft[] = [];
  for (let kept = 0; kept < keptBlocks; kept += 1) {
    const from = Math.floor((kept * blocks) / keptBlocks) * BLOCK_SENTENCES;
    for (const item of quotes.slice(from, from + BLOCK_SENTENCES)) {
      const { text, connective } = cleanSentence(item.quote, spoken);
      drafts.push({ ...item, text, connective, tokens: readTokens(text) });
      yield;
    }
  }
  return drafts;
}

/** What a point cannot do without that leads to those below it: "The tree has three parts:", "An arc is consistent if:". */
const NEEDS_WHAT_FOLLOWS =
  /\b(?:two|three|four|five|six|several|some|many|different|various|following)\b|\b(?:ways?|steps?|kinds?|types?|things?|reasons?|examples?|cases?|parts?|forms?|components?|properties|that|if|when|where|by|of|for|to|as|is|are|in|on|with|and|or|e\.g\.|i\.e\.)$/iu;

/** A slide sets a colon behind what examples and details explain further: "Forward checking is a simple form of inference:". */
function withoutLastColon(point: string): string {
  const plain = point.replace(/:$/u, '');
  return NEEDS_WHAT_FOLLOWS.test(plain) ? point : plain;
}

function finishSentence(
  { passage, quote, text, connective, tokens }: Draft,
  index: number,
  sectionOf: ReadonlyMap<string, number>,
): Sentence {
  const from = frontedEnd(tokens) ?? 0;
  const clause = parseClause(tokens, from, sentenceEnd(tokens));
  const unusable = whyUnusable(text, tokens, clause);
  const isFragment = passage.kind === 'slide' && !isWholeSentence(quote, tokens, clause);
  return {
    index,
    passage,
    section: sectionOf.get(passage.id) ?? 0,
    quote,
    text,
    tokens,
    clause,
    connective,
    stems: contentStems(text),
    standsAlone: unusable === null && !isFragment && !startsWithPronounAfterFront(tokens, from),
    isFragment,
  };
}

/** Where the sentence's words end: before its final punctuation. */
export function sentenceEnd(tokens: readonly Token[]): number {
  let end = tokens.length;
  while (end > 0 && tokens[end - 1]?.pos === 'PUNCT' && /^[.!?"”'’]+$/u.test(tokens[end - 1]?.text ?? ''))
    end -= 1;
  return end;
}

const hasPos = (token: Token | undefined, tags: readonly string[]): boolean =>
  token !== undefined && tags.includes(token.pos);

/** A clause begins with these, not a phrase. */
const OPENS_CLAUSE = new Set(
  'if when because since while although as unless whereas though until once'.split(' '),
);

/** "In plants, …", "By 1800 …": where the main clause begins after a phrase in front, or undefined. */
export function frontedEnd(tokens: readonly Token[]): number | undefined {
  const first = tokens[0];
  if (!first || !hasPos(first, ['ADP', 'SCONJ']) || OPENS_CLAUSE.has(first.lower)) return undefined;
  if (tokens[1]?.pos === 'NUM' && /^\d{4}s?$/u.test(tokens[1].text) && tokens[2]?.text !== ',') return 2;
  for (let index = 1; index < Math.min(tokens.length, 12); index += 1) {
    const token = tokens[index];
    if (token?.text === ',') return index + 1;
    // "Under the postal rule a letter takes effect …": where a noun is followed by an article, a new phrase begins.
    const followsNoun = index > 1 && hasPos(tokens[index - 1], ['NOUN', 'PROPN', 'NUM']);
    if (followsNoun && ['a', 'an', 'the', 'most', 'some', 'many'].includes(token?.lower ?? '')) return index;
    if (hasPos(token, ['VERB', 'AUX'])) return undefined;
  }
  return undefined;
}

/** "In muscle it produces …", "Together they keep …": the pronoun's noun is in an earlier sentence. */
function startsWithPronounAfterFront(tokens: readonly Token[], from: number): boolean {
  if (from > 0 && tokens[from]?.pos === 'PRON' && hasBarePronoun(tokens[from].text)) return true;
  if (!['ADP', 'ADV'].includes(tokens[0]?.pos ?? '')) return false;
  for (const token of tokens.slice(1, 12)) {
    if (token.pos === 'AUX' || token.pos === 'SCONJ') return false;
    // "Among living things it is …"
    if (token.pos === 'VERB' && !token.lower.endsWith('ing')) return false;
    if (token.pos === 'PRON' && hasBarePronoun(token.text)) return true;
  }
  return false;
}

function* weighTerms(
  sentences: readonly Sentence[],
  casing: Casing,
  headings: readonly string[],
): Steps<Map<string, Term>> {
  const found = new Map<string, { text: string; sentences: number[]; words: number }>();
  for (const sentence of sentences) {
    yield;
    for (const phrase of listNounPhrases(sentence.tokens)) {
      const key = termKey(sentence.tokens, phrase);
      const words = phrase.end - phrase.coreStart;
      if (key === '' || words > 5 || !/\p{L}{2}/u.test(key)) continue;
      const known = found.get(key);
      if (known) {
        if (known.sentences.at(-1) !== sentence.index) known.sentences.push(sentence.index);
        continue;
      }
      const text = casing.lowerInitial(textOf(sentence.text, sentence.tokens, phrase.coreStart, phrase.end));
      found.set(key, { text, sentences: [sentence.index], words });
    }
  }
  const headingStems = contentStems(headings.join(' '));
  const raw = new Map<string, number>();
  let strongest = 1e-9;
  for (const [key, term] of found) {
    const inHeading = key.split(' ').some((stem) => headingStems.has(stem)) ? 1.5 : 1;
    const value = Math.log2(1 + term.sentences.length) * (1 + 0.3 * Math.min(2, term.words - 1)) * inHeading;
    raw.set(key, value);
    strongest = Math.max(strongest, value);
  }
  return new Map(
    [...found].map(([key, { text, sentences: places }]) => [
      key,
      { text, sentences: places, weight: (raw.get(key) ?? 0) / strongest },
    ]),
  );
}

/** True when the sentence may be quoted alone to a reader: it stands alone and does not speak to the listener. */
export function isQuotable(sentence: Sentence): boolean {
  return sentence.standsAlone && !addressesReader(sentence.text) && !leadsOn(sentence.quote);
}
