import type { LessonText } from '../../../../language/lesson-text.ts';
import type { FoundPassage, FoundPassages } from '../../../search/found-passage.ts';

/** A passage as a search by words finds it. */
export function foundPassage(text: string, changes: Partial<FoundPassage> = {}): FoundPassage {
  const position = changes.position ?? 0;
  return {
    passageId: `p${position}`,
    docsourceId: 'lesson',
    position,
    section: 0,
    heading: null,
    text,
    kind: 'prose',
    page: null,
    pageEnd: null,
    startSecond: null,
    endSecond: null,
    lessonId: 1,
    lessonTitle: 'Lesson',
    courseId: 1,
    courseTitle: 'Course',
    videoId: null,
    score: 1 / (position + 1),
    wordRank: position + 1,
    meaningRank: null,
    similarity: null,
    ...changes,
  };
}

/** All passages of a lesson, in its order. */
export function foundIn(lesson: LessonText): FoundPassages {
  const passages = lesson.passages.map((passage) =>
    foundPassage(passage.text, {
      ...passage,
      passageId: passage.id,
      docsourceId: lesson.title,
      lessonTitle: lesson.title,
    }),
  );
  return { passages, byMeaning: false };
}
