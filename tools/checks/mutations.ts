import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A deliberate defect: an edit of one file, which `npm test` must notice (`npm run test:mutations`). */
const mutation = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/u),
  file: z.string().regex(/^(?:contract|server|web)\//u),
  old: z.string().min(1),
  new: z.string(),
  /** What a user would suffer, in one sentence. */
  breaks: z.string().endsWith('.'),
  /** Test files that are run before those that import the file. */
  tests: z.array(z.string().endsWith('.test.ts')).default([]),
});
export type Mutation = z.infer<typeof mutation>;

export const listMutations = (): Mutation[] =>
  z.array(mutation).parse(JSON.parse(readFileSync(join(import.meta.dirname, 'mutations.json'), 'utf8')));

/** @throws when the text does not contain the old text exactly once. */
export function mutate(text: string, { name, file, old, new: replacement }: Mutation): string {
  const parts = text.split(old);
  if (parts.length !== 2) {
    throw new Error(`${name}: its old text occurs ${parts.length - 1} times in ${file} instead of once.`);
  }
  return parts.join(replacement);
}
