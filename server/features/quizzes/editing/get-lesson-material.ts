import { createLessonSupport, type LessonSupport } from '../../../../items/checks/lesson-support.ts';
import { splitSentences } from '../../../documents/sentences.ts';
import { cleanSentence } from '../../../language/clean-sentence.ts';
import type { LessonPassage, LessonText } from '../../../language/lesson-text.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { getLessonText } from '../../lessons/get-lesson-text.ts';
import { getOwnLesson } from '../../lessons/get-own-lesson.ts';
import type { TimeEvidence } from '../../lessons/get-time-evidence.ts';

/** What edited questions are held against. */
export interface LessonMaterial {
  /** By id. */
  readonly passages: ReadonlyMap<string, LessonPassage>;
  readonly support: LessonSupport;
  readonly timeEvidence: TimeEvidence;
}

/** Of a longer lesson, whole passages are left out evenly: an autosave must not keep the server busy. */
const MOST_SENTENCES = 2_500;

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

/** Statements are read as the composer reads them, so that the editor finds no fault that the composer could not see. */
export function prepareMaterial({
  text,
  timeEvidence,
}: {
  text: LessonText;
  timeEvidence: TimeEvidence;
}): LessonMaterial {
  const sentences = text.passages.map((passage) => splitSentences(passage.text));
  const total = sentences.reduce((sum, each) => sum + each.length, 0);
  const every = Math.max(1, Math.ceil(total / MOST_SENTENCES));
  return {
    passages: new Map(text.passages.map((passage) => [passage.id, passage])),
    support: createLessonSupport(
      sentences
        .filter((_, index) => index % every === 0)
        .flatMap((each) => each.map((sentence) => cleanSentence(sentence.text, text.spoken).text)),
    ),
    timeEvidence,
  };
}
