import type { ExportedDocument } from '../../../contract/account-export.ts';
import type { Lesson } from '../../../contract/lessons.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { ownsCourse } from '../courses/course.policy.ts';
import { listDocumentIdsOf, listLessonIdsOf } from './lesson-export.store.ts';
import { findLesson } from './lesson.store.ts';
import { findDocumentSource } from './passage.store.ts';
import { presentLesson } from './present-lesson.ts';

/** All lessons of the actor with summaries and transcripts, one at a time; what is deleted meanwhile is left out. */
export async function* exportLessons(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  actor: Actor,
  origin: string,
): AsyncGenerator<Lesson> {
  for (const id of await listLessonIdsOf(dependencies.database, actor.instructorId)) {
    const lesson = await findLesson(dependencies.database, id);
    if (lesson !== undefined && ownsCourse(actor, lesson)) yield presentLesson(dependencies, origin, lesson);
  }
}

/** All texts that were read for the actor, of lessons or not, one at a time. */
export async function* exportDocuments(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): AsyncGenerator<ExportedDocument> {
  for (const id of await listDocumentIdsOf(database, actor.instructorId)) {
    const source = await findDocumentSource(database, id);
    if (source === undefined) continue;
    yield {
      docsource_id: source.id,
      spoken: source.spoken,
      page_count: source.page_count,
      plain_text: source.plain_text,
      created_at: source.created_at.toISOString(),
    };
  }
}
