import type { Message } from '#contract/messages/message.ts';
import { StatedError } from '#web/api-client/api-error.ts';
import type { AnswerEvent, AnswerStatement, Citation, ConversationMessage } from '#contract/assistant.ts';
import type { ModelUse } from '#contract/model-use.ts';
import type { SearchScope } from '#contract/search.ts';

/** A sentence of an answer with the places that it rests on. */
export interface ShownStatement extends Omit<AnswerStatement, 'citations'> {
  readonly citations: readonly Citation[];
}

/**
 * A question and what became of it. `checking` until the first words are there, `answering` until all are; `unanswered` is one
 * of the past that got no answer.
 */
export interface AnswerTurn {
  readonly question: string;
  /** Undefined until the server has kept the question. */
  readonly questionId: number | undefined;
  readonly scope: SearchScope | null;
  readonly state: 'checking' | 'answering' | 'done' | 'nothing_found' | 'stopped' | 'failed' | 'unanswered';
  readonly statements: readonly ShownStatement[];
  /** The unchecked text that a language model is writing. */
  readonly draft: string;
  readonly droppedCount: number;
  readonly nearest: readonly Citation[];
  readonly writtenBy: string | null;
  readonly modelUse: ModelUse | null;
  readonly note: string | null;
  readonly noteCoded: Message | null;
  readonly error: unknown;
  /** Asked now, not read from the past: the assistant says that it is going to check. */
  readonly isNew: boolean;
}

/** A question that was just asked. */
export const askedTurn = (question: string, scope: SearchScope | null, questionId?: number): AnswerTurn => ({
  question,
  questionId,
  scope,
  state: 'checking',
  statements: [],
  draft: '',
  droppedCount: 0,
  nearest: [],
  writtenBy: null,
  modelUse: null,
  note: null,
  noteCoded: null,
  error: undefined,
  isNew: true,
});

/** A question of the past that has no answer. */
export const unansweredTurn = ({ id, text, scope }: ConversationMessage): AnswerTurn => ({
  ...askedTurn(text, scope, id),
  state: 'unanswered',
  isNew: false,
});

/** The answer to a question, as the conversation keeps it. */
export function withMessage(turn: AnswerTurn, message: ConversationMessage): AnswerTurn {
  const { statements, citations, outcome } = message;
  return {
    ...turn,
    state: outcome === 'stopped' || outcome === 'nothing_found' ? outcome : 'done',
    statements: statements.map(({ citations: places, ...statement }) => ({
      ...statement,
      citations: places.flatMap((place) => citations[place] ?? []),
    })),
    draft: '',
    nearest: message.nearest,
    writtenBy: message.written_by,
    modelUse: message.model_use,
    note: message.note,
    noteCoded: message.note_coded,
  };
}

/** The turn after one more event of its stream. */
export function withEvent(turn: AnswerTurn, event: AnswerEvent): AnswerTurn {
  switch (event.name) {
    case 'started':
      return { ...turn, questionId: event.data.question_id };
    case 'draft':
      return { ...turn, state: 'answering', draft: event.data.text };
    case 'statement': {
      const statement = { ...event.data.statement, citations: event.data.citations };
      return { ...turn, state: 'answering', draft: '', statements: [...turn.statements, statement] };
    }
    case 'dropped':
      return { ...turn, state: 'answering', draft: '', droppedCount: turn.droppedCount + 1 };
    case 'done':
      return withMessage({ ...turn, questionId: event.data.question_id }, event.data.message);
    case 'failed':
      return {
        ...turn,
        state: 'failed',
        draft: '',
        error: new StatedError({ text: event.data.detail, coded: event.data.detail_coded }),
      };
  }
}

/** Stopped by the person: what was checked stays. */
export const stoppedTurn = (turn: AnswerTurn): AnswerTurn => ({ ...turn, state: 'stopped', draft: '' });

/** Failed for another reason than the server's own: what was checked stays. */
export const failedTurn = (turn: AnswerTurn, error: unknown): AnswerTurn => ({
  ...turn,
  state: 'failed',
  draft: '',
  error,
});

export const isRunning = ({ state }: AnswerTurn): boolean => state === 'checking' || state === 'answering';

/** Every place that the answer rests on, in its order, none twice. */
export function listSources({ statements }: AnswerTurn): Citation[] {
  const all = statements.flatMap(({ citations }) => citations);
  return [...new Map(all.map((citation) => [keyOfPlace(citation), citation])).values()];
}

/** Identifies a place. */
export const keyOfPlace = ({ lesson_id: lessonId, evidence }: Citation): string =>
  `${lessonId} ${evidence.passage_id} ${evidence.quote}`;

/** A lesson with the passages of it that an answer cites. */
export interface CitedLesson {
  readonly lessonId: number;
  readonly courseId: number;
  readonly title: string;
  readonly passageIds: readonly string[];
}

/** The lesson that most of the answer rests on; of several, the one that comes first. Undefined without any. */
export function findMainLesson(turn: AnswerTurn): CitedLesson | undefined {
  const groups = [...Map.groupBy(listSources(turn), ({ lesson_id: lessonId }) => lessonId).values()];
  const [most] = groups.toSorted((one, other) => other.length - one.length);
  const citation = most?.[0];
  if (most === undefined || citation === undefined) return undefined;
  return {
    lessonId: citation.lesson_id,
    courseId: citation.course_id,
    title: citation.lesson_title,
    passageIds: [...new Set(most.map(({ evidence }) => evidence.passage_id))],
  };
}
