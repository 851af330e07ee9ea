import {
  NOTHING_FOUND,
  NOTHING_FOUND_HERE,
  type AnswerEvent,
  type AnswerOutcome,
  type AssistantAnswer,
  type AssistantRequest,
  type Citation,
} from '../../../contract/assistant.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { AnswerSheet } from './answer-sheet.ts';
import { createCiteSources } from './cite-sources.ts';
import { findAnswer } from './find-answer.ts';
import { keepAnswer, keepQuestion, type KeptQuestion } from './keep-question.ts';
import { presentMessage } from './present-conversation.ts';

type Needed = Pick<Dependencies, 'database' | 'semanticSearch' | 'log'>;

/**
 * Answers a question from one's own lessons, or says plainly that they say nothing about it. The question is kept before
 * anything else, and `started` says so; `done` comes when the answer is kept.
 * @param signal stops it: what has been said is kept as `stopped`. Where nothing has been said yet, nothing is, and the
 * question can be asked once more.
 * @throws {ProblemError} as `keepQuestion` before `started`; and as `keepAnswer`, when question or conversation are no
 * longer as they were.
 */
export async function* answerQuestion(
  dependencies: Needed,
  actor: Actor,
  request: AssistantRequest,
  signal?: AbortSignal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const question = await keepQuestion(dependencies, actor, request);
  yield {
    name: 'started',
    data: { conversation_id: question.conversationId, question_id: question.id },
  };
  const cite = createCiteSources(dependencies);
  const sheet = new AnswerSheet(cite);
  const found = await unlessStopped(findAnswer(dependencies, actor, question, signal), signal);
  if (found === undefined) return;
  const { composed } = found;
  if (composed.outcome === 'nothing_found') {
    const nearest = await cite(composed.nearest);
    yield await keep(dependencies, question, sheet, { outcome: 'nothing_found', nearest });
    return;
  }
  for (const statement of composed.statements) {
    if (signal?.aborted === true) break;
    yield await sheet.add(statement);
  }
  const isWhole = sheet.statements.length === composed.statements.length;
  if (sheet.statements.length === 0) return;
  yield await keep(dependencies, question, sheet, { outcome: isWhole ? 'answered' : 'stopped' });
}

/** Undefined when it was stopped meanwhile: what then fails, fails for that reason. */
async function unlessStopped<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    throw error;
  }
}

async function keep(
  dependencies: Needed,
  question: KeptQuestion,
  sheet: AnswerSheet,
  end: {
    readonly outcome: AnswerOutcome;
    readonly nearest?: readonly Citation[];
    readonly writtenBy?: string;
    readonly note?: string | null;
  },
): Promise<AnswerEvent> {
  const isAnywhere = Object.keys(question.scope).length === 0;
  const nothing = isAnywhere ? NOTHING_FOUND : NOTHING_FOUND_HERE;
  const row = await keepAnswer(dependencies, question, {
    text: end.outcome === 'nothing_found' ? nothing : sheet.text,
    citations: sheet.citations,
    statements: sheet.statements,
    outcome: end.outcome,
    nearest: end.nearest ?? [],
    written_by: end.writtenBy ?? null,
    note: end.note ?? null,
  });
  const data: AssistantAnswer = {
    conversation_id: question.conversationId,
    question_id: question.id,
    message: { ...presentMessage(row), role: 'assistant', outcome: end.outcome },
  };
  return { name: 'done', data };
}

/** The same, as one whole answer. @throws {ProblemError} as `answerQuestion`. */
export async function answerWhole(
  dependencies: Needed,
  actor: Actor,
  request: AssistantRequest,
): Promise<AssistantAnswer> {
  for await (const event of answerQuestion(dependencies, actor, request)) {
    if (event.name === 'done') return event.data;
  }
  throw new Error('An answer ended without its end.');
}
