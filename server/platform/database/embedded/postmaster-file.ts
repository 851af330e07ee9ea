import { readFile } from 'node:fs/promises';
import { hasCode } from './binaries.ts';

/** What a running PostgreSQL writes into postmaster.pid (src/include/utils/pidfile.h). */
export interface PostmasterFile {
  readonly processId: number;
  /** Undefined until the server listens. */
  readonly port: number | undefined;
  readonly status: 'starting' | 'ready' | 'standby' | 'stopping' | undefined;
}

/** Reads the first eight lines of postmaster.pid; undefined when they do not begin with a process id. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const processId = positiveInteger(lines[0]);
  if (processId === undefined) return undefined;
  const status = (['starting', 'ready', 'standby', 'stopping'] as const).find((name) => name === lines[7]);
  return { processId, port: positiveInteger(lines[3]), status };
}

function positiveInteger(text: string | undefined): number | undefined {
  // An id is negative for a single-user backend, which accepts no connections.
  return text !== undefined && /^[1-9]\d{0,9}$/u.test(text) ? Number(text) : undefined;
}

/** The parsed file, or undefined when there is none or nothing in it yet. */
export async function findPostmasterFile(file: string): Promise<PostmasterFile | undefined> {
  try {
    return parsePostmasterFile(await readFile(file, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
