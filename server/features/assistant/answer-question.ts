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
import type { ComposedStatement } from './composed-answer.ts';
import { findAnswer } from './find-answer.ts';
import { keepAnswer, keepQuestion, type KeptQuestion } from './keep-question.ts';
import { letWrite } from './let-write.ts';
import { presentMessage } from './present-conversation.ts';
import { explainWritten } from './write/explain-written.ts';

type Needed = Pick<Dependencies, 'database' | 'semanticSearch' | 'textGenerator' | 'log'>;

/**
 * Answers a question from one's own lessons, or says plainly that they say nothing about it. The question is kept before
 * anything else, and `started` says so; `done` comes when the answer is kept. Where a language model is configured it writes
 * the answer, and only what the lessons say of it counts; what it leaves out or cannot do is said in the lessons' own words.
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
  const generator = dependencies.textGenerator;
  const part = { ...found, composed: composed.statements };
  const written =
    generator === null
      ? undefined
      : yield* letWrite({ ...dependencies, textGenerator: generator }, question, part, sheet, signal);
  const rest =
    written?.kept !== undefined && written.kept > 0 && written.end === 'whole'
      ? []
      : listUnsaid(composed.statements, sheet);
  let left = rest.length;
  for (const statement of rest) {
    if (isStopped(signal)) break;
    yield await sheet.add(statement);
    left -= 1;
  }
  const isWhole = left === 0 && !(written === undefined && generator !== null);
  if (sheet.statements.length === 0) return;
  yield await keep(dependencies, question, sheet, {
    outcome: isWhole ? 'answered' : 'stopped',
    writtenBy: sheet.statements.some(({ kind }) => kind === 'written') ? generator?.name : undefined,
    note: written === undefined || !isWhole ? null : explainWritten(written),
  });
}

const isStopped = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Of the built-in answer, what has not been said with the same evidence; in paragraphs of its own. */
function listUnsaid(statements: readonly ComposedStatement[], sheet: AnswerSheet): ComposedStatement[] {
  if (sheet.statements.length === 0) return [...statements];
  const said = sheet.citations.map(({ evidence }) => evidence.quote);
  const first = sheet.nextParagraph;
  return statements
    .filter(
      ({ sources }) =>
        sources.length > 0 &&
        !sources.every(({ quote }) => said.some((other) => other.includes(quote) || quote.includes(other))),
    )
    .map((statement) => ({ ...statement, paragraph: first + statement.paragraph }));
}

/** Undefined when it was stopped meanwhile: what then fails, fails for that reason. */
async function unlessStopped<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isStopped(signal)) return undefined;
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
    readonly writtenBy?: string | undefined;
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
