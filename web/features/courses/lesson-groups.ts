import type { LessonListItem } from '#contract/lessons.ts';

/** The lessons of a week or topic; of none, where `topic` is empty. */
export interface LessonGroup {
  topic: string;
  lessons: LessonListItem[];
}

/** Groups come in the order of their first lessons. */
export function groupLessons(lessons: readonly LessonListItem[]): LessonGroup[] {
  const groups = Map.groupBy(lessons, ({ topic }) => topic);
  return [...groups].map(([topic, inTopic]) => ({ topic, lessons: inTopic }));
}

/** The same list with the entry at `from` at `to`; unchanged where there is no such place. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const moved = [...entries];
  if (to < 0 || to >= moved.length) return moved;
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
