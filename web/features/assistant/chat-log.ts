import type { ConversationMessage } from '#contract/assistant.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import { askedTurn, unansweredTurn, withMessage, type AnswerTurn } from './answer-turn.ts';
import type { ChatWork, LessonChatWork, LessonWork, QuizChatWork } from './chat-work.ts';
import type { QuizWish } from './read-intent.ts';

/** What is to be done with a lesson that is still to be chosen. */
export type LessonTask =
  | { readonly work: LessonWork | 'quiz'; readonly said?: string }
  | { readonly work: 'questions'; readonly said: string; readonly wish: QuizWish };

/** An entry of the log: text, or a choice. */
export type ChatEntryContent =
  | { kind: 'person'; text: string }
  | { kind: 'answer'; turn: AnswerTurn }
  | { kind: 'pick_course'; task: LessonTask }
  | { kind: 'pick_lesson'; task: LessonTask; courseId: number }
  | { kind: 'work'; work: LessonChatWork; isNew: boolean }
  /** Questions to be written now. */
  | { kind: 'write_questions'; wish: QuizWish; lessonId: number; said: string; afterMessages: number }
  | { kind: 'questions'; quiz: QuizChatWork }
  | { kind: 'quiz_made'; set: QuestionSet }
  | { kind: 'quiz_under_way' }
  | { kind: 'quiz_left' };

export type ChatEntry = ChatEntryContent & { id: number };

/** The log with more at its end. */
export function append(log: readonly ChatEntry[], ...contents: readonly ChatEntryContent[]): ChatEntry[] {
  const first = (log.at(-1)?.id ?? 0) + 1;
  return [...log, ...contents.map((content, index) => ({ ...content, id: first + index }))];
}

/** The log with one of its turns changed; as it was when it has none of that id. */
export const withTurn = (
  log: readonly ChatEntry[],
  id: number,
  change: (turn: AnswerTurn) => AnswerTurn,
): ChatEntry[] =>
  log.map((entry) =>
    entry.id === id && entry.kind === 'answer' ? { ...entry, turn: change(entry.turn) } : entry,
  );

/** An earlier conversation as a log: questions, answers and requested work. */
export function logOf(messages: readonly ConversationMessage[], works: readonly ChatWork[]): ChatEntry[] {
  const contents: ChatEntryContent[] = [];
  const waiting = [...works];
  const placeWorks = (until: number): void => {
    while (waiting[0] !== undefined && waiting[0].afterMessages <= until) {
      const work = waiting.shift();
      if (work === undefined) continue;
      if (work.said !== undefined) contents.push({ kind: 'person', text: work.said });
      contents.push(
        work.work === 'questions' ? { kind: 'questions', quiz: work } : { kind: 'work', work, isNew: false },
      );
    }
  };
  messages.forEach((message, place) => {
    placeWorks(place);
    if (message.role === 'person') {
      contents.push({ kind: 'person', text: message.text });
      if (messages[place + 1]?.role !== 'assistant')
        contents.push({ kind: 'answer', turn: unansweredTurn(message) });
      return;
    }
    const question = messages[place - 1];
    const turn =
      question?.role === 'person'
        ? askedTurn(question.text, question.scope, question.id)
        : askedTurn('', null);
    contents.push({ kind: 'answer', turn: { ...withMessage(turn, message), isNew: false } });
  });
  placeWorks(Number.POSITIVE_INFINITY);
  return append([], ...contents);
}

/** Where the last question of a conversation was to be answered from. */
export const lastScopeOf = (messages: readonly ConversationMessage[]): ConversationMessage['scope'] =>
  messages.findLast(({ role }) => role === 'person')?.scope ?? null;

/** How many messages from the server are in the log. */
export const countMessages = (log: readonly ChatEntry[]): number =>
  log.reduce((count, entry) => {
    if (entry.kind !== 'answer' || entry.turn.questionId === undefined) return count;
    return count + (entry.turn.state === 'unanswered' || entry.turn.state === 'failed' ? 1 : 2);
  }, 0);
