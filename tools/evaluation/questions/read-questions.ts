import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { listLessonNames } from '../read-lessons.ts';

const answerableKinds = [
  'definition',
  'reason',
  'steps',
  'comparison',
  'fact',
  'number',
  'example',
  'yes_no',
  'who_when',
] as const;
const unanswerableKinds = [
  'near_miss',
  'other_subject',
  'organisation',
  'opinion',
  'nonsense',
  'false_premise',
  'injection',
] as const;

/** Where the files of each set are, seen from here. */
const directories = { first: '.', second: 'second' } as const;

/** Why there are two is in the README. */
export type QuestionSet = keyof typeof directories;

export const QUESTION_SETS = ['first', 'second'] as const satisfies readonly QuestionSet[];

const line = z
  .string()
  .min(1)
  .refine((text) => text === text.trim() && !/\s\s|[\n\t]/u.test(text), 'white space is not single');

const answerableFile = z.array(
  z.strictObject({
    question: line,
    kind: z.enum(answerableKinds),
    needs: z.enum(['any', 'all']).default('any'),
    quotes: z.array(line).min(1),
    note: line.optional(),
  }),
);
const unanswerableFile = z.array(
  z.strictObject({
    question: line,
    kind: z.enum(unanswerableKinds),
    near: line.optional(),
    note: line.optional(),
  }),
);
const lessonNotes = z.object({ held_back: z.boolean().default(false) });

/** A question that one of the evaluation lessons answers, and where it does. */
export interface AnswerableQuestion extends z.output<typeof answerableFile.element> {
  /** The name of the lesson that answers it. */
  readonly lesson: string;
  /** Counts in totals alone; see the README. */
  readonly heldBack: boolean;
}

/** A question about which the evaluation lessons say nothing. */
export interface UnanswerableQuestion extends z.output<typeof unanswerableFile.element> {
  /** That of the lesson it is near; false without one. */
  readonly heldBack: boolean;
}

export interface TestQuestions {
  /** By lesson, in alphabetical order. */
  readonly answerable: readonly AnswerableQuestion[];
  readonly unanswerable: readonly UnanswerableQuestion[];
}

/**
 * Reads a set of questions over the evaluation lessons and those that they do not answer. Throws when a file is missing, has
 * a field that is not described in the README, or names a lesson that is not there.
 */
export async function readQuestions(set: QuestionSet = 'first'): Promise<TestQuestions> {
  const directory = directories[set];
  const lessons = await listLessonNames();
  const heldBack = new Map<string, boolean>();
  const answerable: AnswerableQuestion[] = [];
  for (const lesson of lessons) {
    const notes = lessonNotes.parse(await readJson(`../lessons/${lesson}.json`));
    heldBack.set(lesson, notes.held_back);
    for (const question of answerableFile.parse(await readJson(`${directory}/${lesson}.json`)))
      answerable.push({ ...question, lesson, heldBack: notes.held_back });
  }
  const unanswerable = unanswerableFile
    .parse(await readJson(`${directory}/unanswerable.json`))
    .map((question) => {
      const held = question.near === undefined ? false : heldBack.get(question.near);
      if (held === undefined)
        throw new Error(`"${question.question}" is near a lesson that is not there: ${question.near ?? ''}`);
      return { ...question, heldBack: held };
    });
  return { answerable, unanswerable };
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8'));
}
