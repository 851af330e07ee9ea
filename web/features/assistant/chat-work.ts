import { readStored, writeStored } from '../../api-client/browser-storage.ts';

export type LessonWork = 'transcribe' | 'summarize';

/** A transcript or summary that was asked for in a conversation. How far it is, the lesson itself tells. */
export interface ChatWork {
  readonly work: LessonWork;
  readonly courseId: number;
  readonly lessonId: number;
  readonly lessonTitle: string;
  /** After so many messages of the conversation it was asked for. */
  readonly afterMessages: number;
}

const STORED = 'assistantWork';
/** Of so many conversations the work is remembered, the newest. */
const MOST_CONVERSATIONS = 60;

type Remembered = Record<string, readonly ChatWork[]>;

const isWork = (value: unknown): value is ChatWork => {
  const work = value as Partial<ChatWork> | null;
  return (
    typeof work === 'object' &&
    work !== null &&
    (work.work === 'transcribe' || work.work === 'summarize') &&
    [work.courseId, work.lessonId, work.afterMessages].every((number) => Number.isSafeInteger(number)) &&
    typeof work.lessonTitle === 'string'
  );
};

/** What is stored, or nothing when somebody else wrote there. */
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

/** What was asked for in a conversation in this browser, oldest first. */
export const listChatWork = (conversationId: number): readonly ChatWork[] =>
  parseChatWork(readStored(STORED))[conversationId] ?? [];

/** Remembers it in this browser, so that the conversation shows it when it is opened again. */
export function rememberChatWork(conversationId: number, work: ChatWork): void {
  writeStored(STORED, JSON.stringify(withChatWork(parseChatWork(readStored(STORED)), conversationId, work)));
}
