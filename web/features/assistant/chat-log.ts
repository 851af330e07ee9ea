import type { Citation, ConversationMessage } from '../../../contract/assistant.ts';
import type { QuestionSet } from '../../../contract/quizzes.ts';

export type GuidedWork = 'transcribe' | 'summarize';

/** What stands in the log, in words or as something to choose from. */
export type ChatEntryContent =
  | { kind: 'person'; text: string }
  | { kind: 'answer'; text: string; citations: readonly Citation[] }
  | { kind: 'checking' }
  | { kind: 'failed'; question: string; error: unknown }
  | { kind: 'pick_course' }
  | { kind: 'pick_lesson'; courseId: number }
  | { kind: 'guide'; work: GuidedWork }
  | { kind: 'quiz_made'; set: QuestionSet }
  | { kind: 'quiz_under_way' }
  | { kind: 'quiz_left' };

export type ChatEntry = ChatEntryContent & { id: number };

/** The log with more at its end. */
export function append(log: readonly ChatEntry[], ...contents: readonly ChatEntryContent[]): ChatEntry[] {
  const first = (log.at(-1)?.id ?? 0) + 1;
  return [...log, ...contents.map((content, index) => ({ ...content, id: first + index }))];
}

/** Before a question is asked once more: its failure goes, and the line above it that announced an answer. */
export const withoutFailure = (log: readonly ChatEntry[], failedId: number): ChatEntry[] =>
  log.filter(
    ({ id, kind }, index) => id !== failedId && !(kind === 'checking' && log[index + 1]?.id === failedId),
  );

/** A conversation of the past as a log. */
export const logOf = (messages: readonly ConversationMessage[]): ChatEntry[] =>
  append(
    [],
    ...messages.map(({ role, text, citations }): ChatEntryContent =>
      role === 'person' ? { kind: 'person', text } : { kind: 'answer', text, citations },
    ),
  );

/** Citations lesson by lesson, in the order in which the answer rests on them. */
export const groupByLesson = (citations: readonly Citation[]): Citation[][] => [
  ...Map.groupBy(citations, ({ lesson_id: lessonId }) => lessonId).values(),
];
