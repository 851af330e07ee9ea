import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_SUMMARY_LENGTH } from '#contract/summaries.ts';
import type { Actor } from '#server/actor.ts';
import { DEMO_LESSONS, type DemoLesson } from './demo-course.ts';
import { createFileLink } from '#server/platform/files/file-links.ts';
import type { JobContext } from '#server/platform/jobs/job-definition.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { createLesson, orderLessons } from '#server/features/lessons/change-lesson.ts';
import { ingestDocument } from '#server/features/lessons/ingest-document.ts';
import { newDocumentSourceId } from '#server/features/lessons/keep-text.ts';
import type { LessonRow } from '#server/features/lessons/lesson.store.ts';
import { getOwnLesson, listLessons } from '#server/features/lessons/lessons.ts';
import { listQuestionSetsOfLesson } from '#server/features/quizzes/question-sets.ts';
import { writeSummary } from '#server/features/summaries/write-summary.ts';
import { storeUpload } from '#server/features/uploads/store-upload.ts';
import { z } from 'zod';
import { BLOOM_LEVELS, DIFFICULTIES } from '#contract/question-kinds.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getLessonText } from '#server/features/lessons/lesson-text.ts';
import { putIntoQuiz } from '#server/features/quizzes/bank/candidates.ts';
import { publishQuestions } from '#server/features/quizzes/editing/edit-questions.ts';

const preparedQuestions = z.array(
  z.object({
    text: z.string(),
    options: z.array(z.string()),
    right: z.int(),
    explanation: z.string(),
    quote: z.string(),
    level: z.enum(BLOOM_LEVELS),
    difficulty: z.enum(DIFFICULTIES),
    outcome: z.string(),
  }),
);

/**
 * Saves the prepared questions of a demo lesson as its quiz, each with the passage that it rests on.
 * @param path the JSON file with the questions
 */
async function addDemoQuiz(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  lesson: LessonRow,
  path: string,
): Promise<void> {
  const prepared = preparedQuestions.parse(JSON.parse(await readFile(path, 'utf8')));
  const { passages } = (await getLessonText(dependencies, lesson.id)).text;
  const { question_set: set } = await putIntoQuiz(dependencies, actor, {
    lesson_id: lesson.id,
    candidate_ids: [],
  });
  await publishQuestions(dependencies, actor, set.id, {
    based_on_version: set.version,
    questions: prepared.map(({ options, right, quote, level, ...question }) => {
      const passage = passages.find(({ text }) => text.includes(quote));
      if (passage === undefined) throw new Error(`No passage of ${lesson.title} contains: ${quote}`);
      return {
        ...question,
        type: 'multiple_choice',
        blooms_taxonomy: level,
        options: options.map((text, index) => ({ text, is_correct: index === right })),
        evidence: { quote, passage_id: passage.id },
        key_points: [],
        rubric: null,
        dismissed_flaws: [],
        written_by: 'instructor',
        is_draft: false,
      };
    }),
  });
}

const POLL_MILLISECONDS = 250;
const ORIGIN = 'http://lectern.invalid';

/**
 * Adds the lessons of the demonstration as an instructor would: uploads, summaries and saved quizzes. The lecture comes with its
 * transcript, which Lectern made from the recording, and each lesson with its questions, so no model is needed. After a crash it
 * continues with what is missing; it stops early if the course is deleted.
 */
export async function addDemoLessons(
  dependencies: WorkerDependencies,
  { instructor_id: instructorId, course_id: courseId }: { instructor_id: number; course_id: number },
  context: JobContext,
): Promise<void> {
  const actor: Actor = { userId: instructorId, instructorId };
  const lessons = new Map<DemoLesson, LessonRow>();
  try {
    for (const wanted of DEMO_LESSONS) {
      context.signal.throwIfAborted();
      const { lessons: present } = await listLessons(dependencies, actor, courseId);
      const lesson =
        present.find(({ title }) => title === wanted.title) ??
        (await addLesson(dependencies, actor, { wanted, courseId, signal: context.signal }));
      lessons.set(wanted, lesson);
    }
    const added = DEMO_LESSONS.flatMap((wanted) => {
      const lesson = lessons.get(wanted);
      return lesson === undefined ? [] : [{ wanted, id: lesson.id }];
    });
    await orderLessons(
      dependencies,
      actor,
      courseId,
      added.map(({ id }) => id),
    );
    for (const lesson of added) await finishLesson(dependencies, actor, lesson, context.signal);
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'not_found')) throw error;
    dependencies.log.info({ courseId }, 'The demonstration course was deleted before it was complete.');
  }
}

async function addLesson(
  dependencies: WorkerDependencies,
  actor: Actor,
  of: { wanted: DemoLesson; courseId: number; signal: AbortSignal },
): Promise<LessonRow> {
  const { wanted, courseId, signal } = of;
  const upload = {
    name: basename(wanted.path),
    content: createReadStream(wanted.path) as AsyncIterable<Buffer>,
    announcedBytes: undefined,
    isTruncated: () => false,
  };
  const { key } = await storeUpload(dependencies, actor, upload, [wanted.kind]);
  const documentSourceId = wanted.kind === 'video' ? undefined : newDocumentSourceId();
  if (documentSourceId !== undefined && wanted.kind !== 'video') {
    const { instructorId } = actor;
    await ingestDocument(
      dependencies,
      { documentSourceId, instructorId, fileKey: key, kind: wanted.kind },
      signal,
    );
  }
  return createLesson(
    dependencies,
    actor,
    {
      title: wanted.title,
      description: wanted.description,
      file: ORIGIN + createFileLink(dependencies.secrets.fileLinkKey, key),
      type: 'lesson',
      course: courseId,
      document_source_id: documentSourceId,
      audio_transcript: wanted.kind === 'video' ? await readFile(wanted.transcriptPath, 'utf8') : undefined,
    },
    ORIGIN,
  );
}

/** Gives a lesson the summary and the saved quiz that it lacks. */
async function finishLesson(
  dependencies: WorkerDependencies,
  actor: Actor,
  { wanted, id }: { wanted: DemoLesson; id: number },
  signal: AbortSignal,
): Promise<void> {
  let lesson = await getOwnLesson(dependencies, actor, id);
  // Another job reads the transcript.
  while (lesson.document_source_id === null) {
    await delay(POLL_MILLISECONDS, undefined, { signal });
    lesson = await getOwnLesson(dependencies, actor, id);
  }
  if (!lesson.has_summary)
    await writeSummary(dependencies, { lesson_id: id, length: DEFAULT_SUMMARY_LENGTH }, signal);
  const saved = await listQuestionSetsOfLesson(dependencies, actor, { lessonId: id, before: undefined });
  if (saved.length === 0) await addDemoQuiz(dependencies, actor, lesson, wanted.quizPath);
}
