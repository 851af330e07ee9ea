import type { LessonPassage } from '#server/language/lesson-text.ts';

/** A passage that a correction of its lesson changed. */
export interface PassageChange {
  /** Null for a new passage. */
  readonly before: { readonly id: string; readonly text: string } | null;
  /** Null when the passage is gone. Its words may be in the passages next to it. */
  readonly after: { readonly id: string; readonly text: string } | null;
}

/** The passages of a lesson as they were before a correction; those that are gone come last. */
export function restoreFormerPassages(
  passages: readonly LessonPassage[],
  changes: readonly PassageChange[],
): LessonPassage[] {
  const changeOf = new Map(
    changes.flatMap((change) => (change.after === null ? [] : [[change.after.id, change]])),
  );
  const stayed = passages.flatMap((passage) => {
    const change = changeOf.get(passage.id);
    if (change === undefined) return [passage];
    return change.before === null ? [] : [{ ...passage, id: change.before.id, text: change.before.text }];
  });
  const [sample] = passages;
  if (sample === undefined) return stayed;
  const gone = changes.flatMap(({ before, after }) =>
    before !== null && after === null ? [{ ...sample, id: before.id, text: before.text }] : [],
  );
  return [...stayed, ...gone];
}
