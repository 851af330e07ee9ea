import {
  REPLACEMENT_LINES_MAXIMUM,
  replacementOutcome,
  type PreviewReplacementRequest,
  type ReplacementOutcome,
  type ReplacementPreview,
  type ReplacementRequest,
} from '#contract/glossary.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { awaitJobAnswer } from '#server/jobs/await-job-answer.ts';
import { createWordReplacer } from '#server/language/replace-words.ts';
import { notFound } from '#server/problem-error.ts';
import { ownsCourse } from '../courses/course.policy.ts';
import { getOwnCourse } from '../courses/courses.ts';
import { listLessons } from '../lessons/lessons.ts';
import { readTranscriptLines } from '../transcripts/rewrite-transcript.ts';
import { replaceInTranscriptsJob } from './glossary.jobs.ts';
import { REPLACEMENTS_KEPT } from './list-replacements.ts';
import { deleteOldReplacements, findReplacement, insertReplacement } from './replacement.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'events'>;

/** Where words would be replaced in the transcripts of a course. Nothing is changed. @throws {ProblemError} not_found. */
export async function previewReplacement(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  courseId: number,
  { find, replacement }: PreviewReplacementRequest,
): Promise<ReplacementPreview> {
  const replace = createWordReplacer(find.map((each) => ({ find: each, replacement })));
  const lessons: ReplacementPreview['lessons'] = [];
  let shown = 0;
  for (const lesson of await listLessons(dependencies, actor, courseId)) {
    if (lesson.transcription_id === null || lesson.transcription_status !== 'done') continue;
    let count = 0;
    const lines: ReplacementPreview['lessons'][number]['lines'] = [];
    for await (const { start_second: second, text } of readTranscriptLines(
      dependencies,
      lesson.transcription_id,
    )) {
      const after = replace(text);
      count += after.count;
      if (after.count === 0 || shown === REPLACEMENT_LINES_MAXIMUM) continue;
      lines.push({ start_second: second, before: text, after: after.text });
      shown += 1;
    }
    if (count === 0) continue;
    lessons.push({
      lesson_id: lesson.id,
      title: lesson.title,
      video_id: lesson.transcription_id,
      count,
      lines,
    });
  }
  return { count: lessons.reduce((sum, { count }) => sum + count, 0), lessons };
}

/**
 * Replaces words in the transcripts that a preview showed. A transcript that is another one by now stays as it is. What the
 * transcripts said before is kept for undoing.
 * @throws {ProblemError} not_found, also for a lesson of another course.
 */
export async function replaceEverywhere(
  dependencies: Needed,
  actor: Actor,
  courseId: number,
  { find, replacement, lessons }: ReplacementRequest,
): Promise<ReplacementOutcome> {
  const jobId = await inTransaction(dependencies.database, async (transaction) => {
    const inside = { database: transaction };
    await getOwnCourse(inside, actor, courseId);
    const known = new Set((await listLessons(inside, actor, courseId)).map(({ id }) => id));
    if (lessons.some(({ lesson_id: id }) => !known.has(id))) throw notFound('lesson');
    const chosen = [...new Map(lessons.map((lesson) => [lesson.lesson_id, lesson])).values()];
    const id = await insertReplacement(transaction, { courseId, find, replacement }, chosen);
    await deleteOldReplacements(transaction, courseId, REPLACEMENTS_KEPT);
    const payload = { instructor_id: actor.instructorId, replacement_id: id, is_undoing: false };
    return dependencies.jobs.enqueue(transaction, replaceInTranscriptsJob, payload);
  });
  return awaitJobAnswer(dependencies, replaceInTranscriptsJob, jobId, replacementOutcome);
}

/**
 * Gives the transcripts of a replacement the words that they had before. One that was changed since stays as it is.
 * @throws {ProblemError} not_found, also for a replacement that is too old to undo.
 */
export async function undoEverywhere(
  dependencies: Needed,
  actor: Actor,
  id: number,
): Promise<ReplacementOutcome> {
  const found = await findReplacement(dependencies.database, id);
  if (found === undefined || !ownsCourse(actor, found)) throw notFound('replacement');
  const jobId = await inTransaction(dependencies.database, (transaction) =>
    dependencies.jobs.enqueue(transaction, replaceInTranscriptsJob, {
      instructor_id: actor.instructorId,
      replacement_id: id,
      is_undoing: true,
    }),
  );
  return awaitJobAnswer(dependencies, replaceInTranscriptsJob, jobId, replacementOutcome);
}
