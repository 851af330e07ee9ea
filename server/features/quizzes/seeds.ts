import { createHash } from 'node:crypto';

/** The same job always makes the same questions; another request for the same lesson makes others. */
export const seedOfJob = (jobId: string): number =>
  createHash('sha256').update(jobId).digest().readUInt32BE();

/** A seed that is the same for the same text, so that a question always has its options in the same order. */
export const seedOfText = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
