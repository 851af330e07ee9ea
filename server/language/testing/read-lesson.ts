import { readFileSync } from 'node:fs';
import type { LessonText } from '../lesson-text.ts';

export const LESSON_NAMES = [
  'biology',
  'computing-spoken',
  'economics',
  'history',
  'nursing',
  'physics-spoken',
  'psychology',
] as const;

/** Reads a lesson written for tests; those whose name ends in "spoken" are transcripts. */
export function readLesson(name: string): LessonText {
  const text = readFileSync(new URL(`lessons/${name}.txt`, import.meta.url), 'utf8');
  return lessonOf(text, name.endsWith('spoken'));
}

/** A lesson from plain text: "# " before the title, "## " before a heading, and a passage for every five sentences. */
export function lessonOf(text: string, spoken = false): LessonText {
  let title = 'Lesson';
  let heading: string | null = null;
  let section = 0;
  const passages: LessonText['passages'][number][] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) title = line.slice(2);
    else if (line.startsWith('## ')) {
      heading = line.slice(3);
      section = passages.length === 0 ? 0 : section + 1;
    } else {
      const sentences = line.match(/[^.?!]+(?:[.?!]+(?!\s|$)[^.?!]+)*[.?!]*\s*/gu) ?? [];
      for (let at = 0; at < sentences.length; at += 5) {
        const position = passages.length;
        const passage = sentences
          .slice(at, at + 5)
          .join('')
          .trim();
        if (passage === '') continue;
        const seconds = spoken
          ? { startSecond: position * 20, endSecond: position * 20 + 20 }
          : { startSecond: null, endSecond: null };
        passages.push({
          id: `p${position}`,
          position,
          text: passage,
          section,
          heading,
          titlePath: heading === null ? [] : [heading],
          kind: 'prose',
          isAdministrative: false,
          page: spoken ? null : 1,
          pageEnd: spoken ? null : 1,
          ...seconds,
          startOffset: 0,
          endOffset: passage.length,
        });
      }
    }
  }
  return { title, spoken, passages };
}
