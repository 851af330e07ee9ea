import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';

const GIGABYTE = 1_000_000_000;
/** Memory for running the small model; disk for its file, with some left for lessons and the database. */
const NEEDED_GIGABYTES = { memory: 3, disk: 4 } as const;

/** Why a machine cannot run the small language model; undefined if it can. */
export function findRoomProblem(
  model: string,
  free: { readonly memoryBytes: number; readonly diskBytes: number },
): Message | undefined {
  const [memory, disk] = [free.memoryBytes / GIGABYTE, free.diskBytes / GIGABYTE];
  if (memory >= NEEDED_GIGABYTES.memory && disk >= NEEDED_GIGABYTES.disk) return undefined;
  return message('model_without_room', {
    model,
    memoryNeeded: NEEDED_GIGABYTES.memory,
    diskNeeded: NEEDED_GIGABYTES.disk,
    memory: memory.toFixed(1),
    disk: disk.toFixed(1),
  });
}
