import { Tensor, type InferenceSession } from 'onnxruntime-node';

const HEADS = 8;
const HEAD_SIZE = 36;

/** Texts that grow a token at a time, one for each row. */
export interface DecoderRun {
  /** Before a step: continues with these rows in this order, which may repeat one. At first there is one row. */
  keepRows(rows: readonly number[]): void;
  /** Adds a token to each row. Returns the logits of the next one, by row. */
  step(tokens: readonly number[]): Promise<Float32Array[]>;
}

export interface MoonshineDecoder {
  /** @param segment 16 kHz mono. One at a time: several cost as much, and each changes how the model rounds the others. */
  listen(segment: Float32Array): Promise<DecoderRun>;
}

function need(tensor: Tensor | undefined): Tensor {
  if (!tensor) throw new Error('The speech model gave no answer.');
  return tensor;
}

/** Moonshine's encoder and its decoder, which remembers keys and values between steps. */
export function createMoonshineDecoder(
  encoder: InferenceSession,
  decoder: InferenceSession,
): MoonshineDecoder {
  const memoryInputs = decoder.inputNames.filter((name) => name.startsWith('past_key_values'));
  // The keys and values of the sound never change after the first step: not asked for again, they are not copied.
  const laterOutputs = decoder.outputNames.filter((name) => name === 'logits' || name.includes('decoder'));

  return {
    async listen(segment) {
      const shape = [1, segment.length];
      const mask = new Tensor('int64', new BigInt64Array(segment.length).fill(1n), shape);
      const sound = await encoder.run({
        input_values: new Tensor('float32', segment, shape),
        attention_mask: mask,
      });
      const feeds: Record<string, Tensor> = {
        encoder_hidden_states: need(sound['last_hidden_state']),
        // As long as the samples, not as the encoder's frames: the decoder shortens it itself.
        encoder_attention_mask: mask,
      };
      for (const name of memoryInputs)
        feeds[name] = new Tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_SIZE]);
      let isFirst = true;
      return {
        keepRows(rows) {
          if (
            rows.every((row, index) => row === index) &&
            rows.length === need(feeds['encoder_attention_mask']).dims[0]
          )
            return;
          const isResized = rows.length !== need(feeds['encoder_attention_mask']).dims[0];
          for (const [name, tensor] of Object.entries(feeds)) {
            if (name === 'input_ids' || name === 'use_cache_branch') continue;
            // Every beam has heard the same: what comes from the sound changes only with the number of rows.
            if (name.includes('encoder') && !isResized) continue;
            feeds[name] = pickRows(tensor, rows);
          }
        },
        async step(tokens) {
          feeds['input_ids'] = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [tokens.length, 1]);
          feeds['use_cache_branch'] = new Tensor('bool', [!isFirst], [1]);
          const output = isFirst ? await decoder.run(feeds) : await decoder.run(feeds, laterOutputs);
          isFirst = false;
          for (const [name, tensor] of Object.entries(output))
            if (name.startsWith('present')) feeds[name.replace('present', 'past_key_values')] = tensor;
          return splitRows(need(output['logits']));
        },
      };
    },
  };
}

/** Logits `[rows, 1, vocabulary]` by row. */
function splitRows(logits: Tensor): Float32Array[] {
  const values = logits.data as Float32Array;
  const rows = logits.dims[0] ?? 0;
  const size = values.length / rows;
  return Array.from({ length: rows }, (_, row) => values.subarray(row * size, (row + 1) * size));
}

/** Rows of a tensor's first dimension in another order. */
function pickRows(tensor: Tensor, rows: readonly number[]): Tensor {
  const values = tensor.data as Float32Array | BigInt64Array;
  const size = values.length / (tensor.dims[0] ?? 1);
  const shape = [rows.length, ...tensor.dims.slice(1)];
  if (values instanceof BigInt64Array) {
    const picked = new BigInt64Array(rows.length * size);
    rows.forEach((row, index) => picked.set(values.subarray(row * size, (row + 1) * size), index * size));
    return new Tensor('int64', picked, shape);
  }
  const picked = new Float32Array(rows.length * size);
  rows.forEach((row, index) => picked.set(values.subarray(row * size, (row + 1) * size), index * size));
  return new Tensor('float32', picked, shape);
}
