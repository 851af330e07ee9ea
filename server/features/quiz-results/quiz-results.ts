import type { AttemptResult, GradeRequest, QuizResults, StudentResult } from '#contract/quiz-results.ts';
import type { SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound } from '#server/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { analyzeClass, secondsOf, summarizeClass } from './analyze-class.ts';
import { countedAnswer, readClassResponses, respondTo, type StudentResponses } from './class-responses.ts';
import { findKeyPoints } from './find-key-points.ts';
import { listOutcomeResults, listSectionResults } from './find-gaps.ts';
import {
  deleteAttemptRow,
  deleteAttemptsBefore,
  findOwnQuiz,
  findResultAttempt,
  listAnswersOfAttempt,
  listResultVersions,
  updateGrade,
  updateLateAccepted,
  type OwnQuizRow,
  type ResultAttempt,
} from './quiz-results.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** @throws {ProblemError} not_found, also for another instructor's quiz. */
export async function getOwnQuiz({ database }: Needed, actor: Actor, id: number): Promise<OwnQuizRow> {
  const quiz = await findOwnQuiz(database, { instructorId: actor.instructorId, id });
  if (quiz === undefined) throw notFound('shared_quiz');
  return quiz;
}

/** @throws {ProblemError} not_found. */
export async function readQuizResults(dependencies: Needed, actor: Actor, id: number): Promise<QuizResults> {
  const quiz = await getOwnQuiz(dependencies, actor, id);
  const responses = await readClassResponses(dependencies, id);
  const analyzed = analyzeClass(responses);
  return {
    shared_quiz_id: id,
    question_set_id: quiz.question_set_id,
    lesson_id: quiz.lesson_id,
    name: quiz.name,
    code: quiz.code,
    version: responses.version,
    ...summarizeClass(analyzed),
    questions: [...analyzed.questions],
    outcomes: listOutcomeResults(analyzed.questions),
    sections: await listSectionResults(dependencies, analyzed.questions),
    students: responses.students.map(presentStudent),
  };
}

export function presentStudent({
  attempt,
  version,
  responses,
  hasLateAnswers,
}: StudentResponses): StudentResult {
  const all = [...responses];
  const graded = all.flatMap(([, { points }]) => points ?? []);
  return {
    attempt_id: attempt.id,
    student_name: attempt.student_name,
    student_number: attempt.student_number,
    attempt_number: attempt.attempt_number,
    version,
    started_at: attempt.started_at.toISOString(),
    submitted_at: attempt.submitted_at?.toISOString() ?? null,
    seconds: secondsOf(attempt),
    has_late_answers: hasLateAnswers,
    late_accepted: attempt.late_accepted,
    points: graded.reduce((total, points) => total + points, 0),
    maximum: graded.length,
    ungraded_keys: all.flatMap(([key, { points }]) => (points === null ? [key] : [])),
  };
}

interface OwnAttempt {
  readonly quiz: OwnQuizRow;
  readonly attempt: ResultAttempt;
  readonly version: number;
  readonly questions: readonly SnapshotQuestion[];
}

async function getOwnAttempt(
  dependencies: Needed,
  actor: Actor,
  id: number,
  attemptId: number,
): Promise<OwnAttempt> {
  const quiz = await getOwnQuiz(dependencies, actor, id);
  const attempt = await findResultAttempt(dependencies.database, { sharedQuizId: id, attemptId });
  if (attempt === undefined) throw notFound('attempt');
  const versions = await listResultVersions(dependencies.database, id);
  const version = versions.find((each) => each.id === attempt.version_id);
  return { quiz, attempt, version: version?.version ?? 1, questions: version?.questions ?? [] };
}

/** One attempt with its answers. @throws {ProblemError} not_found. */
export async function readAttemptResult(
  dependencies: Needed,
  actor: Actor,
  id: number,
  attemptId: number,
): Promise<AttemptResult> {
  const { quiz, attempt, version, questions } = await getOwnAttempt(dependencies, actor, id, attemptId);
  const answers = await listAnswersOfAttempt(dependencies.database, attemptId);
  const responses = respondTo(attempt, questions, answers);
  const hasLateAnswers = answers.some((answer) => answer.is_late);
  return {
    quiz_name: quiz.name,
    student: presentStudent({ attempt, version, responses, hasLateAnswers }),
    answers: [...responses].flatMap(([key, response]) => {
      const question = questions.find((each) => each.key === key);
      if (question === undefined) return [];
      const own = answers.filter((answer) => answer.question_key === key);
      const counted = countedAnswer(own, attempt.late_accepted);
      const late = own.find((answer) => answer.is_late && answer !== counted);
      return [
        {
          key,
          text: question.text,
          type: question.type,
          options: question.options,
          choice: response.choice,
          answer: counted?.text ?? null,
          points: response.points,
          comment: counted?.comment ?? '',
          is_late: response.isLate,
          late: late === undefined ? null : { choice: late.choice, answer: late.text },
          seconds: response.seconds,
          key_points: findKeyPoints(question.key_points, counted?.text ?? ''),
          rubric: question.rubric,
          explanation: question.explanation,
          evidence: question.evidence,
          lesson_id: question.lesson_id,
        },
      ];
    }),
  };
}

/** Gives an essay its points, which the student sees where the settings allow it. @throws {ProblemError} not_found. */
export async function gradeAnswer(
  dependencies: Needed,
  actor: Actor,
  of: { id: number; attemptId: number; key: number },
  grade: GradeRequest,
): Promise<AttemptResult> {
  const { attempt, questions } = await getOwnAttempt(dependencies, actor, of.id, of.attemptId);
  const isEssay = questions.some(({ key, type }) => key === of.key && type === 'essay');
  const answers = await listAnswersOfAttempt(dependencies.database, of.attemptId);
  const own = answers.filter((answer) => answer.question_key === of.key);
  const counted = isEssay ? countedAnswer(own, attempt.late_accepted) : undefined;
  if (counted === undefined) throw notFound('answer');
  const place = { attemptId: of.attemptId, questionKey: of.key, isLate: counted.is_late };
  if (!(await updateGrade(dependencies.database, place, grade))) throw notFound('answer');
  return readAttemptResult(dependencies, actor, of.id, of.attemptId);
}

/** Decides whether the late answers of an attempt count. @throws {ProblemError} not_found. */
export async function acceptLateAnswers(
  dependencies: Needed,
  actor: Actor,
  id: number,
  attemptId: number,
  isAccepted: boolean,
): Promise<AttemptResult> {
  await getOwnAttempt(dependencies, actor, id, attemptId);
  await updateLateAccepted(dependencies.database, attemptId, isAccepted);
  return readAttemptResult(dependencies, actor, id, attemptId);
}

/** Deletes what Lectern stores of an attempt, as its student may request. @throws {ProblemError} not_found. */
export async function deleteAttempt(
  dependencies: Needed,
  actor: Actor,
  id: number,
  attemptId: number,
): Promise<void> {
  await getOwnAttempt(dependencies, actor, id, attemptId);
  await inTransaction(dependencies.database, async (transaction) => {
    await deleteAttemptRow(transaction, attemptId);
    await recordAudit(transaction, 'attempt_deleted', { by: actor.userId, on: ['shared_quiz', id] });
  });
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Deletes attempts that are older than ATTEMPT_RETENTION_DAYS. Returns how many. */
export const forgetOldAttempts = (
  { database, config }: Pick<Dependencies, 'database' | 'config'>,
  now: Date,
): Promise<number> =>
  deleteAttemptsBefore(database, new Date(now.getTime() - config.attemptRetentionDays * DAY_MILLISECONDS));
