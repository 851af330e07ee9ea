import { describe, expect, test } from 'vitest';
import { message } from '#contract/messages/make-message.ts';
import { dashboard } from '#contract/dashboard.ts';
import { activityList } from '#contract/activity.ts';
import {
  generateQuestionsRequest,
  questionSetList,
  questionSetWithQuestions,
  quizPreview,
  type QuestionSetWithQuestions,
} from '#contract/quizzes.ts';
import type { Announcement } from '#server/platform/events/event-bus.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { beginLessonWork, runLessonWork } from '../activity/lesson-work.ts';
import {
  forgetJobs,
  jobContext,
  jobOf,
  makeReadLesson,
  readBank,
  workerOf,
} from './bank/testing/bank-test.ts';
import { prepareQuestions } from './bank/prepare-questions.ts';
import { createScriptedBankWriter, riverText } from './bank/testing/scripted-bank-writer.ts';
import { takeBank } from './bank/write-into-bank.ts';
import { generateQuestionsJob } from './quiz.jobs.ts';
import { writeQuestions } from './write-questions.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ languageModel: 'fake' });
const teacher = await application.register();

type Writer = ReturnType<typeof createScriptedBankWriter>;
const makeLesson = async (text = riverText()): Promise<number> =>
  (await makeReadLesson(application, teacher, text)).id;

const readSet = async (id: number): Promise<QuestionSetWithQuestions> =>
  (await teacher.get(`/api/question-sets/by_question_set/?question_set_id=${id}`)).read(
    200,
    questionSetWithQuestions.strict(),
  );

/** Runs the job that generates a quiz, and reads the quiz. */
async function generate(
  json: { lesson_id: number } & Record<string, unknown>,
  writer: Writer,
  {
    context = jobContext(),
    change = {},
  }: { context?: ReturnType<typeof jobContext>; change?: Partial<WorkerDependencies> } = {},
): Promise<QuestionSetWithQuestions> {
  const request = generateQuestionsRequest.parse(json);
  const made = await writeQuestions(workerOf(application, change), request, context, writer.write);
  return readSet(made.question_set_id);
}

async function prepare(lessonId: number): Promise<void> {
  await teacher.post(`/api/lessons/${lessonId}/question-bank/prepare/`);
  const context = jobContext({ jobId: await jobOf(application, lessonId) });
  const payload = { lesson_id: lessonId, is_requested: true };
  await prepareQuestions(workerOf(application), payload, context, createScriptedBankWriter().write);
}

const post = (json: object) => teacher.post('/api/question-sets/generate/', json);
const stemsOf = ({ questions }: QuestionSetWithQuestions): string[] => questions.map(({ text }) => text);

describe('the preview', () => {
  test('is the mix of the quiz that is drawn, in even shares of the criterion', async () => {
    const lesson = await makeLesson();
    await prepare(lesson);
    const request = { lesson_id: lesson, n: 6, difficulty: 'mixed', criteria: 'difficulty' };
    const preview = (await teacher.post('/api/question-sets/preview/', request)).read(
      200,
      quizPreview.strict(),
    );
    expect(preview).toMatchObject({
      ready: 6,
      by_difficulty: ['easy', 'medium', 'hard'].map((difficulty) => ({ difficulty, count: 2 })),
    });
    const made = (await post(request)).read(200, questionSetWithQuestions);
    for (const { difficulty, count } of preview.by_difficulty)
      expect(made.questions.filter((question) => question.difficulty === difficulty)).toHaveLength(count);
    for (const { level, count } of preview.by_level)
      expect(made.questions.filter((question) => question.blooms_taxonomy === level)).toHaveLength(count);
  });

  test('lists the requested outcomes that no question tests, and so does the quiz', async () => {
    const course = await teacher.makeCourse({
      outcomes: ['ONE', 'TWO'].map((name) => ({ short_name: name, description: `Explains ${name}.` })),
    });
    const { id: lesson } = await makeReadLesson(application, teacher, riverText(), { course: course.id });
    await prepare(lesson);
    const request = { lesson_id: lesson, n: 3, outcomes: ['TWO'] };
    const preview = (await teacher.post('/api/question-sets/preview/', request)).read(200, quizPreview);
    expect(preview.uncovered_outcomes).toEqual(['TWO']);
    const made = await generate(request, createScriptedBankWriter());
    expect(made.uncovered_outcomes).toEqual(['TWO']);
    const unasked = await generate({ lesson_id: lesson, n: 3 }, createScriptedBankWriter());
    expect(unasked.uncovered_outcomes).toEqual(['ONE', 'TWO']);
  });
});

test('a quiz without questions cannot be saved, is not listed, and not counted', async () => {
  const owner = await application.register();
  const { id } = await makeReadLesson(application, owner, 'Nothing flows here.');
  const count = async (): Promise<number> =>
    (await owner.get('/api/dashboard/')).read(200, dashboard).quizzes_generated;
  const request = generateQuestionsRequest.parse({ lesson_id: id, n: 2 });
  const write = createScriptedBankWriter();
  const made = await writeQuestions(workerOf(application), request, jobContext(), write.write);
  const refused = await owner.post('/api/question-sets/save/', { ...made, name: 'Empty' });
  expect(refused.readProblem(400).errors).toMatchObject([
    { field: 'question_set_id', message: 'This quiz has no questions yet. Write one before you save it.' },
  ]);
  expect((await owner.get('/api/question-sets/?saved=false')).read(200, questionSetList)).toEqual([]);
  expect(await count()).toBe(0);
});

describe('a bank with enough questions', () => {
  test('gives a quiz at once, without a worker', async () => {
    const lesson = await makeLesson();
    await prepare(lesson);
    const made = (await post({ lesson_id: lesson, n: 10, name: 'Rivers' })).read(
      200,
      questionSetWithQuestions,
    );
    expect(made).toMatchObject({
      question_set: { name: 'Rivers', question_count: 10, saved_at: null, answer_style: 'multiple_choice' },
      shortfall: null,
      writer: { input_tokens: 0, note: null },
    });
    const bank = (await readBank(teacher, lesson)).candidates.map(({ text }) => text);
    for (const stem of stemsOf(made)) expect(bank).toContain(stem);
    expect(await readSet(made.question_set.id)).toEqual(made);
    const activity = (await teacher.get('/api/activity/')).read(200, activityList);
    expect(activity[0]).toMatchObject({ lesson_id: lesson, work: 'quiz', status: 'done', progress: 100 });
    expect(await application.dependencies.jobs.isAnyoneWaiting()).toBe(false);
  });

  test('prefers questions that no other quiz of the lesson contains', async () => {
    const lesson = await makeLesson();
    await prepare(lesson);
    const first = (await post({ lesson_id: lesson, n: 6 })).read(200, questionSetWithQuestions);
    const second = (await post({ lesson_id: lesson, n: 6 })).read(200, questionSetWithQuestions);
    const both = stemsOf(first).filter((stem) => stemsOf(second).includes(stem));
    expect(both.length).toBeLessThan(3);
  });

  test('gives only what fits the request, and nothing that was rejected', async () => {
    const lesson = await makeLesson();
    await prepare(lesson);
    const candidates = (await readBank(teacher, lesson)).candidates.filter(
      ({ blooms_taxonomy: level }) => level === 'apply',
    );
    await teacher.call('DELETE', `/api/question-bank/${candidates[0]?.id ?? 0}/`);
    const json = { lesson_id: lesson, n: 3, taxonomy_levels: ['apply'], difficulty: 'hard' };
    const made = (await post(json)).read(200, questionSetWithQuestions);
    expect(stemsOf(made).toSorted()).toEqual(
      candidates
        .slice(1)
        .map(({ text }) => text)
        .toSorted(),
    );
  });
});

describe('a bank that lacks questions', () => {
  test('gets those that are missing, and only those', async () => {
    const lesson = await makeLesson();
    await prepare(lesson);
    const writer = createScriptedBankWriter();
    const json = { lesson_id: lesson, n: 6, taxonomy_levels: ['apply'], sections: [0] };
    const made = await generate(json, writer);
    expect(made.question_set.question_count).toBe(6);
    expect(made.shortfall).toBeNull();
    expect(writer.requests).toHaveLength(1);
    expect(writer.requests[0]).toMatchObject({ count: 2, levels: ['apply'], sections: [0] });
    expect(writer.requests[0]?.avoid).toHaveLength(12);
    expect((await readBank(teacher, lesson)).bank.ready_count).toBe(14);
  });

  test('writes on while too few have the difficulty asked for', async () => {
    const lesson = await makeLesson();
    const writer = createScriptedBankWriter();
    const made = await generate({ lesson_id: lesson, n: 4, difficulty: 'hard' }, writer);
    expect(made.questions.map(({ difficulty }) => difficulty)).toEqual(['hard', 'hard', 'hard', 'hard']);
    expect(writer.requests.length).toBeGreaterThan(1);
  });

  test('keeps essays that were written on request', async () => {
    const lesson = await makeLesson();
    await generate({ lesson_id: lesson, n: 2, answer_style: 'essay' }, createScriptedBankWriter());
    const writer = createScriptedBankWriter();
    const again = await generate({ lesson_id: lesson, n: 2, answer_style: 'essay' }, writer);
    expect(again.questions.map(({ type }) => type)).toEqual(['essay', 'essay']);
    expect(writer.requests).toEqual([]);
    expect((await readBank(teacher, lesson)).candidates).toHaveLength(2);
  });

  test('of one difficulty says how many of that difficulty Lectern could write', async () => {
    const lesson = await makeLesson(riverText(0, 6));
    const made = await generate({ lesson_id: lesson, n: 5, difficulty: 'hard' }, createScriptedBankWriter());
    expect(made.questions.map(({ difficulty }) => difficulty)).toEqual(['hard', 'hard']);
    expect(made.shortfall?.reason).toBe(
      'Lectern could write only 2 hard questions here. Choose another difficulty, write a question yourself, or try again.',
    );
  });

  test('about some passages draws from those only', async () => {
    const lesson = await makeLesson();
    const made = await generate({ lesson_id: lesson, n: 1 }, createScriptedBankWriter());
    const passage = made.questions[0]?.evidence?.passage_id ?? '';
    const request = { lesson_id: lesson, n: 3, passage_ids: [passage] };
    const narrow = await generate(request, createScriptedBankWriter());
    expect(narrow.questions.length).toBeGreaterThan(0);
    expect(new Set(narrow.questions.map(({ evidence }) => evidence?.passage_id))).toEqual(new Set([passage]));
  });

  test.each([
    [0, 'Lectern could write no good question here.'],
    [1, 'Lectern could write only one good question here.'],
    [4, 'Lectern could write only 4 good questions here.'],
  ])('of which Lectern could write %i says so', async (count, sentence) => {
    const lesson = await makeLesson(count === 0 ? 'Nothing flows here.' : riverText(0, count));
    const made = await generate({ lesson_id: lesson, n: 10 }, createScriptedBankWriter());
    expect(made.shortfall).toMatchObject({
      asked: 10,
      made: count,
      reason: `${sentence} Write one yourself, choose a sentence to ask about, or try again.`,
    });
  });

  test('is written into again after a crash, from where it stopped, and gives one quiz', async () => {
    const lesson = await makeLesson();
    const killed = new AbortController();
    const context = jobContext({ signal: killed.signal });
    const dying = createScriptedBankWriter({
      beforeEach: (written) => {
        if (written === 3) killed.abort(new Error('killed'));
      },
    });
    await expect(generate({ lesson_id: lesson, n: 8 }, dying, { context })).rejects.toThrow('killed');
    expect((await readBank(teacher, lesson)).bank.ready_count).toBe(3);
    const writer = createScriptedBankWriter();
    const again = jobContext({ jobId: context.jobId });
    const made = await generate({ lesson_id: lesson, n: 8 }, writer, { context: again });
    expect(writer.requests[0]?.count).toBe(5);
    expect(made.question_set.question_count).toBe(8);
    expect(await generate({ lesson_id: lesson, n: 8 }, writer, { context: again })).toEqual(made);
    expect(writer.requests).toHaveLength(1);
  });

  test('is written into by one job at a time: another waits, and takes what comes', async () => {
    const lesson = await makeLesson();
    const lock = await takeBank(application.dependencies, lesson, {
      signal: new AbortController().signal,
      milliseconds: 0,
    });
    const writer = createScriptedBankWriter();
    const clock = new ManualClock();
    const made = generate({ lesson_id: lesson, n: 5 }, writer, { change: { clock } });
    await clock.untilWaiting();
    expect(writer.requests).toEqual([]);
    // Stored by the job that has the bank.
    await prepareWhileLocked(lesson);
    await lock?.release();
    await clock.advance(250);
    expect((await made).question_set.question_count).toBe(5);
    expect(writer.requests).toEqual([]);
  });

  /** As another process would that holds the lock. */
  async function prepareWhileLocked(lesson: number): Promise<void> {
    const { writeIntoBank } = await import('./bank/write-into-bank.ts');
    const writing = {
      count: 5,
      answerStyle: 'multiple_choice' as const,
      seed: 1,
      signal: new AbortController().signal,
    };
    await writeIntoBank(workerOf(application), lesson, writing, createScriptedBankWriter().write);
  }
});

test('a quiz that is being written says how far it is, in events and in the activity list', async () => {
  const lesson = await makeLesson();
  const { database, events } = application.dependencies;
  const context = jobContext();
  const work = { id: context.jobId, name: generateQuestionsJob.name, work: 'quiz' as const };
  await beginLessonWork({ database }, work, { id: lesson, instructor_id: teacher.id });
  await runLessonWork({ database }, context.jobId);
  const heard: Announcement[] = [];
  const stop = events.subscribe((announcement) => heard.push(announcement));
  const writer = createScriptedBankWriter({
    beforeEach: async (written) => {
      if (written !== 6) return;
      const [entry] = (await teacher.get('/api/activity/')).read(200, activityList);
      expect(entry).toMatchObject({ work: 'quiz', status: 'running', progress: 60 });
      expect(entry?.message).toMatch(/^6 of 10 questions ready, (?:about \d+|a few) seconds left$/);
    },
  });
  await generate({ lesson_id: lesson, n: 10 }, writer, { context });
  stop();
  expect(heard).toContainEqual({
    kind: 'lesson',
    instructorId: teacher.id,
    event: expect.objectContaining({ work: 'quiz', status: 'running', progress: 60 }) as unknown,
  });
  await forgetJobs(application, teacher);
});

test('with a language model, the quiz says who wrote each question, and the log how much the run used', async () => {
  const lesson = await makeLesson(riverText(0, 6));
  const textGenerator = { name: 'test-model', prices: { input: 3, output: 15 } };
  const choice = { service: undefined, local: undefined };
  const current = { generator: textGenerator, writerName: textGenerator.name, choice };
  const change = { languageModels: { current: () => current } } as unknown as Partial<WorkerDependencies>;
  const writer = createScriptedBankWriter({ note: message('model_stopped') });
  const { writer: described } = await generate({ lesson_id: lesson, n: 4 }, writer, { change });
  expect(described).toEqual({
    model: 'test-model',
    // The scripted writer calls no model.
    input_tokens: 0,
    output_tokens: 0,
    cost: 0,
    note: null,
    note_coded: null,
  });
  expect(writer.requests[0]?.generator).toMatchObject(textGenerator);
  expect(application.log.findLast(({ msg }) => msg === 'A language model wrote questions.')).toMatchObject({
    languageModel: { model: 'test-model', written: 4, cost: (400 * 3 + 40 * 15) / 1_000_000 },
  });
});
