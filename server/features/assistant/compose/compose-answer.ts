import type { Embed } from '#server/language/lesson-text.ts';
import type { FoundPassage, FoundPassages } from '#server/features/search/found-passage.ts';
import type { ComposedAnswer, Source } from '../composed-answer.ts';
import { arrangeAnswer, sourceOf } from './arrange-answer.ts';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import { judgeSentences, rateSentences, type Rating } from './rate-sentences.ts';
import { judgeSupport } from './judge-support.ts';
import { listSentences } from './list-sentences.ts';
import { isOutsideLessons } from './outside-lessons.ts';
import { readQuestion } from './read-question.ts';
import { readSupport } from './support-signals.ts';
import { weighWords } from './compare-words.ts';

/** How many passages to look for: more cost time and hardly ever hold the answer. */
export const ANSWER_PASSAGES = 24;
const NEAREST = 3;
/** A sentence that is about the same: it holds this share of the question's words, or comes this near in meaning. */
const RELEVANT = { words: 0.4, meaning: 0.4 } as const;
const LOOKED_AT = 8;

export interface AnswerRequest {
  readonly question: string;
  /** The one before it in the conversation: gives "and why?" its subject. */
  readonly previousQuestion?: string | undefined;
  readonly found: FoundPassages;
  /** Passages next to the found ones, in any order: they may name what a sentence is about. */
  readonly neighbours?: readonly FoundPassage[] | undefined;
  /** Undefined while the model that compares meanings is not there: words are then compared. */
  readonly embed: Embed | undefined;
  /** Undefined while the model that reads sentences with the question is not there. */
  readonly judge?: JudgeAnswers | undefined;
  /** Whether the speech recognition was too unsure of a sentence for it to be cited. */
  readonly isUncertain?: ((quote: string) => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Answers a question in the lessons' own sentences, each verbatim in the passage it cites, or says that the lessons do not
 * answer it. What the question or the passages order is never done: both are only compared. The same request gives the
 * same answer.
 * @throws what `embed` and `judge` throw, except `TextEmbedderUnavailableError` (words are then compared instead of meanings)
 */
export async function composeAnswer(request: AnswerRequest): Promise<ComposedAnswer> {
  const { found, embed, signal } = request;
  signal?.throwIfAborted();
  const question = readQuestion(request.question, request.previousQuestion);
  const passages = found.passages.slice(0, ANSWER_PASSAGES);
  const weights = weighWords(passages);
  const sentences = listSentences(passages, request.neighbours, request.isUncertain);
  const rating = await judgeSentences(
    await rateSentences(sentences, question, weights, embed, signal),
    question,
    request.judge,
    signal,
  );
  const statements = (await findsSupport()) ? arrangeAnswer(rating, question) : [];
  return statements.length > 0
    ? { outcome: 'answered', statements }
    : { outcome: 'nothing_found', nearest: listNearest(rating) };

  async function findsSupport(): Promise<boolean> {
    if (question.stems.size === 0 || rating.sentences.length === 0) return false;
    const nearest = rating.sentences.slice(0, LOOKED_AT).map(({ sentence }) => sentence);
    if (isOutsideLessons(request.question, nearest, rating.surest)) return false;
    const signals = await readSupport(question, rating, passages, weights, embed, signal);
    return judgeSupport(signals, rating.surest !== undefined) >= 0;
  }
}

/** The passages of the best sentences that are about what was asked, each once. */
function listNearest(rating: Rating): Source[] {
  const nearest = new Map<string, Source>();
  for (const { sentence, words, meaning } of rating.sentences) {
    if (nearest.size >= NEAREST) break;
    if (sentence.use === 'question' || (words < RELEVANT.words && meaning < RELEVANT.meaning)) continue;
    if (!nearest.has(sentence.passage.passageId)) nearest.set(sentence.passage.passageId, sourceOf(sentence));
  }
  return [...nearest.values()];
}
