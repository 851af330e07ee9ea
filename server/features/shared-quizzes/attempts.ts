import type { AnswerSaved, AttemptEvidence, SaveAnswerRequest, StudentAttempt } from '#contract/attempts.ts';
import type { SharedQuizSettings, SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/problem-error.ts';
import { hashAttemptToken, resumeCode } from '#server/security/student-codes.ts';
import { getLessonText } from '../lessons/lesson-text.ts';
import { presentLessonListItem } from '../lessons/present-lesson.ts';
import { submitAttemptRow } from './attempt-changes.store.ts';
import {
  findAnswer,
  findAttemptByToken,
  listAnswers,
  saveAnswerRow,
  type AnswerRow,
  type StudentRow,
} from './attempt.store.ts';
import { answerThatCounts, feedbackOf, presentAnswer, scoreOf } from './feedback.ts';
import { settingsOf, stateOf } from './present-shared-quiz.ts';
import { getQuestions } from './snapshots.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets'>;

interface Taken {
  readonly attempt: StudentRow;
  readonly settings: SharedQuizSettings;
  readonly questions: ReadonlyMap<number, SnapshotQuestion>;
}

/** What a token grants: one attempt. @throws {ProblemError} token_invalid. */
async function getTaken({ database }: Pick<Dependencies, 'database'>, token: string): Promise<Taken> {
  const attempt = await findAttemptByToken(database, hashAttemptToken(token));
  if (attempt === undefined) throw new ProblemError('attempt_unknown');
  const questions = await getQuestions(database, attempt.version_id);
  return {
    attempt,
    settings: settingsOf(attempt),
    questions: new Map(questions.map((question) => [question.key, question])),
  };
}

/** The attempt of a token, for who continues it. @throws {ProblemError} token_invalid. */
export const getAttemptOfToken = async (
  dependencies: Pick<Dependencies, 'database'>,
  token: string,
): Promise<StudentRow> => (await getTaken(dependencies, token)).attempt;

/** The attempt as its student sees it. @throws {ProblemError} token_invalid. */
export async function readAttempt(dependencies: Needed, token: string): Promise<StudentAttempt> {
  const { attempt, settings, questions } = await getTaken(dependencies, token);
  const answers = (await listAnswers(dependencies.database, [attempt.id])).get(attempt.id) ?? [];
  const laidOut = attempt.layout.flatMap((place) => {
    const question = questions.get(place.key);
    return question === undefined ? [] : [{ ...place, question }];
  });
  // In the order of the rows, a late answer follows the one in time.
  const newest = new Map(answers.map((answer) => [answer.question_key, answer]));
  const isOver = attempt.submitted_by === 'student';
  const isOpen = stateOf(attempt, attempt.now) === 'open';
  return {
    quiz_name: attempt.quiz_name,
    student_name: attempt.student_name,
    resume_code:
      attempt.resume_code_hash === null ? null : resumeCode(dependencies.secrets, attempt.token_salt),
    is_preview: attempt.is_preview,
    attempt_number: attempt.attempt_number,
    may_start_again: isOver && isOpen && mayStartAgain(attempt, settings),
    questions: laidOut.map(({ key, options, question }) => ({
      key,
      text: question.text,
      type: question.type,
      options: options.map((place) => ({ id: place, text: question.options[place]?.text ?? '' })),
    })),
    answers: [...newest.values()].map(presentAnswer),
    started_at: attempt.started_at.toISOString(),
    deadline_at: attempt.deadline_at?.toISOString() ?? null,
    submitted_at: isOver ? (attempt.submitted_at?.toISOString() ?? null) : null,
    server_time: attempt.now.toISOString(),
    feedback_content: settings.feedback_content,
    feedback_time: settings.feedback_time,
    feedback_from: settings.feedback_time === 'after_closing' ? settings.closes_at : null,
    lesson_access: settings.lesson_access,
    score: scoreOf(settings, attempt, attempt.now, answers, questions),
    feedback: laidOut.flatMap(({ key, question }) => {
      const counted = answerThatCounts(answers, key, attempt);
      return feedbackOf(settings, attempt, attempt.now, question, counted) ?? [];
    }),
  };
}

export const mayStartAgain = (
  attempt: Pick<StudentRow, 'attempt_number' | 'is_preview'>,
  { attempts_allowed: allowed }: SharedQuizSettings,
): boolean => attempt.is_preview || allowed === null || attempt.attempt_number < allowed;

/**
 * Saves one answer; what it returns is durable. Repeating the call changes nothing.
 * @throws {ProblemError} token_invalid; not_found for a question of another attempt; conflict once it is submitted.
 */
export async function saveAnswer(
  dependencies: Needed,
  token: string,
  key: number,
  request: SaveAnswerRequest,
): Promise<AnswerSaved> {
  const { database } = dependencies;
  const { attempt, settings, questions } = await getTaken(dependencies, token);
  const question = questions.get(key);
  if (question === undefined || !attempt.layout.some((place) => place.key === key))
    throw new ProblemError('question_not_in_attempt');
  const answer = judgeAnswer(question, settings, request);
  const row =
    (await saveAnswerRow(database, attempt.id, key, answer)) ??
    (await findUnchanged(dependencies, token, key));
  return {
    saved: presentAnswer(row),
    deadline_at: attempt.deadline_at?.toISOString() ?? null,
    submitted_at: null,
    server_time: attempt.now.toISOString(),
    feedback: feedbackOf(settings, attempt, attempt.now, question, row),
  };
}

function judgeAnswer(
  question: SnapshotQuestion,
  settings: SharedQuizSettings,
  { choice, text, ...request }: SaveAnswerRequest,
): Parameters<typeof saveAnswerRow>[3] {
  const isEssay = question.type === 'essay';
  const option = choice === null ? undefined : question.options[choice];
  if (!isEssay && choice !== null && option === undefined) throw invalidField('choice', 'option_unknown');
  const canBeFinal = settings.feedback_time === 'immediately' && settings.feedback_content !== 'none';
  return {
    ...request,
    choice: isEssay ? null : choice,
    text: isEssay ? text : null,
    is_final: request.is_final && canBeFinal,
    points: option === undefined ? null : Number(option.is_correct),
  };
}

/** What is saved where a call saved nothing. @throws {ProblemError} conflict once the attempt is submitted. */
async function findUnchanged(dependencies: Needed, token: string, key: number): Promise<AnswerRow> {
  const attempt = await getAttemptOfToken(dependencies, token);
  if (attempt.submitted_by === 'student') throw new ProblemError('attempt_submitted');
  const saved = await findAnswer(dependencies.database, { attemptId: attempt.id, questionKey: key });
  if (saved === undefined) throw new ProblemError('attempt_submitted');
  return saved;
}

/** Ends the attempt. Repeating it changes nothing. @throws {ProblemError} token_invalid. */
export async function submitAttempt(dependencies: Needed, token: string): Promise<StudentAttempt> {
  const attempt = await getAttemptOfToken(dependencies, token);
  await submitAttemptRow(dependencies.database, attempt.id);
  return readAttempt(dependencies, token);
}

/** Undefined for a lesson that was deleted, or lost its text, after the quiz was shared: the quote is in the snapshot. */
const findLessonText = (
  dependencies: Needed,
  lessonId: number,
): Promise<Awaited<ReturnType<typeof getLessonText>> | undefined> =>
  getLessonText(dependencies, lessonId).catch((error: unknown) => {
    if (
      error instanceof ProblemError &&
      ['lesson_deleted', 'lesson_without_text'].includes(error.coded?.code ?? '')
    )
      return undefined;
    throw error;
  });

/**
 * The passage that a question rests on, and a link to the lesson where the settings allow it.
 * @throws {ProblemError} token_invalid; not_found while its feedback may not be seen, and where the settings keep the lesson closed.
 */
export async function readEvidence(
  dependencies: Needed,
  token: string,
  key: number,
  origin: string,
): Promise<AttemptEvidence> {
  const { attempt, settings, questions } = await getTaken(dependencies, token);
  const answers = (await listAnswers(dependencies.database, [attempt.id])).get(attempt.id) ?? [];
  const question = questions.get(key);
  const counted = answerThatCounts(answers, key, attempt);
  const evidence =
    question === undefined
      ? undefined
      : feedbackOf(settings, attempt, attempt.now, question, counted)?.evidence;
  if (evidence == null || question === undefined || settings.lesson_access === 'none')
    throw new ProblemError('evidence_not_shown');
  const found = await findLessonText(dependencies, question.lesson_id);
  const passage = found?.text.passages.find(({ id }) => id === evidence.passage_id);
  return {
    text: passage?.text ?? evidence.quote,
    quote: evidence.quote,
    page: evidence.page,
    start_second: evidence.start_second,
    lesson:
      settings.lesson_access === 'lesson' && found !== undefined
        ? {
            title: found.lesson.title,
            kind: found.lesson.kind,
            url: presentLessonListItem(dependencies, origin, found.lesson).file,
          }
        : null,
  };
}
