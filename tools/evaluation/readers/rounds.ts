import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BLOOM_LEVELS } from '#contract/quizzes.ts';
import { KEY_JUDGEMENTS, READER_LEVELS, VERDICTS } from './reader-instructions.ts';

export const VERDICTS_FOLDER = join(import.meta.dirname, 'verdicts');

/** File names are `<lesson>.<reader>.json`, so neither name may contain a dot. */
export const FILE_NAME = /^[a-z0-9][a-z0-9_-]*$/iu;

const text = z.string().trim().min(1, 'is empty');
const requested = z.int().min(1);

/** A question as a writer wrote it. Anything else in the file, such as a score, is dropped. */
const writtenQuestion = z
  .object({
    stem: text,
    options: z
      .array(z.object({ text, is_correct: z.boolean() }))
      .min(2)
      .max(8),
    /** The level that the writer was asked for. */
    level: z.enum(BLOOM_LEVELS),
  })
  .refine(({ options }) => options.filter((option) => option.is_correct).length === 1, {
    message: 'must have exactly one option with "is_correct": true',
    path: ['options'],
  });
export type WrittenQuestion = z.output<typeof writtenQuestion>;

/** What one writer generated from one lesson, and how many questions were requested. */
export const writtenSet = z
  .object({
    writer: text,
    lesson: z.string().regex(FILE_NAME, 'must be the name of a lesson file without ".txt"'),
    requested,
    questions: z.array(writtenQuestion),
  })
  .refine(({ questions, requested: most }) => questions.length <= most, {
    message: 'contains more questions than were requested',
    path: ['questions'],
  });
export type WrittenSet = z.output<typeof writtenSet>;

/** Which question of a pack is whose. Readers never see it. */
export const packKey = z.object({
  lesson: z.string(),
  sets: z.array(z.object({ writer: z.string(), requested })),
  /** In the order of the pack, numbered from 1. */
  items: z.array(z.intersection(z.object({ item: z.int().min(1), writer: z.string() }), writtenQuestion)),
});
export type PackKey = z.output<typeof packKey>;

/** What one reader says about one question. */
export const readerVerdict = z
  .object({
    verdict: z.enum(VERDICTS),
    key: z.enum(KEY_JUDGEMENTS),
    level: z.enum(READER_LEVELS),
    why: text,
  })
  .refine(({ verdict, key }) => verdict !== 'keep' || key === 'right', {
    message: 'must be "right" in a question that is kept',
    path: ['key'],
  });
export type ReaderVerdict = z.output<typeof readerVerdict>;

const judgedQuestion = z.intersection(
  z.intersection(z.object({ lesson: z.string(), item: z.int().min(1), writer: z.string() }), writtenQuestion),
  // Last, so that a stored question reads as stem, options, verdicts.
  z.object({ verdicts: z.record(z.string(), readerVerdict) }),
);
/** A question with what each reader says about it. `item` is its number in the lesson's pack. */
export type JudgedQuestion = z.output<typeof judgedQuestion>;

/** One round: some lessons, the questions of all writers about them, and a verdict of every reader on every question. */
export const verdictRound = z
  .object({
    date: z.iso.date(),
    round: z.string().regex(FILE_NAME),
    /** Who the readers were, where the lessons came from, what the writers are. */
    note: z.string().optional(),
    readers: z.array(z.string()).min(1),
    /** Questions kept per ten requested that a writer must reach, by writer. Without one there is no bar. */
    goals: z.record(z.string(), z.number().min(0).max(10)).optional(),
    /** How many questions were requested. A set without questions counts too. */
    sets: z.array(z.object({ lesson: z.string(), writer: z.string(), requested })),
    items: z.array(judgedQuestion),
  })
  .superRefine(({ readers, goals, sets, items }, context) => {
    const refuse = (message: string): void => context.addIssue({ code: 'custom', message, path: ['items'] });
    for (const { lesson, item, writer, verdicts } of items) {
      const missing = readers.filter((reader) => verdicts[reader] === undefined);
      if (missing.length > 0) refuse(`${lesson}, item ${item}: no verdict of ${missing.join(', ')}`);
      if (!sets.some((set) => set.lesson === lesson && set.writer === writer))
        refuse(`${lesson}, item ${item}: nothing was requested of "${writer}"`);
    }
    for (const writer of Object.keys(goals ?? {}))
      if (!sets.some((set) => set.writer === writer)) refuse(`there is a goal for "${writer}" but no set`);
  });
export type VerdictRound = z.output<typeof verdictRound>;

/** @throws with the file's name and one line an issue when it does not have the expected shape */
export async function readJson<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const content: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'));
  return parseAs(content, file, schema);
}

export function parseAs<Schema extends z.ZodType>(
  content: unknown,
  name: string,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `${name}: ${path.join('.')}: ${message}`).join('\n'),
  );
}

/** Every stored round, latest first. */
export async function readRounds(): Promise<VerdictRound[]> {
  const files = (await readdir(VERDICTS_FOLDER)).filter((name) => name.endsWith('.json'));
  const rounds = await Promise.all(files.map((file) => readJson(VERDICTS_FOLDER, file, verdictRound)));
  return rounds.toSorted((one, other) =>
    `${other.date} ${other.round}`.localeCompare(`${one.date} ${one.round}`, 'en'),
  );
}
