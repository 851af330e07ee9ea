import { readStored, writeStored } from '#web/api-client/browser-storage.ts';
import { ownName } from '#web/api-client/own-names.ts';

export type LessonWork = 'transcribe' | 'summarize';

interface Placed {
  /** The number of messages before the request. */
  readonly afterMessages: number;
  /** The message that requested it, if one did. */
  readonly said?: string;
}

/** A transcript or summary requested in a conversation. The lesson itself has the progress. */
export interface LessonChatWork extends Placed {
  readonly work: LessonWork;
  readonly courseId: number;
  readonly lessonId: number;
  readonly lessonTitle: string;
}

/** A quiz made in a conversation: its questions in the chat, asked one by one, or a link. */
export interface QuizChatWork extends Placed {
  readonly work: 'questions';
  readonly mode: 'list' | 'practice' | 'link';
  readonly questionSetId: number;
}

export type ChatWork = LessonChatWork | QuizChatWork;

const STORED = 'assistantWork';
/** Of so many conversations the work is remembered, the newest. */
const MOST_CONVERSATIONS = 60;

type Remembered = Record<string, readonly ChatWork[]>;

const isWork = (value: unknown): value is ChatWork => {
  const work = value as (Partial<LessonChatWork> | Partial<QuizChatWork>) | null;
  if (typeof work !== 'object' || work === null || !Number.isSafeInteger(work.afterMessages)) return false;
  if (work.said !== undefined && typeof work.said !== 'string') return false;
  if (work.work === 'questions')
    return (
      Number.isSafeInteger(work.questionSetId) &&
      (work.mode === 'list' || work.mode === 'practice' || work.mode === 'link')
    );
  return (
    (work.work === 'transcribe' || work.work === 'summarize') &&
    [work.courseId, work.lessonId].every((number) => Number.isSafeInteger(number)) &&
    typeof work.lessonTitle === 'string'
  );
};

/** The stored entries, or none if the value is not ours. */
export function parseChatWork(text: string | null): Remembered {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([id, works]: [string, unknown]) => [
      id,
      Array.isArray(works) ? works.filter(isWork) : [],
    ]),
  );
}

/** With one more in a conversation; the oldest conversations go when there are too many. */
export function withChatWork(remembered: Remembered, conversationId: number, work: ChatWork): Remembered {
  const all: Remembered = { ...remembered, [conversationId]: [...(remembered[conversationId] ?? []), work] };
  // Whole numbers as names are kept in their order, and later conversations have higher ones.
  return Object.fromEntries(Object.entries(all).slice(-MOST_CONVERSATIONS));
}

const readAll = (): Remembered => parseChatWork(readStored(ownName(STORED)));

/** Work requested in a conversation in this browser, oldest first. */
export const listChatWork = (conversationId: number): readonly ChatWork[] => readAll()[conversationId] ?? [];

/** Remembers it in this browser, so that the conversation shows it when it is opened again. */
export function rememberChatWork(conversationId: number, work: ChatWork): void {
  writeStored(ownName(STORED), JSON.stringify(withChatWork(readAll(), conversationId, work)));
}
