import { freemem } from 'node:os';

const GIGABYTE = 1_000_000_000;
const LEAST_FREE_BYTES = 3 * GIGABYTE;
/** Memory that a model needs in addition to its file: context, buffers, and a reserve for everything else on the machine. */
const BESIDE_FILE_BYTES = 1.5 * GIGABYTE;

/** Memory that this process and its children can still allocate: the system's available memory, or less in a container. */
export function readFreeMemoryBytes(): number {
  // 0 means no limit.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(freemem(), limit) : freemem();
}

/** Memory that must be free when a model of this size starts. */
export const neededMemoryBytes = (fileBytes: number): number =>
  Math.max(LEAST_FREE_BYTES, fileBytes + BESIDE_FILE_BYTES);

/** Why a model of this size cannot start now; undefined if there is enough memory. */
export function findMemoryShortage(fileBytes: number, freeBytes: number): string | undefined {
  const needed = neededMemoryBytes(fileBytes);
  if (freeBytes >= needed) return undefined;
  return `The local language model needs ${inGigabytes(needed)} of free memory, and ${inGigabytes(freeBytes)} are free. Lectern works without it; to use it, close other programs, add memory, or choose a smaller model.`;
}

const inGigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;
