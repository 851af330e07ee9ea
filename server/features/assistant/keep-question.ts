import { CONVERSATION_MESSAGES_MAXIMUM, type AssistantRequest } from '#contract/assistant.ts';
import type { SearchScope } from '#contract/search.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound, ProblemError } from '#server/platform/problem-error.ts';
import { getOwnCourse } from '../courses/courses.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import { isPleasantry } from './compose/read-question.ts';
import { ownsConversation, getOwnConversation } from './conversations.ts';
import {
  insertConversation,
  askAgain,
  findAttempt,
  findQuestion,
  listQuestionsBefore,
  holdConversation,
  insertQuestion,
  isFollowed,
  replaceAnswer,
  type NewAnswer,
  type MessageRow,
} from './conversation.store.ts';

const TITLE_CHARACTERS = 80;

/** A question that is kept, and the place that its answer will have. */
export interface KeptQuestion {
  readonly id: number;
  readonly conversationId: number;
  readonly position: number;
  /** Which time it is asked, from 1. */
  readonly attempt: number;
  readonly text: string;
  readonly scope: SearchScope;
  /** What was asked before it in the same conversation. */
  readonly previousQuestion: string | undefined;
}

type Needed = Pick<Dependencies, 'database'>;

/**
 * Keeps a question before anything is done about it: at the end of its conversation, or of a new one. With `question_id`
 * it is the same question again, in the words and the scope of this request.
 * @throws {ProblemError} not_found for a conversation, question, course or lesson that is not the actor's; conflict when
 * a question to be asked again is not the last one.
 */
export async function keepQuestion(
  dependencies: Needed,
  actor: Actor,
  request: AssistantRequest,
): Promise<KeptQuestion> {
  const { course_id: courseId, lesson_id: lessonId, conversation_id: given, text } = request;
  if (given !== undefined) await getOwnConversation(dependencies, actor, given);
  if (courseId !== undefined) await getOwnCourse(dependencies, actor, courseId);
  if (lessonId !== undefined) await getOwnLesson(dependencies, actor, lessonId);
  const scope: SearchScope = {
    ...(courseId === undefined ? {} : { course_id: courseId }),
    ...(lessonId === undefined ? {} : { lesson_id: lessonId }),
  };
  return inTransaction(dependencies.database, async (transaction) => {
    const asked = { text, scope: Object.keys(scope).length === 0 ? null : scope };
    const placed =
      request.question_id === undefined
        ? await placeAnew(transaction, actor, given, asked)
        : await placeAgain(transaction, actor, request.question_id, given, asked);
    const before = await listQuestionsBefore(transaction, placed.conversationId, placed.position);
    // Nothing follows up a greeting or thanks.
    const previousQuestion = before.find((each) => !isPleasantry(each));
    return { ...placed, text, scope, previousQuestion };
  });
}

type Placed = Pick<KeptQuestion, 'id' | 'conversationId' | 'position' | 'attempt'>;
type Asked = Parameters<typeof insertQuestion>[2];

async function placeAnew(
  transaction: Database,
  actor: Actor,
  given: number | undefined,
  asked: Asked,
): Promise<Placed> {
  const conversationId =
    given ??
    (await insertConversation(transaction, {
      instructor_id: actor.instructorId,
      title: titleOf(asked.text),
    }));
  if (!(await holdConversation(transaction, conversationId))) throw notFound('conversation');
  const inserted = await insertQuestion(transaction, conversationId, asked);
  if (inserted === undefined)
    throw new ProblemError('conversation_too_long', { params: { maximum: CONVERSATION_MESSAGES_MAXIMUM } });
  return { conversationId, ...inserted };
}

async function placeAgain(
  transaction: Database,
  actor: Actor,
  id: number,
  given: number | undefined,
  asked: Asked,
): Promise<Placed> {
  const question = await findQuestion(transaction, id);
  if (question === undefined || !ownsConversation(actor, question)) throw notFound('question');
  const { conversation_id: conversationId, position } = question;
  if (given !== undefined && given !== conversationId) throw notFound('question');
  if (!(await holdConversation(transaction, conversationId))) throw notFound('question');
  if (await isFollowed(transaction, question)) {
    throw new ProblemError('not_last_question');
  }
  return { id, conversationId, position, attempt: await askAgain(transaction, id, asked) };
}

/**
 * Keeps the answer to a question, replacing any earlier answer.
 * @throws {ProblemError} not_found when the conversation was deleted; conflict when the question was asked again, so that
 * another answer counts.
 */
export const keepAnswer = (
  { database }: Needed,
  question: KeptQuestion,
  answer: NewAnswer,
): Promise<MessageRow> =>
  inTransaction(database, async (transaction) => {
    if (!(await holdConversation(transaction, question.conversationId))) throw notFound('conversation');
    if ((await findAttempt(transaction, question.id)) !== question.attempt) {
      throw new ProblemError('question_asked_again');
    }
    const place = { conversation_id: question.conversationId, position: question.position };
    return replaceAnswer(transaction, place, answer);
  });

/** Its first words, cut between two of them. */
function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= TITLE_CHARACTERS) return line;
  const cut = line.slice(0, TITLE_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}
