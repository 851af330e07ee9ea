import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { openTokenizer, SEPARATOR_TOKEN, START_TOKEN } from '../minilm/open-tokenizer.ts';
import { planRuns, type TokenizedText } from '../minilm/plan-runs.ts';
import type { AnswerCandidate } from '../answer-judge.ts';
import type { AnswerJudgeRequest, AnswerJudgeSettings } from './answer-judge-protocol.ts';

/** Trained for Lectern, and kept with it: tools/training/answer-judge. */
const MODEL_PATH = fileURLToPath(new URL('./answer-judge.onnx', import.meta.url));
/** Tokens of question, sentence and context, as it was trained: what is longer is cut. */
const [LONGEST_QUESTION, LONGEST_SENTENCE, LONGEST_CONTEXT] = [48, 64, 32] as const;
/** The tokenizer need not read what would be cut. */
const READ_CHARACTERS = 1_000;

interface TokenizedPair extends TokenizedText {
  /** 1 where the sentence is, 0 elsewhere. */
  readonly types: readonly number[];
}

/** For each request log-odds that its candidates answer the question, in their order: above 0 where one rather does. */
export type LoadedAnswerJudge = (requests: readonly AnswerJudgeRequest[]) => Promise<Float32Array[]>;

/**
 * Loads the answer judge into this process, where it computes on the calling thread: for child processes alone. A
 * cross-encoder: it reads question and sentence together (Nogueira and Cho, "Passage re-ranking with BERT", 2019).
 * @param tokenizerPath MiniLM's, whose vocabulary it shares.
 */
export async function openAnswerJudge({ tokenizerPath }: AnswerJudgeSettings): Promise<LoadedAnswerJudge> {
  const encode = await openTokenizer(tokenizerPath);
  // A person waits, and it takes a moment: use both cores of a small machine.
  const session = await InferenceSession.create(MODEL_PATH, { intraOpNumThreads: 2, interOpNumThreads: 1 });

  const part = (text: string, longest: number): number[] => [
    ...encode(text.slice(0, READ_CHARACTERS)).slice(0, longest),
    SEPARATOR_TOKEN,
  ];

  function tokenize(
    question: readonly number[],
    { sentence, context }: AnswerCandidate,
    position: number,
  ): TokenizedPair {
    const answer = part(sentence, LONGEST_SENTENCE);
    const around = part(context, LONGEST_CONTEXT);
    return {
      position,
      tokens: [...question, ...answer, ...around],
      types: [...question.map(() => 0), ...answer.map(() => 1), ...around.map(() => 0)],
    };
  }

  async function judgeRun(run: readonly TokenizedPair[], odds: Float32Array): Promise<void> {
    const width = Math.max(...run.map(({ tokens }) => tokens.length));
    const rows = (valuesOf: (pair: TokenizedPair) => readonly number[]): Tensor => {
      const data = new BigInt64Array(run.length * width);
      for (const [row, pair] of run.entries())
        for (const [at, value] of valuesOf(pair).entries()) data[row * width + at] = BigInt(value);
      return new Tensor('int64', data, [run.length, width]);
    };
    const output = await session.run({
      input_ids: rows(({ tokens }) => tokens),
      attention_mask: rows(({ tokens }) => tokens.map(() => 1)),
      token_type_ids: rows(({ types }) => types),
    });
    const found = output['log_odds']?.data as Float32Array | undefined;
    if (found?.length !== run.length) throw new Error('The judge gave no answer.');
    for (const [row, { position }] of run.entries()) odds[position] = found[row] ?? 0;
  }

  return async (requests) => {
    let position = 0;
    // All in one plan: pairs of like length run together, whichever question they belong to.
    const pairs = requests.flatMap(({ question, candidates }) => {
      const asked = [START_TOKEN, ...part(question, LONGEST_QUESTION)];
      return candidates.map((candidate) => tokenize(asked, candidate, position++));
    });
    const odds = new Float32Array(pairs.length);
    for (const run of planRuns(pairs)) await judgeRun(run, odds);
    let from = 0;
    return requests.map(({ candidates }) => odds.slice(from, (from += candidates.length)));
  };
}
