import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { LESSON_NAMES } from '#server/language/testing/read-lesson.ts';
import { readPlainText, readSpeech } from '../reading/read-lessons.ts';
import type { LibraryLesson } from '../run/open-library.ts';

const SERVER = new URL('../../../server/', import.meta.url);

const answerableFile = z.array(
  z.object({
    lesson: z.enum(LESSON_NAMES),
    question: z.string(),
    kind: z.string(),
    needs: z.enum(['any', 'all']).default('any'),
    /** Verbatim; the beginning or another part of a sentence is enough. */
    quotes: z.array(z.string()).min(1),
  }),
);
const unanswerableFile = z.array(
  z.object({ question: z.string(), kind: z.string(), near: z.enum(LESSON_NAMES).optional() }),
);

export interface TuningQuestion {
  /** The name of the lesson that answers it. */
  readonly lesson: string;
  readonly question: string;
  readonly kind: string;
  readonly needs: 'any' | 'all';
  readonly quotes: readonly string[];
}

export interface TuningQuestions {
  readonly answerable: readonly TuningQuestion[];
  readonly unanswerable: readonly {
    readonly question: string;
    readonly kind: string;
    /** The lesson it seems to be about. */
    readonly near?: string | undefined;
  }[];
}

/** The lessons that may be tuned on, read the way Lectern reads them. */
export async function readTuningLessons(): Promise<LibraryLesson[]> {
  return Promise.all(
    LESSON_NAMES.map(async (name) => {
      const source = await readFile(new URL(`language/testing/lessons/${name}.txt`, SERVER), 'utf8');
      const title = /^# (.+)$/mu.exec(source)?.[1] ?? name;
      const text = name.endsWith('spoken')
        ? readSpeech(source.replace(/^#+ .*$/gmu, '').trim(), title)
        : readPlainText(source, title);
      return { name, text };
    }),
  );
}

/** The questions that may be tuned on: those written for the search, and those written for answers. */
export async function readTuningQuestions(): Promise<TuningQuestions> {
  const readJson = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(path, SERVER), 'utf8'));
  const answerable = [
    ...answerableFile.parse(await readJson('features/search/testing/tuning-questions.json')),
    ...answerableFile.parse(await readJson('features/assistant/compose/testing/tuning-questions.json')),
  ];
  const unanswerable = unanswerableFile.parse(
    await readJson('features/search/testing/tuning-questions-unanswerable.json'),
  );
  return { answerable, unanswerable };
}
