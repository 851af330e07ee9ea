import type { LessonText } from '#server/language/lesson-text.ts';
import type { FoundPassage, FoundPassages } from '#server/features/search/found-passage.ts';

/** A passage as a search by words finds it. */
export function foundPassage(text: string, changes: Partial<FoundPassage> = {}): FoundPassage {
  const position = changes.position ?? 0;
  return {
    passageId: `p${position}`,
    documentSourceId: 'lesson',
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
    transcriptionId: null,
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
      documentSourceId: lesson.title,
      lessonTitle: lesson.title,
    }),
  );
  return { passages, byMeaning: false };
}
