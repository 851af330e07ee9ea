import { basename } from 'node:path';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BLOOM_LEVELS } from '#contract/quizzes.ts';

/** File names are `<lesson>.<reader>.json`, so neither name may contain a dot. */
export const FILE_NAME = /^[a-z0-9][a-z0-9_-]*$/iu;

const text = z.string().trim().min(1, 'is empty');

/** A question as a writer wrote it. Anything else in the file, such as a score, is dropped. */
export const writtenQuestion = z
  .object({
    stem: text,
    options: z
      .array(z.object({ text, is_correct: z.boolean() }))
      .min(2)
      .max(8),
    /** The level that the writer was asked for. */
    level: z.enum(BLOOM_LEVELS),
    /** What kind of question it is, in the writer's own terms. */
    form: text.optional(),
  })
  .refine(({ options }) => options.filter((option) => option.is_correct).length === 1, {
    message: 'must have exactly one option with "is_correct": true',
    path: ['options'],
  });
export type WrittenQuestion = z.output<typeof writtenQuestion>;

const writtenSet = z
  .object({
    writer: text,
    lesson: z.string().regex(FILE_NAME, 'must be the name of a lesson file without ".txt"'),
    requested: z.int().min(1),
    questions: z.array(writtenQuestion),
  })
  .refine(({ questions, requested }) => questions.length <= requested, {
    message: 'holds more questions than were requested',
    path: ['questions'],
  });

/** What one writer generated from one lesson, and how many questions were requested. */
export type WrittenSet = z.output<typeof writtenSet>;

/**
 * Reads the sets in some files: one set or an array of sets in each.
 * @throws when a file is not such JSON, or a writer has two sets for one lesson, which would count twice
 */
export async function readWrittenSets(paths: readonly string[]): Promise<WrittenSet[]> {
  const sets: WrittenSet[] = [];
  for (const path of paths) {
    const content = parseJson(await readFile(path, 'utf8'), basename(path));
    const found = z.array(writtenSet).safeParse(Array.isArray(content) ? content : [content]);
    if (!found.success) throw new Error(listIssues(found.error, basename(path)));
    for (const set of found.data) {
      if (sets.some(({ writer, lesson }) => writer === set.writer && lesson === set.lesson))
        throw new Error(
          `${basename(path)}: "${set.writer}" already has a set for the lesson "${set.lesson}".`,
        );
      sets.push(set);
    }
  }
  return sets;
}

/** @throws with the file's name when the text is not JSON */
export function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

/** One line an issue: file, place in the file, what is wrong there. */
export const listIssues = (error: z.ZodError, file: string): string =>
  error.issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`).join('\n');
