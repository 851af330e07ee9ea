import type { LessonKind } from '../../../contract/lessons.ts';

/** The kind that an outside address announces by its name (specification, section 3). */
export function inferKind(url: string): LessonKind {
  if (/mp4|video|youtube|youtu\.be/i.test(url)) return 'video';
  if (/pdf/i.test(url)) return 'pdf';
  if (/txt/i.test(url)) return 'text';
  return 'document';
}
