import { analyzeLesson } from '../../../language/analysis.ts';
import type { LessonAnalysis } from '../../../language/analysis.ts';
import type { LessonText } from '../../../language/lesson-text.ts';
import { composeEssays } from './compose-essays.ts';
import { composeMultipleChoice } from './compose-multiple-choice.ts';
import type { ComposeRequest, Composition } from './composed-question.ts';

/**
 * Writes questions on a lesson without a language model. Deterministic: one lesson, one seed, one answer.
 * Every question is flawless to the item checker and cites the lesson verbatim; when the lesson cannot carry `count` of
 * them, fewer come back with a `shortfall` that says why.
 * @param analysis of the same lesson, when it has been made already
 * @throws what `request.embed` throws, except `TextEmbedderUnavailableError` (words are then compared instead of meanings)
 */
export async function composeQuestions(
  lesson: LessonText,
  request: ComposeRequest,
  analysis: LessonAnalysis = analyzeLesson(lesson),
): Promise<Composition> {
  request.signal?.throwIfAborted();
  if (!analysis.english) {
    const reason =
      analysis.wordCount === 0
        ? 'The lesson holds no text.'
        : 'The lesson does not seem to be written in English sentences, and the built-in composer writes English questions only.';
    return { questions: [], shortfall: { asked: request.count, made: 0, reason } };
  }
  // A lesson of a sentence or two is no ground for an essay: the answer would be the sentence itself.
  if (
    request.answerStyle === 'essay' &&
    analysis.sentences.filter((sentence) => sentence.standsAlone).length < 3
  )
    return {
      questions: [],
      shortfall: { asked: request.count, made: 0, reason: explainShortfall(analysis, request, 0) },
    };
  const compose = request.answerStyle === 'essay' ? composeEssays : composeMultipleChoice;
  const questions = await compose(analysis, request);
  if (questions.length >= request.count) return { questions };
  return {
    questions,
    shortfall: {
      asked: request.count,
      made: questions.length,
      reason: explainShortfall(analysis, request, questions.length),
    },
  };
}

function explainShortfall(analysis: LessonAnalysis, request: ComposeRequest, made: number): string {
  const usable = analysis.sentences.filter((sentence) => sentence.standsAlone).length;
  if (usable < 3) return 'The lesson holds hardly any complete statements to ask about.';
  const levels = request.taxonomyLevels ?? [];
  const supported = levels.filter(
    (level) => request.answerStyle === 'essay' || (level !== 'evaluate' && level !== 'create'),
  );
  if (levels.length > 0 && supported.length === 0)
    return 'Multiple-choice questions cannot soundly test evaluating or creating. Ask for essays, or for other levels.';
  const where = [
    levels.length > 0 ? ' at the levels asked for' : '',
    (request.difficulty ?? 'mixed') === 'mixed' ? '' : ' of the difficulty asked for',
    request.criteria === 'outcomes' && (analysis.lesson.outcomes ?? []).length > 0 ? ' for the outcomes' : '',
  ].join('');
  if (made === 0)
    return `The lesson states no fact${where} that a sound question with believable wrong answers could be made of.`;
  const count = made === 1 ? 'only one sound question' : `only ${made} sound questions`;
  return `The lesson carries ${count}${where}: the rest of it gave no clear fact with believable wrong answers. Add material, or ask for fewer.`;
}
