import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';

/** Headers hold the vocabulary: some 6 MB for 150,000 tokens. */
const HEADER_BYTES = 32 * 1024 * 1024;
const LONGEST_HEADER_BYTES = 256 * 1024 * 1024;

interface Checked {
  readonly sizeBytes: number;
  readonly modifiedMilliseconds: number;
  readonly problem: Message | undefined;
}

const checked = new Map<string, Checked>();

/**
 * Why a GGUF file cannot serve as language model: it is missing, cut short, something else, or not made for instructions. A file
 * is read again only after it changed. The message names no directory: anyone may read it in the health call.
 */
export async function findGgufProblem(path: string): Promise<Message | undefined> {
  const name = basename(path);
  try {
    const { size, mtimeMs } = await stat(path);
    const before = checked.get(path);
    if (before?.sizeBytes === size && before.modifiedMilliseconds === mtimeMs) return before.problem;
    const problem = await checkHeader(path, name, size);
    checked.set(path, { sizeBytes: size, modifiedMilliseconds: mtimeMs, problem });
    return problem;
  } catch {
    return message('gguf_unreadable', { name });
  }
}

async function checkHeader(path: string, name: string, sizeBytes: number): Promise<Message | undefined> {
  for (let length = HEADER_BYTES; ; length = LONGEST_HEADER_BYTES) {
    const start = await readStart(path, Math.min(length, sizeBytes));
    try {
      const { hasChatTemplate, neededBytes } = readGgufHeader(start);
      if (neededBytes > sizeBytes) return incomplete(name);
      return hasChatTemplate ? undefined : message('gguf_without_chat_template', { name });
    } catch (error) {
      if (error instanceof GgufTooShortError) {
        if (start.length === sizeBytes) return incomplete(name);
        if (length < LONGEST_HEADER_BYTES) continue;
      } else if (!(error instanceof NotGgufError)) throw error;
      return message('gguf_unknown', { name });
    }
  }
}

const incomplete = (name: string): Message => message('gguf_incomplete', { name });

async function readStart(path: string, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await handle.read(buffer, 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The bytes end before the header does. */
class GgufTooShortError extends Error {
  override readonly name = 'GgufTooShortError';
}

/** The bytes are not a GGUF file, or one of an unsupported version. */
class NotGgufError extends Error {
  override readonly name = 'NotGgufError';
}

interface GgufHeader {
  readonly hasChatTemplate: boolean;
  /** Size of the whole file, as far as the kinds of its tensors are known. */
  readonly neededBytes: number;
}

/** No model comes near; a file that claims more is damaged. */
const MOST_ENTRIES = 1_000_000;
const DEFAULT_ALIGNMENT = 32;
const STRING = 8;
const ARRAY = 9;
const UINT32 = 4;
/** Bytes of the value types of fixed size, by their number in the format. */
const VALUE_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
/** Values and bytes of a block, by the number of the tensor type; others count as empty. */
const BLOCKS: Readonly<Record<number, readonly [values: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  15: [256, 292],
  30: [1, 2],
};

/**
 * Reads the header of a GGUF file (versions 2 and 3).
 * @throws {GgufTooShortError} when the header goes beyond the given bytes.
 * @throws {NotGgufError} when this is something else.
 */
function readGgufHeader(bytes: Buffer): GgufHeader {
  const reader = new Reader(bytes);
  if (reader.take(4).toString('latin1') !== 'GGUF')
    throw new NotGgufError('The file does not begin with GGUF.');
  const version = reader.uint32();
  if (version !== 2 && version !== 3) throw new NotGgufError(`GGUF version ${version} is not known.`);
  const tensorCount = reader.count();
  const entryCount = reader.count();
  let hasChatTemplate = false;
  let alignment = DEFAULT_ALIGNMENT;
  for (let index = 0; index < entryCount; index += 1) {
    const key = reader.text();
    const type = reader.uint32();
    if (key === 'tokenizer.chat_template' && type === STRING) hasChatTemplate = reader.text().trim() !== '';
    else if (key === 'general.alignment' && type === UINT32) alignment = reader.uint32();
    else reader.skipValue(type);
  }
  let dataBytes = 0;
  for (let index = 0; index < tensorCount; index += 1) dataBytes = Math.max(dataBytes, reader.tensorEnd());
  if (alignment < 1) throw new NotGgufError('The alignment is not valid.');
  return { hasChatTemplate, neededBytes: Math.ceil(reader.position / alignment) * alignment + dataBytes };
}

class Reader {
  position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    const end = this.position + length;
    if (end > this.#bytes.length) throw new GgufTooShortError('The header is cut short.');
    const taken = this.#bytes.subarray(this.position, end);
    this.position = end;
    return taken;
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  uint64(): number {
    return Number(this.take(8).readBigUInt64LE());
  }

  count(): number {
    const count = this.uint64();
    if (count > MOST_ENTRIES) throw new NotGgufError('A count is not valid.');
    return count;
  }

  text(): string {
    return this.take(this.uint64()).toString('utf8');
  }

  skipValue(type: number): void {
    if (type === STRING) this.take(this.uint64());
    else if (type === ARRAY) this.#skipArray();
    else this.take(bytesOfValue(type));
  }

  #skipArray(): void {
    const type = this.uint32();
    const count = this.uint64();
    if (type === STRING) for (let index = 0; index < count; index += 1) this.take(this.uint64());
    // No writer nests arrays; a file that does could nest them without end.
    else this.take(bytesOfValue(type) * count);
  }

  /** Where the data of the next tensor ends, counted from the beginning of all data. */
  tensorEnd(): number {
    this.text();
    const dimensions = this.uint32();
    if (dimensions > 8) throw new NotGgufError('A tensor has too many dimensions.');
    let values = 1;
    for (let index = 0; index < dimensions; index += 1) values *= this.uint64();
    const [blockValues, blockBytes] = BLOCKS[this.uint32()] ?? [1, 0];
    return this.uint64() + Math.ceil(values / blockValues) * blockBytes;
  }
}

function bytesOfValue(type: number): number {
  const bytes = VALUE_BYTES[type];
  if (bytes === undefined) throw new NotGgufError(`Value type ${type} is not known.`);
  return bytes;
}
