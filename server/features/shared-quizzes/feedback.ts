import type { AnswerFeedback, SavedAnswer, StudentAttempt } from '#contract/attempts.ts';
import type { SharedQuizSettings, SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { AnswerRow, AttemptRow } from './attempt.store.ts';

type Attempt = Pick<AttemptRow, 'submitted_by' | 'late_accepted' | 'layout'>;
type Shown = Pick<SharedQuizSettings, 'feedback_content' | 'feedback_time' | 'closes_at'>;

/**
 * The answer of a question that counts: the one in time, or the late one where the instructor accepts it or nothing else was
 * there to be seen by the student.
 */
export function answerThatCounts(
  answers: readonly AnswerRow[],
  key: number,
  { late_accepted: isLateAccepted }: Pick<AttemptRow, 'late_accepted'>,
): AnswerRow | undefined {
  const ofQuestion = answers.filter((answer) => answer.question_key === key);
  const late = ofQuestion.find(({ is_late: isLate }) => isLate);
  if (isLateAccepted && late !== undefined) return late;
  return ofQuestion.find(({ is_late: isLate }) => !isLate);
}

/** Whether the settings show now how a question was answered. Time alone submits no attempt for this: late answers may follow. */
function isShown(settings: Shown, attempt: Attempt, now: Date, answer: AnswerRow | undefined): boolean {
  if (settings.feedback_content === 'none') return false;
  const isSubmitted = attempt.submitted_by === 'student';
  if (settings.feedback_time === 'immediately') return isSubmitted || answer?.is_final === true;
  if (settings.feedback_time === 'at_end') return isSubmitted;
  return isSubmitted && settings.closes_at !== null && Date.parse(settings.closes_at) <= now.getTime();
}

/** What a student may see of one question, or null. */
export function feedbackOf(
  settings: Shown,
  attempt: Attempt,
  now: Date,
  question: SnapshotQuestion,
  answer: AnswerRow | undefined,
): AnswerFeedback | null {
  if (!isShown(settings, attempt, now, answer)) return null;
  const { feedback_content: content } = settings;
  // Nothing was chosen: no points. An essay without points is waiting for them.
  const isEssay = question.type === 'essay';
  const points = answer?.points ?? (isEssay && (answer?.text ?? '') !== '' ? null : 0);
  const comment = answer?.comment ?? '';
  const shown: AnswerFeedback = { key: question.key, points, ...(comment === '' ? {} : { comment }) };
  if (content === 'score') return shown;
  const correct = question.options.findIndex(({ is_correct: isCorrect }) => isCorrect);
  const withKey = { ...shown, correct_option: isEssay ? null : correct, key_points: question.key_points };
  if (content === 'correct_answers') return withKey;
  return { ...withKey, explanation: question.explanation, evidence: question.evidence };
}

/** The sum over the questions of the attempt, once all of them may be seen. */
export function scoreOf(
  settings: Shown,
  attempt: Attempt,
  now: Date,
  answers: readonly AnswerRow[],
  questions: ReadonlyMap<number, SnapshotQuestion>,
): StudentAttempt['score'] {
  if (!isShown(settings, attempt, now, undefined)) return null;
  const counted = attempt.layout.flatMap(({ key }) => {
    const question = questions.get(key);
    if (question === undefined) return [];
    return feedbackOf(settings, attempt, now, question, answerThatCounts(answers, key, attempt)) ?? [];
  });
  return {
    points: counted.reduce((sum, { points }) => sum + (points ?? 0), 0),
    maximum: attempt.layout.length,
    ungraded: counted.filter(({ points }) => points === null).length,
  };
}

/** What the student's page shows as their answer: the newest, late or not. */
export const presentAnswer = (answer: AnswerRow): SavedAnswer => ({
  key: answer.question_key,
  choice: answer.choice,
  text: answer.text,
  is_flagged: answer.is_flagged,
  is_final: answer.is_final,
  is_late: answer.is_late,
  seconds_spent: answer.seconds_spent,
});
