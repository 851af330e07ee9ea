import { z } from 'zod';
import type { SummaryLength } from '#contract/lessons.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { awaitJobAnswer } from '#server/platform/jobs/await-job-answer.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/platform/problem-error.ts';
import { beginLessonWork } from '../activity/lesson-work.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import type { LessonRow } from '../lessons/lesson.store.ts';
import { hasEditedSummary } from './summaries.store.ts';
import { summarizeLesson } from './summary.jobs.ts';

type Needed = Pick<Dependencies, 'clock' | 'database' | 'jobs' | 'events'>;

interface Wanted {
  readonly length: SummaryLength;
  readonly replacesEdits: boolean;
}

/** @throws {ProblemError} not_found; transcript_missing; nothing_to_work_with. */
export async function summarizeVideo(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  wanted: Wanted,
): Promise<LessonRow> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.document_source_id === null) {
    throw new ProblemError('lesson_without_transcript');
  }
  return summarize(dependencies, actor, lesson, wanted);
}

/**
 * @param wanted.documentSourceId as sent by the page; it must be the lesson's own.
 * @throws {ProblemError} not_found; validation_failed without a document; nothing_to_work_with.
 */
export async function summarizeFile(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  { documentSourceId, ...wanted }: Wanted & { readonly documentSourceId: string },
): Promise<LessonRow> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (documentSourceId === '' || lesson.document_source_id === null) {
    throw invalidField('docsource_id', 'document_source_missing');
  }
  if (documentSourceId !== lesson.document_source_id) {
    throw new ProblemError('document_not_in_lesson');
  }
  return summarize(dependencies, actor, lesson, wanted);
}

async function summarize(
  dependencies: Needed,
  actor: Actor,
  lesson: LessonRow,
  { length, replacesEdits }: Wanted,
): Promise<LessonRow> {
  // The job checks again, because the summary may be edited while it waits.
  if (!replacesEdits && (await hasEditedSummary(dependencies.database, lesson.id, length))) return lesson;
  const jobId = await inTransaction(dependencies.database, async (transaction) => {
    const id = await dependencies.jobs.enqueue(transaction, summarizeLesson, {
      instructor_id: actor.instructorId,
      lesson_id: lesson.id,
      length,
      replaces_edits: replacesEdits,
    });
    await beginLessonWork(
      { database: transaction },
      { id, name: summarizeLesson.name, work: 'summary' },
      lesson,
    );
    return id;
  });
  await awaitJobAnswer(dependencies, summarizeLesson, jobId, z.object({ lesson_id: z.int() }));
  return getOwnLesson(dependencies, actor, lesson.id);
}
