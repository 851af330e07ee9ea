import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { analyzeLessonInTurns } from '#server/language/analysis.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { composeEssays } from './compose-essays.ts';
import { composeMultipleChoice } from './compose-multiple-choice.ts';
import type { ComposedCandidate, ComposeRequest } from './composed-question.ts';

/** A lesson of a sentence or two is no ground for an essay: the answer would be the sentence itself. */
const FEWEST_SENTENCES_FOR_ESSAYS = 3;
const LEVELS = {
  multiple_choice: new Set(['remember', 'understand']),
  essay: new Set(['understand', 'analyze']),
};
export interface Composition {
  /** The best first. Each cites the lesson verbatim. */
  readonly candidates: readonly ComposedCandidate[];
  /** What the composer cannot do that was asked for, in sentences for the instructor; null where it could. */
  readonly limit: Message | null;
}

/**
 * Writes questions on a lesson without a language model. Multiple choice asks for what the lesson states and for the meaning of
 * what it explains, with other terms or meanings of the lesson as wrong answers; essays ask to explain a term or to compare two. No rule
 * can pose a new case or judge a relation. The same lesson and seed give the same questions.
 * @throws what `request.embed` and `request.judge` throw, except `TextEmbedderUnavailableError` (words are then compared instead of meanings)
 */
export async function composeQuestions(lesson: LessonText, request: ComposeRequest): Promise<Composition> {
  request.signal?.throwIfAborted();
  const analysis = await analyzeLessonInTurns(lesson);
  if (!analysis.english)
    return {
      candidates: [],
      limit:
        analysis.wordCount === 0 ? message('questions_of_empty_lesson') : message('questions_english_only'),
    };
  const isBeyond = request.levels?.some((level) => !LEVELS[request.answerStyle].has(level)) === true;
  if (request.answerStyle === 'essay') {
    const usable = analysis.sentences.filter(({ standsAlone }) => standsAlone).length;
    return {
      candidates: usable < FEWEST_SENTENCES_FOR_ESSAYS ? [] : await composeEssays(analysis, request),
      limit: isBeyond ? message('questions_essay_levels_without_model') : null,
    };
  }
  const candidates = await composeMultipleChoice(analysis, request);
  return {
    candidates,
    limit: isBeyond ? message('questions_levels_without_model') : null,
  };
}
