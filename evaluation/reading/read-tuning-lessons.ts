import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LESSON_NAMES } from '../../server/language/testing/read-lesson.ts';
import { z } from 'zod';
import type { LibraryLesson } from '../run/open-library.ts';
import { readPlainText, readSpeech } from './read-lessons.ts';

/** The lessons that weights and thresholds may be chosen by, read as Lectern reads them. */
export async function readTuningLessons(): Promise<LibraryLesson[]> {
  return Promise.all(
    LESSON_NAMES.map(async (name) => {
      const source = await readFile(
        join(import.meta.dirname, `../../server/language/testing/lessons/${name}.txt`),
        'utf8',
      );
      const title = /^# (.+)$/mu.exec(source)?.[1] ?? name;
      const speech = source.replace(/^#+ .*$/gmu, '').trim();
      return {
        name,
        text: name.endsWith('spoken') ? readSpeech(speech, title) : readPlainText(source, title),
      };
    }),
  );
}

const tuningQuestions = z.array(
  z.strictObject({
    lesson: z.enum(LESSON_NAMES),
    question: z.string(),
    kind: z.string(),
    needs: z.enum(['any', 'all']).default('any'),
    quotes: z.array(z.string()).min(1),
  }),
);
export type TuningQuestion = z.output<typeof tuningQuestions.element>;

/** Questions that these lessons answer, in the style of the test set: for choosing weights by. */
export async function readTuningQuestions(): Promise<TuningQuestion[]> {
  const path = join(import.meta.dirname, '../../server/features/search/testing/tuning-questions.json');
  return tuningQuestions.parse(JSON.parse(await readFile(path, 'utf8')));
}
