import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';

/** Headers hold the vocabulary: some 6 MB for 150,000 tokens. */
const HEADER_BYTES = 32 * 1024 * 1024;

interface Checked {
  readonly sizeBytes: number;
  readonly modifiedMilliseconds: number;
  readonly problem: Message | undefined;
}

const checked = new Map<string, Checked>();

/**
 * Why a GGUF file cannot serve as language model: it is missing, something else, or not made for instructions. Only llama.cpp
 * finds other faults, when it loads the file. A file is read again only after it changed. The message names no directory: anyone
 * may read it in the health call.
 */
export async function findGgufProblem(path: string): Promise<Message | undefined> {
  const name = basename(path);
  try {
    const { size, mtimeMs } = await stat(path);
    const before = checked.get(path);
    if (before?.sizeBytes === size && before.modifiedMilliseconds === mtimeMs) return before.problem;
    const problem = checkStart(await readStart(path, Math.min(HEADER_BYTES, size)), name);
    checked.set(path, { sizeBytes: size, modifiedMilliseconds: mtimeMs, problem });
    return problem;
  } catch {
    return message('gguf_unreadable', { name });
  }
}

function checkStart(start: Buffer, name: string): Message | undefined {
  if (start.toString('latin1', 0, 4) !== 'GGUF') return message('gguf_unknown', { name });
  return start.includes('tokenizer.chat_template')
    ? undefined
    : message('gguf_without_chat_template', { name });
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
