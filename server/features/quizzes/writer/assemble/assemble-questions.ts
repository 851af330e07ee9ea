import type { LessonText } from '../../../../language/lesson-text.ts';
import type { ComposedQuestion } from '../compose/composed-question.ts';
import { chooseDrafts } from './choose-drafts.ts';
import { chooseDistractors } from './choose-distractors.ts';
import { draftQuestions, type DraftOptions } from './draft-questions.ts';
import { finishQuestion } from './finish-question.ts';
import type { QuestionDraft } from './question-draft.ts';
import { isSameAnswer, readAnswer } from './read-answer.ts';

/** A finished question and how likely an instructor is to keep it: higher is better. */
export interface AssembledCandidate {
  readonly question: ComposedQuestion;
  readonly score: number;
  readonly form: string;
}

export interface AssembleOptions extends DraftOptions {
  /** How many questions are wanted. */
  readonly count: number;
  /** Whether a draft may be asked: it fits the request, and nothing like it has been asked. */
  readonly isWanted?: (draft: QuestionDraft) => boolean;
  /** Called with each question that passed, as soon as it is finished. */
  readonly onCandidate: (candidate: AssembledCandidate) => Promise<void>;
}

/** So many drafts are read for each question wanted: reading costs a second, and one in three fails. */
const DRAFTS_PER_QUESTION = 1.8;

/**
 * Turns a lesson into multiple-choice questions with a small model that reads and never invents. Rules and the model find
 * the terms that the lesson explains; each question asks for a term or its meaning, and the wrong answers are other terms
 * of the same kind. The model proposes terms only where the lesson has too few, and answers each question once from the
 * passage before it is offered.
 * @returns how many questions passed
 * @throws what the generator throws, except `TextGeneratorOutputError`; what `onCandidate` throws
 */
export async function assembleQuestions(lesson: LessonText, options: AssembleOptions): Promise<number> {
  const { generator, signal, count, isWanted = () => true } = options;
  const drafts = (await draftQuestions(lesson, options)).filter(isWanted);
  let made = 0;
  for (const draft of chooseDrafts(drafts, Math.ceil(count * DRAFTS_PER_QUESTION))) {
    if (made >= count) break;
    signal?.throwIfAborted();
    if (draft.form === 'name') {
      const read = await readAnswer(draft.passage.text, draft.stem, generator, signal);
      if (!isSameAnswer(read, draft.key)) continue;
    }
    const distractors = await chooseDistractors(draft, lesson.title, options);
    if (!distractors) continue;
    made += 1;
    await options.onCandidate({
      question: finishQuestion(draft, distractors),
      score: draft.worth,
      form: draft.form,
    });
  }
  return made;
}
