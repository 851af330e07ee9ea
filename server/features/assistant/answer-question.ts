import {
  NOTHING_FOUND,
  NOTHING_FOUND_HERE,
  type AnswerEvent,
  type AnswerOutcome,
  type AssistantAnswer,
  type AssistantRequest,
  type Citation,
} from '#contract/assistant.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { ModelUse } from '#contract/model-use.ts';
import type { Actor } from '#server/actor.ts';
import { TextEmbedderUnavailableError } from '#server/ai/text-embedder.ts';
import type { SpendMeter, TextGenerator } from '#server/ai/text-generator.ts';
import { countCost } from '#server/ai/token-cost.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { explainModelEnd } from '#server/ai/language-model/explained-reasons.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { meterOf, useOf } from '../language-model/budget.ts';
import { answerRequest } from './answer-request.ts';
import { AnswerSheet, createCiteSources } from './answer-sheet.ts';
import type { ComposedStatement } from './composed-answer.ts';
import { findAnswer } from './find-answer.ts';
import { keepAnswer, keepQuestion, type KeptQuestion } from './keep-question.ts';
import { presentMessage } from './conversations.ts';
import { writeAnswer, type Written } from './write/write-answer.ts';

type Needed = Pick<Dependencies, 'database' | 'semanticSearch' | 'languageModels' | 'log' | 'clock'>;

/**
 * Answers a question from one's own lessons, or says plainly that they say nothing about it. The question is kept before
 * anything else, and `started` says so; `done` comes when the answer is kept. Where a language model is configured it writes
 * the answer, and only what the lessons say of it counts; what it leaves out or cannot do is said in the lessons' own words.
 * @param signal stops it: what has been said is kept as `stopped`. Where nothing has been said yet, nothing is, and the
 * question can be asked again.
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
  const said = await answerRequest(dependencies, actor, question);
  if (said !== undefined) {
    for (const statement of said) yield sheet.addCited(statement);
    yield await keep(dependencies, question, sheet, { outcome: 'answered' });
    return;
  }
  const found = await unlessStopped(findAnswer(dependencies, actor, question, signal), signal);
  if (found === undefined) return;
  const { composed } = found;
  if (composed.outcome === 'nothing_found') {
    const nearest = await cite(composed.nearest);
    yield await keep(dependencies, question, sheet, { outcome: 'nothing_found', nearest });
    return;
  }
  const model = dependencies.languageModels.current();
  const { generator } = model;
  const part = { ...found, composed: composed.statements };
  const written =
    generator === null
      ? undefined
      : yield* streamModelAnswer(
          {
            ...dependencies,
            textGenerator: generator,
            meter: meterOf(dependencies, actor.instructorId, model),
          },
          question,
          part,
          sheet,
          signal,
        );
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
    modelUse: useOfAnswer(generator, written),
    note: written === undefined || !isWhole ? null : explainWritten(written),
  });
}

const useOfAnswer = (generator: TextGenerator | null, written: Written | undefined): ModelUse | null =>
  generator === null || written === undefined ? null : useOf(written.tokens, generator.prices);

const isStopped = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Of the built-in answer, what has not been said with the same evidence; in separate paragraphs. */
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

/** Undefined when it was stopped: failures after a stop have that reason. */
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
    readonly modelUse?: ModelUse | null;
    readonly note?: Message | null;
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
    model_use: end.writtenBy === undefined ? null : (end.modelUse ?? null),
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

type Writing = Pick<Dependencies, 'semanticSearch' | 'log' | 'clock'> & {
  readonly textGenerator: TextGenerator;
  readonly meter: SpendMeter | undefined;
};

/**
 * Streams the language model's answer onto the sheet, and yields events while it does.
 * @returns what came of it; undefined when it was stopped.
 */
async function* streamModelAnswer(
  { textGenerator, meter, semanticSearch, log, clock }: Writing,
  { text, previousQuestion }: KeptQuestion,
  found: Pick<Parameters<typeof writeAnswer>[1], 'composed' | 'passages' | 'isUncertain'>,
  sheet: AnswerSheet,
  signal: AbortSignal | undefined,
): AsyncGenerator<AnswerEvent, Written | undefined, undefined> {
  const embed: Embed = async (texts, abort) => {
    try {
      return await semanticSearch.embed(texts, abort);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof TextEmbedderUnavailableError))
        log.warn({ err: error }, 'Meanings cannot be compared; a sentence was checked by its words alone.');
      return [];
    }
  };
  const writing = writeAnswer(textGenerator, {
    ...found,
    text,
    previousQuestion,
    embed,
    meter,
    signal,
    clock,
  });
  try {
    for (;;) {
      const step = await writing.next();
      if (step.done === true) {
        const { end, kept, dropped, tokens } = step.value;
        if (end === 'too_slow') {
          log.debug(
            { languageModel: { name: textGenerator.name } },
            'The language model is too slow for answers.',
          );
          return step.value;
        }
        // What it cost and what came of it, and nothing of what was said.
        const cost = countCost(tokens, textGenerator.prices);
        log.info(
          { languageModel: { name: textGenerator.name, end, kept, dropped, ...tokens, cost } },
          'A language model wrote for an answer.',
        );
        return step.value;
      }
      const event = step.value;
      if (event.kind === 'statement') yield await sheet.add(event.statement);
      else yield { name: event.kind, data: { text: event.text } };
    }
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    throw error;
  }
}

/** What the person should know of the language model's part in an answer; null when it wrote all of it. */
export function explainWritten({ end, kept, dropped, explanation }: Written): Message | null {
  // The lessons' own sentences are a whole answer: that a model is too slow here is not news with every question.
  if (end === 'too_slow') return null;
  if (kept === 0)
    return message('answer_without_model', { why: explanation ?? explainNothing(end, dropped) });
  if (end !== 'whole') return message('answer_partly_without_model');
  if (dropped === 0) return null;
  return dropped === 1
    ? message('answer_sentence_left_out')
    : message('answer_sentences_left_out', { count: dropped });
}

function explainNothing(end: Exclude<Written['end'], 'too_slow'>, dropped: number): Message {
  if (end === 'no_answer') return message('model_found_no_answer');
  if (end === 'cut_off') return message('model_stopped');
  if (end === 'whole') return message(dropped === 0 ? 'model_gave_no_answer' : 'model_unsupported');
  return explainModelEnd(end);
}
