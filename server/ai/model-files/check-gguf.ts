import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { GgufTooShortError, NotGgufError, readGgufHeader } from './read-gguf-header.ts';

/** Headers hold the vocabulary: some 6 MB for 150,000 tokens. */
const HEADER_BYTES = 32 * 1024 * 1024;
const LONGEST_HEADER_BYTES = 256 * 1024 * 1024;

interface Checked {
  readonly sizeBytes: number;
  readonly modifiedMilliseconds: number;
  readonly problem: string | undefined;
}

const checked = new Map<string, Checked>();

/**
 * Why a GGUF file cannot serve as language model: it is missing, cut short, something else, or not made for instructions. A file
 * is read again only after it changed. The sentence names no directory: anyone may read it in the health call.
 */
export async function findGgufProblem(path: string): Promise<string | undefined> {
  const name = basename(path);
  try {
    const { size, mtimeMs } = await stat(path);
    const before = checked.get(path);
    if (before?.sizeBytes === size && before.modifiedMilliseconds === mtimeMs) return before.problem;
    const problem = await checkHeader(path, name, size);
    checked.set(path, { sizeBytes: size, modifiedMilliseconds: mtimeMs, problem });
    return problem;
  } catch {
    return `The language model file ${name} does not exist or cannot be read. Check LANGUAGE_MODEL, then restart Lectern.`;
  }
}

async function checkHeader(path: string, name: string, sizeBytes: number): Promise<string | undefined> {
  for (let length = HEADER_BYTES; ; length = LONGEST_HEADER_BYTES) {
    const start = await readStart(path, Math.min(length, sizeBytes));
    try {
      const { hasChatTemplate, neededBytes } = readGgufHeader(start);
      if (neededBytes > sizeBytes) return incomplete(name);
      if (!hasChatTemplate)
        return `The language model file ${name} has no chat template: it is not made to follow instructions. Choose an instruct or chat model.`;
      return undefined;
    } catch (error) {
      if (error instanceof GgufTooShortError) {
        if (start.length === sizeBytes) return incomplete(name);
        if (length < LONGEST_HEADER_BYTES) continue;
      } else if (!(error instanceof NotGgufError)) throw error;
      return `The file ${name} is not a GGUF language model that Lectern can read. Choose another file.`;
    }
  }
}

const incomplete = (name: string): string =>
  `The language model file ${name} is incomplete. Download it again.`;

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
