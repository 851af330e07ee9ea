import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { serveModel } from '../model-process/serve-model.ts';
import type { MoonshineRequest, MoonshineResult, MoonshineSettings } from './moonshine-protocol.ts';
import { parseMoonshineTokenizer } from './moonshine-tokenizer.ts';

const START_TOKEN = 1n;
const END_TOKEN = 2;
/** Nobody speaks faster; more tokens mean a loop. */
const TOKENS_PER_SECOND = 6.5;
const SAMPLE_RATE = 16_000;
const HEADS = 8;
const HEAD_SIZE = 36;

type Feeds = Record<string, Tensor>;

function need(tensor: Tensor | undefined): Tensor {
  if (!tensor) throw new Error('The speech model gave no answer.');
  return tensor;
}

/** The most likely token of one row of the logits `[rows, 1, vocabulary]`. */
function pickToken(logits: Float32Array, row: number, vocabulary: number): number {
  const start = row * vocabulary;
  let best = 0;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (let token = 0; token < vocabulary; token += 1) {
    const value = logits[start + token] ?? Number.NEGATIVE_INFINITY;
    if (value > bestValue) {
      bestValue = value;
      best = token;
    }
  }
  return best;
}

/** Several segments side by side, the shorter ones filled up and masked out. */
function stackSegments(requests: readonly MoonshineRequest[]): {
  readonly samples: Tensor;
  readonly mask: Tensor;
} {
  const length = Math.max(...requests.map((request) => request.samples.length));
  const samples = new Float32Array(requests.length * length);
  const mask = new BigInt64Array(requests.length * length);
  requests.forEach((request, row) => {
    samples.set(request.samples, row * length);
    mask.fill(1n, row * length, row * length + request.samples.length);
  });
  const shape = [requests.length, length];
  return { samples: new Tensor('float32', samples, shape), mask: new Tensor('int64', mask, shape) };
}

serveModel<MoonshineSettings, MoonshineRequest, MoonshineResult>(async (settings) => {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  };
  const encoder = await InferenceSession.create(settings.encoderPath, options);
  const decoder = await InferenceSession.create(settings.decoderPath, options);
  const tokenizer = parseMoonshineTokenizer(await readFile(settings.tokenizerPath));
  const memoryInputs = decoder.inputNames.filter((name) => name.startsWith('past_key_values'));
  // The keys and values of the sound never change after the first step: not asked for again, they are not copied.
  const laterOutputs = decoder.outputNames.filter((name) => name === 'logits' || name.includes('decoder'));

  /** Greedy decoding of all rows at once; a row that has ended goes on in vain until the longest ends. */
  async function decode(
    feeds: Feeds,
    limits: readonly number[],
  ): Promise<{ tokens: number[]; ended: boolean }[]> {
    const rows = limits.map(() => ({ tokens: [] as number[], ended: false }));
    let nextTokens = new BigInt64Array(rows.length).fill(START_TOKEN);
    for (let step = 0; step < Math.max(...limits); step += 1) {
      feeds['input_ids'] = new Tensor('int64', nextTokens, [rows.length, 1]);
      feeds['use_cache_branch'] = new Tensor('bool', [step > 0], [1]);
      const output = step === 0 ? await decoder.run(feeds) : await decoder.run(feeds, laterOutputs);
      const logits = need(output['logits']).data as Float32Array;
      nextTokens = new BigInt64Array(rows.length);
      rows.forEach((row, index) => {
        const token = pickToken(logits, index, logits.length / rows.length);
        nextTokens[index] = BigInt(token);
        if (token === END_TOKEN) row.ended = true;
        if (!row.ended && row.tokens.length < (limits[index] ?? 0)) row.tokens.push(token);
      });
      if (rows.every((row, index) => row.ended || row.tokens.length >= (limits[index] ?? 0))) break;
      for (const [name, tensor] of Object.entries(output)) {
        if (name.startsWith('present')) feeds[name.replace('present', 'past_key_values')] = tensor;
      }
    }
    return rows;
  }

  return async (requests) => {
    const { samples, mask } = stackSegments(requests);
    const sound = await encoder.run({ input_values: samples, attention_mask: mask });
    const feeds: Feeds = {
      encoder_hidden_states: need(sound['last_hidden_state']),
      // As long as the samples, not as the encoder's frames: the decoder shortens it itself.
      encoder_attention_mask: mask,
    };
    for (const name of memoryInputs) {
      feeds[name] = new Tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_SIZE]);
    }
    const limits = requests.map(
      ({ samples: row }) => Math.ceil((row.length / SAMPLE_RATE) * TOKENS_PER_SECOND) + 4,
    );
    const rows = await decode(feeds, limits);
    return rows.map((row) => ({ text: tokenizer.decode(row.tokens), isLooping: !row.ended }));
  };
});
