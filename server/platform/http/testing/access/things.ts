import { randomBytes, randomUUID } from 'node:crypto';
import { accountSessionList, newApiKey, session } from '#contract/accounts.ts';
import { assistantAnswer, conversation } from '#contract/assistant.ts';
import { insertTestCandidate } from '#server/features/quizzes/bank/testing/insert-test-candidate.ts';
import { insertQuestions, listQuestions } from '#server/features/quizzes/question-set.store.ts';
import { sql } from 'kysely';
import { createInvitation } from '#server/features/accounts/registration.ts';
import { deleteFiles } from '#server/features/uploads/upload.jobs.ts';
import { TestInstructor } from '#server/testing/test-instructor.ts';
import { TestTusClient } from '#server/testing/test-tus-client.ts';
import { TEST_PASSWORD, type TestApplication } from '#server/testing/test-application.ts';
import { ABSENT, type ThingName, type Things } from './route.ts';

/** An account with one object of each kind. All contain `mark`, which no response to another account may contain. */
export interface Owner {
  readonly instructor: TestInstructor;
  readonly things: Things;
  readonly mark: string;
}

const textOf = (mark: string): string =>
  `The ${mark} leaf turns light into sugar. Chlorophyll absorbs red light and blue light in the leaf.
The Calvin cycle fixes carbon dioxide into sugar because the light reactions supply energy.
Mitochondria release energy from sugar. Plants store starch in their roots, which feed them in winter.`;

/**
 * Makes an account with one thing of each kind.
 * @param needed the kinds to make; the names of the others are absent. A course with what is in it takes most of the time.
 */
export async function makeOwner(
  application: TestApplication,
  needed: ReadonlySet<ThingName> = new Set(Object.keys(ABSENT) as ThingName[]),
): Promise<Owner> {
  const instructor = await application.register();
  const mark = `mark${randomBytes(6).toString('hex')}`;
  const made = await Promise.all([
    makeInCourse(application, instructor, mark, needed),
    makeOutsideCourse(application, instructor, mark, needed),
  ]);
  return {
    instructor,
    mark,
    things: { ...ABSENT, instructor: instructor.id, ...made[0], ...made[1] },
  };
}

const IN_LESSON: readonly ThingName[] = [
  'lesson',
  'docsource',
  'file',
  'questionSet',
  'quizQuestion',
  'candidate',
];

async function makeInCourse(
  application: TestApplication,
  instructor: TestInstructor,
  mark: string,
  needed: ReadonlySet<ThingName>,
): Promise<Partial<Things>> {
  if (!(['course', 'video', ...IN_LESSON] as const).some((name) => needed.has(name))) return {};
  const { id: course } = await instructor.makeCourse({
    title: `Course ${mark}`,
    outcomes: [{ short_name: 'LO1', description: mark }],
  });
  const [ofLesson, video] = await Promise.all([
    IN_LESSON.some((name) => needed.has(name))
      ? makeLesson(application, instructor, mark, course)
      : undefined,
    needed.has('video')
      ? instructor.makeLesson({ title: mark, file: `https://example.org/${mark}.mp4`, course })
      : undefined,
  ]);
  return { course, ...ofLesson, ...(video === undefined ? {} : { video: video.id }) };
}

async function makeLesson(
  application: TestApplication,
  instructor: TestInstructor,
  mark: string,
  course: number,
): Promise<Partial<Things>> {
  const lesson = await instructor.makeTextLesson(textOf(mark), course);
  const { database } = application.dependencies;
  const { id: questionSet } = await database
    .insertInto('question_sets')
    .values({
      lesson_id: lesson.id,
      job_id: null,
      name: mark,
      answer_style: 'essay',
      shortfall: 'null',
      saved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertQuestions(database, questionSet, [
    {
      text: `Explain what the ${mark} leaf does.`,
      type: 'essay',
      blooms_taxonomy: 'understand',
      difficulty: 'medium',
      outcome: null,
      explanation: mark,
      evidence: null,
      options: [],
      key_points: [mark],
      rubric: mark,
      flaws: [],
      written_by: 'instructor',
    },
  ]);
  const [question] = await listQuestions(database, questionSet);
  return {
    lesson: lesson.id,
    docsource: lesson.docsource_id ?? '',
    file: lesson.file,
    questionSet,
    quizQuestion: question?.id ?? 0,
    candidate: await insertTestCandidate(application, lesson, mark),
  };
}

async function makeOutsideCourse(
  application: TestApplication,
  instructor: TestInstructor,
  mark: string,
  needed: ReadonlySet<ThingName>,
): Promise<Partial<Things>> {
  const makers: readonly { names: readonly ThingName[]; make: () => Promise<Partial<Things>> }[] = [
    { names: ['trashedCourse', 'trashedLesson'], make: () => makeTrash(instructor, mark) },
    { names: ['trashedQuestionSet'], make: () => makeTrashedQuiz(application, instructor, mark) },
    { names: ['conversation', 'question'], make: () => makeConversation(instructor, mark) },
    { names: ['session'], make: () => makeSession(application, instructor) },
    {
      names: ['apiKey'],
      make: async () => {
        const key = await instructor.post('/api/auth/api-keys/', { name: mark, password: TEST_PASSWORD });
        return { apiKey: key.read(201, newApiKey).id };
      },
    },
    {
      names: ['invitation'],
      make: async () => ({
        invitation: (
          await createInvitation(application.dependencies, { userId: null }, {}, application.origin)
        ).id,
      }),
    },
    { names: ['job'], make: async () => ({ job: await makeCompletedJob(application) }) },
    {
      names: ['upload'],
      make: async () => {
        const upload = await new TestTusClient(instructor).begin(1_000, `${mark}.mp4`);
        return { upload: upload.split('/').at(-2) ?? '' };
      },
    },
    {
      names: ['transcription', 'transcriptionToken'],
      make: async () => {
        const made = await instructor.post('/api/transcribe/create', {
          video_url: `https://example.org/${mark}-2.mp4`,
        });
        const transcription = JSON.parse(made.text) as { video_id: string; access_token: string };
        return { transcription: transcription.video_id, transcriptionToken: transcription.access_token };
      },
    },
  ];
  const made = await Promise.all(
    makers.filter(({ names }) => names.some((name) => needed.has(name))).map(({ make }) => make()),
  );
  return Object.assign({}, ...made) as Partial<Things>;
}

async function makeConversation(instructor: TestInstructor, mark: string): Promise<Partial<Things>> {
  const begun = await instructor.post('/api/assistant/conversations/', { title: mark });
  const { id } = begun.read(201, conversation);
  const asked = await instructor.post('/api/assistant/messages/', {
    text: `What does ${mark} say?`,
    conversation_id: id,
  });
  return { conversation: id, question: asked.read(200, assistantAnswer).question_id };
}

async function makeSession(
  application: TestApplication,
  instructor: TestInstructor,
): Promise<Partial<Things>> {
  const other = await signInAgain(application, instructor);
  const sessions = (await other.get('/api/auth/sessions/')).read(200, accountSessionList);
  return { session: sessions.find(({ current }) => current)?.id ?? '' };
}

/** A course, and a lesson of another course, that were deleted. */
async function makeTrash(
  instructor: TestInstructor,
  mark: string,
): Promise<Pick<Things, 'trashedCourse' | 'trashedLesson'>> {
  const { id: trashedCourse } = await instructor.makeCourse({ title: `Trashed ${mark}` });
  const { id: trashedLesson } = await instructor.makeLesson({
    file: 'https://example.org/trashed.pdf',
    title: mark,
  });
  await instructor.call('DELETE', `/api/courses/${trashedCourse}/`);
  await instructor.call('DELETE', `/api/lessons/${trashedLesson}/`);
  return { trashedCourse, trashedLesson };
}

async function makeTrashedQuiz(
  { dependencies }: TestApplication,
  instructor: TestInstructor,
  mark: string,
): Promise<Pick<Things, 'trashedQuestionSet'>> {
  const lesson = await instructor.makeLesson({ file: 'https://example.org/quiz.pdf', title: mark });
  const { id } = await dependencies.database
    .insertInto('all_question_sets')
    .values({
      lesson_id: lesson.id,
      job_id: null,
      name: mark,
      answer_style: 'essay',
      shortfall: 'null',
      saved_at: null,
      trashed_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { trashedQuestionSet: id };
}

/** A job that has ended, of no one. */
async function makeCompletedJob({ dependencies }: TestApplication): Promise<string> {
  const { database, jobs } = dependencies;
  const id = await jobs.enqueue(database, deleteFiles, { keys: [] });
  // By hand, so that the worker's own pace does not matter.
  await sql`update pgboss.job set state = 'completed', completed_on = now() where id = ${id}`.execute(
    database,
  );
  return id;
}

/** A second session of the same person. */
export async function signInAgain(
  application: TestApplication,
  { session: { email } }: TestInstructor,
): Promise<TestInstructor> {
  const answer = await application.post('/api/auth/login/', { email, password: TEST_PASSWORD });
  return new TestInstructor(application.origin, answer.read(200, session));
}

/** A new email address for each call. */
export const strangerEmail = (): string => `${randomUUID()}@example.test`;
