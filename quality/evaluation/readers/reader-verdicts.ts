import { z } from 'zod';
import { KEY_JUDGEMENTS, READER_LEVELS, VERDICTS } from './reader-instructions.ts';
import { parseJson } from './written-set.ts';

const found = (input: unknown): string =>
  input === undefined ? 'it is missing' : `it is ${JSON.stringify(input)}`;
const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
): z.ZodEnum<{ [value in T[number]]: value }> =>
  z.enum(values, { error: ({ input }) => `must be one of ${values.join(', ')}, but ${found(input)}` });

/** What one reader says about one question. */
export const readerVerdict = z
  .object({
    verdict: oneOf(VERDICTS),
    key: oneOf(KEY_JUDGEMENTS),
    level: oneOf(READER_LEVELS),
    why: z
      .string({ error: ({ input }) => `must be a few words, but ${found(input)}` })
      .trim()
      .min(1, 'is empty'),
  })
  .refine(({ verdict, key }) => verdict !== 'keep' || key === 'right', {
    message: 'must be "right" in a question that is kept',
    path: ['key'],
  });
export type ReaderVerdict = z.output<typeof readerVerdict>;

/**
 * Reads a reader's file: `[{ "item": 1, "verdict", "key", "level", "why" }, …]`, in any order.
 * @param file its name, for the error
 * @param count how many items the pack has, numbered from 1
 * @returns the verdicts by item
 * @throws one error that lists every problem by file and item, so that the reader can fix all of them at once
 */
export function parseVerdicts(content: string, file: string, count: number): Map<number, ReaderVerdict> {
  const entries = parseJson(content, file);
  if (!Array.isArray(entries)) throw new Error(`${file}: must be an array with one entry for each item.`);
  const verdicts = new Map<number, ReaderVerdict>();
  const named = new Set<number>();
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const item = z.object({ item: z.int().min(1).max(count) }).safeParse(entry);
    if (!item.success) {
      problems.push(`entry ${index + 1}: "item" must be a number from 1 to ${count}`);
      continue;
    }
    const number = item.data.item;
    if (named.has(number)) problems.push(`item ${number} has more than one verdict`);
    named.add(number);
    const verdict = readerVerdict.safeParse(entry);
    if (verdict.success) verdicts.set(number, verdict.data);
    else
      for (const { path, message } of verdict.error.issues)
        problems.push(`item ${number}: "${path.join('.')}" ${message}`);
  }
  for (let item = 1; item <= count; item += 1)
    if (!named.has(item)) problems.push(`item ${item} has no verdict`);
  if (problems.length > 0) throw new Error(problems.map((problem) => `${file}: ${problem}.`).join('\n'));
  return verdicts;
}
