import { writeFile } from 'node:fs/promises';

/** Widths of the network: as small as llama.cpp takes. */
const WIDTH = 32;
const ALIGNMENT = 32;
const UNLIKELY = -20;

/** Value types of GGUF. */
const UINT32 = 4;
const INT32 = 5;
const FLOAT32 = 6;
const BOOL = 7;
const STRING = 8;
const ARRAY = 9;

const NORMAL = 1;
const CONTROL = 3;

const CHAT_TEMPLATE =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

export interface TinyModel {
  /**
   * What the model expects next, whatever it has read: the logit of a token by its text. All others are very unlikely.
   * Besides single characters there are `Yes`, `No` and `<|im_end|>`, which ends the answer.
   */
  readonly logits: Readonly<Record<string, number>>;
  /** `null`: a file that is not made for conversations. */
  readonly chatTemplate?: string | null;
}

/**
 * Writes a real GGUF file of some 200 kB: a llama network of one layer whose weights are zero but for those that give each token
 * its logit. llama.cpp loads it in no time, and what it writes can be foretold.
 */
export async function writeTinyGguf(path: string, model: TinyModel): Promise<void> {
  await writeFile(path, makeTinyGguf(model));
}

export function makeTinyGguf({ logits, chatTemplate = CHAT_TEMPLATE }: TinyModel): Buffer {
  const { tokens, types, byText } = makeVocabulary();
  const tensors = makeTensors(tokens.length, logits, byText);
  const endOfTurn = tokens.indexOf('<|im_end|>');
  const metadata: Buffer[] = [
    entry('general.architecture', STRING, text('llama')),
    entry('general.name', STRING, text('tiny')),
    entry('llama.context_length', UINT32, uint32(4096)),
    entry('llama.embedding_length', UINT32, uint32(WIDTH)),
    entry('llama.block_count', UINT32, uint32(1)),
    entry('llama.feed_forward_length', UINT32, uint32(WIDTH)),
    entry('llama.attention.head_count', UINT32, uint32(1)),
    entry('llama.attention.head_count_kv', UINT32, uint32(1)),
    entry('llama.rope.dimension_count', UINT32, uint32(WIDTH)),
    entry('llama.attention.layer_norm_rms_epsilon', FLOAT32, float32(1e-6)),
    entry('tokenizer.ggml.model', STRING, text('gpt2')),
    entry('tokenizer.ggml.pre', STRING, text('default')),
    entry('tokenizer.ggml.tokens', ARRAY, array(STRING, tokens.map(text))),
    entry('tokenizer.ggml.token_type', ARRAY, array(INT32, types.map(uint32))),
    entry('tokenizer.ggml.merges', ARRAY, array(STRING, ['Y e', 'Ye s', 'N o'].map(text))),
    entry('tokenizer.ggml.eos_token_id', UINT32, uint32(endOfTurn)),
    entry('tokenizer.ggml.add_bos_token', BOOL, Buffer.from([0])),
  ];
  if (chatTemplate !== null) metadata.push(entry('tokenizer.chat_template', STRING, text(chatTemplate)));
  return joinFile(metadata, tensors);
}

interface Tensor {
  readonly name: string;
  readonly dimensions: readonly number[];
  readonly values: Float32Array;
}

function makeVocabulary(): { tokens: string[]; types: number[]; byText: Map<string, number> } {
  const tokens = listByteCharacters();
  const byText = new Map(tokens.map((_, byte) => [String.fromCodePoint(byte), byte]));
  const types = tokens.map(() => NORMAL);
  const add = (token: string, type: number): void => {
    byText.set(token, tokens.length);
    tokens.push(token);
    types.push(type);
  };
  for (const token of ['Ye', 'Yes', 'No']) add(token, NORMAL);
  for (const token of ['<|im_start|>', '<|im_end|>']) add(token, CONTROL);
  return { tokens, types, byText };
}

/** GPT-2's way to write each byte as a character that can be seen. */
function listByteCharacters(): string[] {
  const isVisible = (byte: number): boolean =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isVisible(byte) ? byte : next++));
}

/** Every token's embedding is alike and the layer adds nothing, so the last hidden state is always all ones. */
function makeTensors(
  vocabularySize: number,
  logits: TinyModel['logits'],
  byText: ReadonlyMap<string, number>,
): Tensor[] {
  const output = new Float32Array(vocabularySize * WIDTH).fill(UNLIKELY / WIDTH);
  for (const [token, logit] of Object.entries(logits)) {
    const row = byText.get(token);
    if (row === undefined) throw new Error(`The tiny model has no token "${token}".`);
    output.fill(logit / WIDTH, row * WIDTH, (row + 1) * WIDTH);
  }
  const square = (name: string): Tensor => ({
    name,
    dimensions: [WIDTH, WIDTH],
    values: new Float32Array(WIDTH * WIDTH),
  });
  const ones = (name: string): Tensor => ({
    name,
    dimensions: [WIDTH],
    values: new Float32Array(WIDTH).fill(1),
  });
  return [
    {
      name: 'token_embd.weight',
      dimensions: [WIDTH, vocabularySize],
      values: new Float32Array(vocabularySize * WIDTH).fill(1),
    },
    ones('blk.0.attn_norm.weight'),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) => square(`blk.0.${name}.weight`)),
    ones('blk.0.ffn_norm.weight'),
    ...['ffn_gate', 'ffn_up', 'ffn_down'].map((name) => square(`blk.0.${name}.weight`)),
    ones('output_norm.weight'),
    { name: 'output.weight', dimensions: [WIDTH, vocabularySize], values: output },
  ];
}

function joinFile(metadata: readonly Buffer[], tensors: readonly Tensor[]): Buffer {
  const infos: Buffer[] = [];
  const data: Buffer[] = [];
  let offset = 0;
  for (const { name, dimensions, values } of tensors) {
    infos.push(text(name), uint32(dimensions.length), ...dimensions.map(uint64), uint32(0), uint64(offset));
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const filling = Buffer.alloc(-bytes.length & (ALIGNMENT - 1));
    data.push(bytes, filling);
    offset += bytes.length + filling.length;
  }
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(metadata.length),
    ...metadata,
    ...infos,
  ]);
  return Buffer.concat([head, Buffer.alloc(-head.length & (ALIGNMENT - 1)), ...data]);
}

function entry(key: string, type: number, value: Buffer): Buffer {
  return Buffer.concat([text(key), uint32(type), value]);
}

function array(type: number, values: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(type), uint64(values.length), ...values]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function uint64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

function float32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(value);
  return buffer;
}
