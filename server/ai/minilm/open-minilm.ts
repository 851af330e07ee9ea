import { InferenceSession, Tensor } from 'onnxruntime-node';
import { openTokenizer, SEPARATOR_TOKEN, START_TOKEN } from './open-tokenizer.ts';
import { MINILM_DIMENSIONS, type MiniLmSettings } from './minilm-protocol.ts';
import { planRuns, type TokenizedText } from './plan-runs.ts';

/** As the model was trained; what follows in a text has no part in its vector. */
const MAXIMUM_TOKENS = 256;
/** Mean over a text's own tokens, then unit length: how all-MiniLM was trained to be compared. */
function poolRow(hidden: Float32Array, row: number, width: number, tokenCount: number): Float32Array {
  const vector = new Float32Array(MINILM_DIMENSIONS);
  for (let token = 0; token < tokenCount; token += 1) {
    const start = (row * width + token) * MINILM_DIMENSIONS;
    for (let index = 0; index < MINILM_DIMENSIONS; index += 1) {
      vector[index] = (vector[index] ?? 0) + (hidden[start + index] ?? 0);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** Embeds texts: one row a text, in their order. */
export type MiniLm = (texts: readonly string[]) => Promise<Float32Array>;

/** Loads all-MiniLM-L6-v2 into this process, where it computes on the calling thread: for child processes alone. */
export async function openMiniLm(settings: MiniLmSettings): Promise<MiniLm> {
  const encode = await openTokenizer(settings.tokenizerPath);
  const session = await InferenceSession.create(settings.modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });

  function tokenize(text: string): number[] {
    return [START_TOKEN, ...encode(text).slice(0, MAXIMUM_TOKENS - 2), SEPARATOR_TOKEN];
  }

  async function embedRun(run: readonly TokenizedText[], vectors: Float32Array): Promise<void> {
    const width = Math.max(...run.map((text) => text.tokens.length));
    const tokens = new BigInt64Array(run.length * width);
    const mask = new BigInt64Array(run.length * width);
    run.forEach((text, row) => {
      text.tokens.forEach((token, index) => {
        tokens[row * width + index] = BigInt(token);
        mask[row * width + index] = 1n;
      });
    });
    const shape = [run.length, width];
    const output = await session.run({
      input_ids: new Tensor('int64', tokens, shape),
      attention_mask: new Tensor('int64', mask, shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(run.length * width), shape),
    });
    const hidden = output['last_hidden_state'];
    if (!hidden) throw new Error('The embedding model gave no answer.');
    run.forEach((text, row) => {
      const vector = poolRow(hidden.data as Float32Array, row, width, text.tokens.length);
      vectors.set(vector, text.position * MINILM_DIMENSIONS);
    });
  }

  return async (texts) => {
    const vectors = new Float32Array(texts.length * MINILM_DIMENSIONS);
    const tokenized = texts.map((text, position) => ({ position, tokens: tokenize(text) }));
    for (const run of planRuns(tokenized)) await embedRun(run, vectors);
    return vectors;
  };
}
