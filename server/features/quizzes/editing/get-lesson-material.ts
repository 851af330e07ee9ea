import type { LessonPassage, LessonText } from '../../../language/lesson-text.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { getLessonText } from '../../lessons/get-lesson-text.ts';
import { getOwnLesson } from '../../lessons/get-own-lesson.ts';
import type { TimeEvidence } from '../../lessons/get-time-evidence.ts';

/** What edited questions are held against. */
export interface LessonMaterial {
  /** By id. */
  readonly passages: ReadonlyMap<string, LessonPassage>;
  readonly timeEvidence: TimeEvidence;
}

/**
 * The material of one's own lesson, or undefined while it has no text.
 * @throws {ProblemError} not_found.
 */
export async function findLessonMaterial(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
): Promise<LessonMaterial | undefined> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.docsource_id === null) return undefined;
  return prepareMaterial(await getLessonText(dependencies, lessonId));
}

/** The passages by their ids, as the checks of edited questions need them. */
export const prepareMaterial = ({
  text,
  timeEvidence,
}: {
  text: LessonText;
  timeEvidence: TimeEvidence;
}): LessonMaterial => ({
  passages: new Map(text.passages.map((passage) => [passage.id, passage])),
  timeEvidence,
});
