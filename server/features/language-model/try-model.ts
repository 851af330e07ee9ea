import type { ModelTest } from '#contract/language-model.ts';
import { message } from '#contract/messages/make-message.ts';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import {
  TextGeneratorUnavailableError,
  type GeneratedObject,
  type ObjectGenerator,
  type ObjectRequest,
} from '#server/ai/text-generator.ts';
import type { StatementWriter } from '#server/ai/statement-writer.ts';
import { countCost } from '#server/ai/token-cost.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import type { WrittenCandidate } from '../quizzes/writer/written-candidate.ts';
import { explainConnection, failure, type TriedConnection } from './explain-connection.ts';
import { SAMPLE_LESSON } from './sample-lesson.ts';

/** No one waits longer for a test, and a model that takes longer is too slow for lessons. */
const TEST_MILLISECONDS = 240_000;

interface TryOptions {
  readonly tried: TriedConnection;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly embed?: Embed | undefined;
  readonly judge?: JudgeAnswers | undefined;
}

/**
 * Has a model write a question about the sample page, as it would about a lesson, and measures it. A failure of the model is
 * not an error: the result explains it.
 * @throws the reason of `signal` when that is aborted.
 */
export async function tryModel(
  generator: ObjectGenerator,
  { tried, clock, signal, embed, judge }: TryOptions,
): Promise<ModelTest> {
  const { writeCandidates } = await import('../quizzes/writer/write-candidates.ts');
  const watched = new WatchedGenerator(generator, clock);
  const timeout = clock.timeoutSignal(TEST_MILLISECONDS);
  const started = clock.monotonic();
  let candidate: WrittenCandidate | undefined;
  try {
    await writeCandidates(SAMPLE_LESSON, {
      count: 1,
      answerStyle: 'multiple_choice',
      avoid: [],
      seed: 1,
      generator: watched.generator,
      embed,
      judge,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      onCandidate: (written) => {
        candidate = written;
        return Promise.resolve();
      },
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!timeout.aborted) throw error;
    watched.failure = new TextGeneratorUnavailableError('The test took too long.', 'timeout', {});
  }
  const { inputTokens, outputTokens } = watched;
  return {
    question: candidate === undefined ? null : present(candidate),
    seconds: (clock.monotonic() - started) / 1000,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    tokens_per_second: watched.tokensPerSecond ?? generator.readSpeed?.()?.outputTokensPerSecond ?? null,
    cost: countCost({ inputTokens, outputTokens }, generator.prices),
    failure:
      candidate !== undefined
        ? null
        : watched.failure === undefined
          ? failure(message('connect_no_question'))
          : explainConnection(watched.failure, tried),
  };
}

const present = ({ question }: WrittenCandidate): ModelTest['question'] => ({
  text: question.text,
  options: question.options.map(({ text, is_correct: isCorrect }) => ({ text, is_correct: isCorrect })),
  explanation: question.explanation,
  quote: question.evidence.quote,
});

/** Records a model's usage and its last failure, which the writer only turns into a note. */
class WatchedGenerator {
  failure: Error | undefined;
  inputTokens = 0;
  outputTokens = 0;
  readonly generator: ObjectGenerator;
  #seconds = 0;
  readonly #clock: Clock;

  constructor(generator: ObjectGenerator, clock: Clock) {
    this.#clock = clock;
    const { statementWriter } = generator;
    this.generator = {
      ...generator,
      generateObject: (request) => this.#count(generator, request),
      statementWriter: statementWriter && this.#watchWriter(statementWriter),
    };
  }

  get tokensPerSecond(): number | null {
    return this.#seconds > 0 && this.outputTokens > 0 ? this.outputTokens / this.#seconds : null;
  }

  async #count<T>(generator: ObjectGenerator, request: ObjectRequest<T>): Promise<GeneratedObject<T>> {
    const started = this.#clock.monotonic();
    try {
      const answer = await this.#watch(generator.generateObject(request), request);
      this.inputTokens += answer.inputTokens;
      this.outputTokens += answer.outputTokens;
      return answer;
    } finally {
      this.#seconds += (this.#clock.monotonic() - started) / 1000;
    }
  }

  #watchWriter(writer: StatementWriter): StatementWriter {
    return {
      draft: (request) => this.#watch(writer.draft(request), request),
      redrawWrong: (request) => this.#watch(writer.redrawWrong(request), request),
      weighAnswers: (request) => this.#watch(writer.weighAnswers(request), request),
      weighLetters: (request) => this.#watch(writer.weighLetters(request), request),
    };
  }

  async #watch<Answer>(
    answering: Promise<Answer>,
    { signal }: { readonly signal?: AbortSignal | undefined },
  ): Promise<Answer> {
    try {
      const answer = await answering;
      this.failure = undefined;
      return answer;
    } catch (error) {
      if (error instanceof Error && signal?.aborted !== true) this.failure = error;
      throw error;
    }
  }
}
