import { setImmediate } from 'node:timers/promises';
import { listTurnableWords } from '#contract/question-rules/antonyms.ts';
import { findUnsupportedKey } from '#contract/question-rules/checks/source-criteria.ts';
import { wordsOfStem } from '#contract/question-rules/stem-parts.ts';
import { containment, contentStems, listWords } from '#contract/question-rules/words.ts';
import { describeContext, type JudgeAnswers } from '#server/ai/answer-judge.ts';
import { TextEmbedderUnavailableError } from '#server/ai/text-embedder.ts';
import { isReadAsText, isTeaching } from '#server/documents/passage.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import type { Evidence, LessonPassage } from '#server/language/lesson-text.ts';
import { anchorQuote } from '#server/language-model/anchor-quote.ts';
import type { ReadQuestion } from '#server/question-files/question-file.ts';

/** A sentence of the lesson, or two in a row. */
interface Span {
  readonly passage: LessonPassage;
  readonly start: number;
  readonly end: number;
  readonly stems: ReadonlySet<string>;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface EvidenceFinder {
  /** Where the lesson says what the right answer says; null where it does not, or where that is not sure. */
  find(question: ReadQuestion, signal: AbortSignal): Promise<Evidence | null>;
}

/** Of the stem's words, so many must be in the quoted words or the heading above them when words alone decide. */
const SHARE_BY_WORDS = 0.75;
/** With the answer judge, which compares meanings, fewer are enough. */
const SHARE_WITH_JUDGE = 0.3;
const MOST_JUDGED = 3;
const SLICE_MILLISECONDS = 10;
const DENIAL =
  /\b(?:not|no|never|neither|nor|none|cannot|without|except|incorrect|false|untrue|least)\b|n['’]t\b/iu;
const COLLECTIVE =
  /\b(?:all|none|both|neither|any) of (?:the|these)\b|\ball (?:are|options)\b|^[A-H](?:,| and| &)/iu;

/**
 * Looks for the evidence of questions that were written without the lesson. A quote that comes with a question is found
 * where it stands. Otherwise a sentence must contain the whole right answer and no wrong one, share the words of the
 * question, and deny nothing that the question affirms; the answer judge, where it is there, must find that it answers
 * the question.
 */
export function createEvidenceFinder(
  passages: readonly LessonPassage[],
  judge: JudgeAnswers,
): EvidenceFinder {
  const teaching = passages.filter(isTeaching);
  const spans = teaching.flatMap(listSpans);
  const spansOf = new Map<string, Span[]>();
  for (const span of spans)
    for (const stem of span.stems) {
      const known = spansOf.get(stem);
      if (known === undefined) spansOf.set(stem, [span]);
      else known.push(span);
    }
  let sliceEnd = performance.now() + SLICE_MILLISECONDS;
  return {
    async find(question, signal) {
      if (performance.now() > sliceEnd) {
        await setImmediate();
        sliceEnd = performance.now() + SLICE_MILLISECONDS;
      }
      signal.throwIfAborted();
      const cited = question.quote === null ? undefined : findCited(question.quote, teaching);
      if (cited !== undefined) return cited;
      const sought = readSought(question);
      if (sought === undefined) return null;
      const found = listFits(sought, spansOf);
      const best = await chooseBest(sought, found, judge, signal);
      return best === undefined
        ? null
        : evidenceOfPassage(best.passage, best.passage.text.slice(best.start, best.end));
    },
  };
}

/** Words that a file quotes of this lesson, exactly or nearly so. */
function findCited(quote: string, passages: readonly LessonPassage[]): Evidence | undefined {
  const exact = quote.trim().length < 3 ? undefined : passages.find(({ text }) => text.includes(quote));
  if (exact !== undefined) return evidenceOfPassage(exact, quote);
  const stems = contentStems(quote);
  const near = passages
    .map((passage) => ({ passage, share: containment(stems, contentStems(passage.text)) }))
    .filter(({ share }) => share >= 0.8)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_JUDGED);
  return anchorQuote(
    quote,
    near.map(({ passage }) => passage),
  );
}

interface Sought {
  readonly question: ReadQuestion;
  readonly stem: string;
  readonly key: string;
  readonly keyStems: ReadonlySet<string>;
  readonly distractorStems: readonly ReadonlySet<string>[];
  readonly stemStems: ReadonlySet<string>;
}

/** Undefined for questions whose answer no sentence can bear out: essays, negative stems, "all of the above". */
function readSought(question: ReadQuestion): Sought | undefined {
  const stem = wordsOfStem(question.text);
  const key = question.options.find((option) => option.is_correct)?.text;
  if (question.type === 'essay' || key === undefined) return undefined;
  if (DENIAL.test(stem) || COLLECTIVE.test(key) || /^(?:true|false|yes|no)$/iu.test(key)) return undefined;
  const keyStems = contentStems(key);
  const stemStems = new Set([...contentStems(stem)].filter((word) => !keyStems.has(word)));
  if (keyStems.size === 0 || stemStems.size < 2) return undefined;
  const distractorStems = question.options
    .filter((option) => !option.is_correct)
    .map((option) => contentStems(option.text));
  return { question, stem, key, keyStems, distractorStems, stemStems };
}

/** Spans that may bear out the key, the one with most of the question's words first; one sentence before two. */
function listFits(
  sought: Sought,
  spansOf: ReadonlyMap<string, readonly Span[]>,
): { span: Span; share: number }[] {
  const [rarest = []] = [...sought.keyStems]
    .map((stem) => spansOf.get(stem) ?? [])
    .sort((one, other) => one.length - other.length);
  return rarest
    .filter((span) => bearsOut(span, sought))
    .map((span) => ({ span, share: containment(sought.stemStems, stemsAround(span)) }))
    .filter(({ share }) => share >= SHARE_WITH_JUDGE)
    .sort((one, other) => other.share - one.share || lengthOf(one.span) - lengthOf(other.span));
}

const lengthOf = ({ start, end }: Span): number => end - start;
const stemsAround = ({ passage, stems }: Span): ReadonlySet<string> =>
  new Set([...stems, ...contentStems(passage.heading ?? '')]);

function bearsOut(span: Span, { question, stem, key, keyStems, distractorStems }: Sought): boolean {
  if (containment(keyStems, span.stems) < 1) return false;
  if (
    distractorStems.some(
      (stems) => stems.size > 0 && !isWithin(stems, keyStems) && containment(stems, span.stems) === 1,
    )
  )
    return false;
  const quote = span.passage.text.slice(span.start, span.end);
  const words = new Set(listWords(quote));
  if (listWords(stem).some((word) => /^\d/u.test(word) && !words.has(word))) return false;
  if (DENIAL.test(quote) && !DENIAL.test(key)) return false;
  const opposite = listTurnableWords(`${stem} . ${key}`).some(
    ({ word, antonym }) => words.has(antonym.toLowerCase()) && !words.has(word.toLowerCase()),
  );
  return !opposite && findUnsupportedKey({ ...question, quote }) === null;
}

const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  containment(part, whole) === 1;

async function chooseBest(
  { stem }: Sought,
  found: readonly { span: Span; share: number }[],
  judge: JudgeAnswers,
  signal: AbortSignal,
): Promise<Span | undefined> {
  const likeliest = found.slice(0, MOST_JUDGED);
  if (likeliest.length === 0) return undefined;
  try {
    const ratings = await judge(
      stem,
      likeliest.map(({ span }) => ({
        sentence: span.passage.text.slice(span.start, span.end),
        context: describeContext(
          span.passage.heading ?? '',
          span.before === undefined ? undefined : { text: span.before },
          span.after === undefined ? undefined : { text: span.after },
        ),
      })),
      signal,
    );
    return likeliest.find((_, index) => (ratings[index] ?? -1) > 0)?.span;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TextEmbedderUnavailableError)) throw error;
    return likeliest.find(({ share }) => share >= SHARE_BY_WORDS)?.span;
  }
}

function listSpans(passage: LessonPassage): Span[] {
  const sentences = isReadAsText(passage)
    ? splitSentences(passage.text)
    : [...passage.text.matchAll(/[^\n]*\S[^\n]*/gu)].map(({ 0: line, index }) => ({
        text: line,
        startOffset: index,
        endOffset: index + line.length,
      }));
  return sentences.flatMap((sentence, index) => {
    const next = sentences[index + 1];
    const before = sentences[index - 1]?.text;
    const start = sentence.startOffset;
    const one = {
      passage,
      start,
      end: sentence.endOffset,
      stems: contentStems(sentence.text),
      before,
      after: next?.text,
    };
    if (next === undefined) return [one];
    const stems = new Set([...one.stems, ...contentStems(next.text)]);
    return [one, { passage, start, end: next.endOffset, stems, before, after: sentences[index + 2]?.text }];
  });
}
