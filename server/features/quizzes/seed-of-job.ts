import { createHash } from 'node:crypto';

/** The same job always makes the same questions; another request for the same lesson makes others. */
export const seedOfJob = (jobId: string): number =>
  createHash('sha256').update(jobId).digest().readUInt32BE();
