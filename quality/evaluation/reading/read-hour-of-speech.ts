import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LessonText } from '#server/language/lesson-text.ts';
import { splitWords } from '../measures/content-words.ts';
import { listLessonNames, readSpeech, sizeOf } from './read-lessons.ts';

const HOUR_WORDS = 9_000;

/** About nine thousand words as a transcript with times: the longest lesson, then others until the hour is full. */
export async function readHourOfSpeech(): Promise<{ readonly text: LessonText; readonly words: number }> {
  const sources = await Promise.all(
    (await listLessonNames()).map((name) =>
      readFile(join(import.meta.dirname, `../lessons/${name}.txt`), 'utf8'),
    ),
  );
  const parts: string[] = [];
  let words = 0;
  for (const source of sources.toSorted((one, other) => other.length - one.length)) {
    for (const paragraph of source.replace(/^#+ .*$/gmu, '').split(/\n\s*\n/u)) {
      if (words >= HOUR_WORDS) break;
      parts.push(paragraph.trim());
      words += splitWords(paragraph).length;
    }
  }
  const text = readSpeech(parts.join('\n\n'), 'An hour of speech');
  return { text, words: sizeOf(text).words };
}
