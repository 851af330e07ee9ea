import { freemem } from 'node:os';

const GIGABYTE = 1_000_000_000;
const LEAST_FREE_BYTES = 3 * GIGABYTE;
/** What a model needs beside its file: context, buffers, and something for everything else on the machine. */
const BESIDE_FILE_BYTES = 1.5 * GIGABYTE;

/** What this process and its children could still allocate: what the system calls available, or less in a container. */
export function readFreeMemoryBytes(): number {
  // 0 where there is no limit.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(freemem(), limit) : freemem();
}

/** What must be free when a model of this size starts. */
export const neededMemoryBytes = (fileBytes: number): number =>
  Math.max(LEAST_FREE_BYTES, fileBytes + BESIDE_FILE_BYTES);

/** Why a model of this size cannot be started now; undefined where the memory suffices. */
export function findMemoryShortage(fileBytes: number, freeBytes: number): string | undefined {
  const needed = neededMemoryBytes(fileBytes);
  if (freeBytes >= needed) return undefined;
  return `The local language model needs ${inGigabytes(needed)} of free memory, and ${inGigabytes(freeBytes)} are free. Lectern works without it; to use it, close other programs, add memory, or choose a smaller model.`;
}

const inGigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;
