import { z } from 'zod';
import type { StatementWriter, WeighRequest } from '../statement-writer.ts';
import { TextGeneratorOutputError } from '../text-generator.ts';
import type { LimitedCall } from './limited-call.ts';
import type { LlamaRequest, LlamaResult, LlamaTooLong, LlamaWeighed } from './llama-protocol.ts';

const QUESTION_TOKENS = 220;
const WRONG_ANSWERS_TOKENS = 120;
const QUESTION_BEGUN = '{"question": "';

const wordedQuestion = z.object({
  question: z.string().trim().min(1),
  answer: z.string().trim().min(1),
  wrong: z.array(z.string().trim().min(1)),
});
const wrongAnswers = wordedQuestion.pick({ wrong: true });

type Run = (request: LlamaRequest, call: LimitedCall) => Promise<Exclude<LlamaResult, LlamaTooLong>>;
type Limit = (request: { maxOutputTokens: number; signal?: AbortSignal | undefined }) => LimitedCall;

/** The small writer in the model's child process. It drafts nothing about a statement that is too long. */
export function createStatementWriter(run: Run, limit: Limit): StatementWriter {
  async function complete(
    request: Extract<LlamaRequest, { kind: 'draft' }>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const call = limit({ maxOutputTokens: request.maxOutputTokens, signal });
    try {
      const result = await run(request, call);
      if (result.kind !== 'written') throw new Error('The model process returned an unexpected answer.');
      return parseJson(result.text);
    } catch (error) {
      if (error instanceof TextGeneratorOutputError) return undefined;
      throw error;
    } finally {
      call.end();
    }

    function parseJson(rest: string): unknown {
      const text = request.rest === 'question' ? request.begun + rest : `{"wrong": ["${rest}`;
      try {
        return JSON.parse(text);
      } catch {
        // The answer was cut off at the maximum length.
        return undefined;
      }
    }
  }

  async function weigh(
    by: 'answer' | 'letter',
    { statement, question, options, signal }: WeighRequest,
  ): Promise<Partial<LlamaWeighed>> {
    signal?.throwIfAborted();
    const call = limit({ maxOutputTokens: options.length, signal });
    try {
      const result = await run({ kind: 'weigh', by, statement, question, options }, call);
      if (result.kind !== 'weighed') throw new Error('The model process returned an unexpected answer.');
      return result;
    } catch (error) {
      if (error instanceof TextGeneratorOutputError) return {};
      throw error;
    } finally {
      call.end();
    }
  }

  return {
    async draft({ statement, seed, signal }) {
      const answer = await complete(
        {
          kind: 'draft',
          statement,
          begun: QUESTION_BEGUN,
          rest: 'question',
          seed,
          maxOutputTokens: QUESTION_TOKENS,
        },
        signal,
      );
      return wordedQuestion.safeParse(answer).data;
    },
    async redrawWrong({ statement, question, answer, kept, seed, signal }) {
      const list = kept.map((text) => `${JSON.stringify(text)}, `).join('');
      const begun = `{"question": ${JSON.stringify(question)}, "answer": ${JSON.stringify(answer)}, "wrong": [${list}"`;
      const drawn = await complete(
        {
          kind: 'draft',
          statement,
          begun,
          rest: 'wrong_answers',
          seed,
          maxOutputTokens: WRONG_ANSWERS_TOKENS,
        },
        signal,
      );
      return wrongAnswers.safeParse(drawn).data?.wrong ?? [];
    },
    weighAnswers: async (request) => (await weigh('answer', request)).answers ?? [],
    weighLetters: async (request) => (await weigh('letter', request)).letters ?? [],
  };
}
