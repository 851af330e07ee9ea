import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Clock } from '#server/platform/clock.ts';
import { fakeSmallModel } from '#server/testing/fake-models.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { eventually, startTestApplication } from '#server/testing/test-application.ts';
import type { Announcement } from '#server/platform/events/event-bus.ts';
import { generateQuestionsJob } from '../quiz.jobs.ts';
import { endStalledPreparations, prepareMissingBanks } from './request-preparation.ts';
import { matchBankOutcomes } from './match-bank-outcomes.ts';
import { prepareQuestions } from './prepare-questions.ts';
import { forgetJobs, jobContext, jobOf, makeReadLesson, readBank, workerOf } from './testing/bank-test.ts';
import type { writeCandidates } from '../writer/write-candidates.ts';
import { takeBank } from './write-into-bank.ts';
import { createScriptedBankWriter, riverText } from './testing/scripted-bank-writer.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({
  languageModel: 'fake',
  variables: { PREPARE_QUESTIONS: 'on' },
});
const teacher = await application.register();

const TARGET = 12;
const requested = (lessonId: number) => ({ lesson_id: lessonId, is_requested: true });

async function prepare(
  lessonId: number,
  writer: Pick<ReturnType<typeof createScriptedBankWriter>, 'write'>,
  change: Parameters<typeof jobContext>[0] = {},
  { clock }: { clock: Clock } = application.dependencies,
): Promise<void> {
  const context = jobContext({ jobId: await jobOf(application, lessonId), ...change });
  await prepareQuestions(workerOf(application, { clock }), requested(lessonId), context, writer.write);
}

const request = (lessonId: number) => teacher.post(`/api/lessons/${lessonId}/question-bank/prepare/`);

describe('a lesson that gets its text', () => {
  test('has its preparation enqueued behind everything else, and says so', async () => {
    const heard: Announcement[] = [];
    const stop = application.dependencies.events.subscribe((announcement) => heard.push(announcement));
    const lesson = await makeReadLesson(application, teacher, riverText());
    const { bank, candidates } = await readBank(teacher, lesson.id);
    expect(bank).toEqual({
      lesson_id: lesson.id,
      status: 'waiting',
      ready_count: 0,
      target_count: TARGET,
      seconds_left: null,
      writer: fakeSmallModel.name,
      note: null,
      note_coded: null,
    });
    expect(candidates).toEqual([]);
    const { jobs } = application.dependencies;
    expect(await jobs.findState('prepare-questions', await jobOf(application, lesson.id))).toBe('waiting');
    expect(await jobs.countWaitingOf(teacher.id)).toBe(0);
    expect(await jobs.isAnyoneWaiting()).toBe(false);
    await eventually('the question bank to be announced', () =>
      Promise.resolve(
        heard.find(
          (each) =>
            each.kind === 'lesson' && each.event.work === 'question_bank' && each.event.status === 'queued',
        ),
      ),
    );
    stop();
  });

  test.each([
    [480, 12],
    [1_000, 25],
    [9_000, 40],
  ])('of %i words aims for %i candidates', async (words, target) => {
    const lesson = await makeReadLesson(application, teacher, 'Rivers carry sand. '.repeat(words / 3));
    expect((await readBank(teacher, lesson.id)).bank.target_count).toBe(target);
  });

  test('gets no preparation when it is a syllabus', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText(), {
      type: 'syllabus',
      file: 'https://example.org/syllabus.pdf',
    });
    expect((await readBank(teacher, lesson.id)).bank.status).toBe('off');
    expect(await jobOf(application, lesson.id)).toBe('');
  });
});

describe('a preparation', () => {
  test('writes multiple-choice candidates up to the target, once', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText());
    const writer = createScriptedBankWriter();
    await prepare(lesson.id, writer);
    const { bank, candidates } = await readBank(teacher, lesson.id);
    expect(bank).toMatchObject({ status: 'ready', ready_count: TARGET, note: null });
    expect(candidates).toHaveLength(TARGET);
    await prepare(lesson.id, writer);
    expect(writer.requests).toHaveLength(1);
    expect(writer.requests[0]).toMatchObject({
      count: TARGET,
      answerStyle: 'multiple_choice',
      generator: { name: fakeSmallModel.name, statementWriter: fakeSmallModel.statementWriter },
    });
    expect((await readBank(teacher, lesson.id)).candidates).toEqual(candidates);
  });

  test('continues where a killed worker stopped', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText());
    const killed = new AbortController();
    const dying = createScriptedBankWriter({
      beforeEach: (written) => {
        if (written === 3) killed.abort(new Error('killed'));
      },
    });
    await expect(prepare(lesson.id, dying, { signal: killed.signal })).rejects.toThrow('killed');
    const { bank, candidates } = await readBank(teacher, lesson.id);
    expect(bank).toMatchObject({ status: 'preparing', ready_count: 3 });
    expect(bank.seconds_left).not.toBeNull();
    const writer = createScriptedBankWriter();
    await prepare(lesson.id, writer);
    expect(writer.requests[0]?.count).toBe(TARGET - 3);
    expect(writer.requests[0]?.avoid.map(({ text }) => text)).toEqual(candidates.map(({ text }) => text));
    const after = await readBank(teacher, lesson.id);
    expect(after.bank).toMatchObject({ status: 'ready', ready_count: TARGET });
    expect(new Set(after.candidates.map(({ text }) => text)).size).toBe(TARGET);
  });

  test('fails with a note after its last attempt, and can be requested again', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText());
    const failing = createScriptedBankWriter({
      beforeEach: (written) => {
        if (written === 1) throw new Error('disk on fire');
      },
    });
    await expect(prepare(lesson.id, failing)).rejects.toThrow('disk on fire');
    expect((await readBank(teacher, lesson.id)).bank.status).toBe('preparing');
    await expect(prepare(lesson.id, failing, { isLastAttempt: true })).rejects.toThrow('disk on fire');
    const { bank } = await readBank(teacher, lesson.id);
    expect(bank).toMatchObject({ status: 'failed', ready_count: 2 });
    expect(bank.note).toContain('safe');
    expect((await request(lesson.id)).status).toBe(202);
    expect((await readBank(teacher, lesson.id)).bank).toMatchObject({ status: 'waiting', note: null });
    await prepare(lesson.id, createScriptedBankWriter());
    expect((await readBank(teacher, lesson.id)).bank).toMatchObject({ status: 'ready', ready_count: TARGET });
  });

  test('waits while the model is unavailable, and says why after the last attempt', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText());
    const note = message('model_unreachable');
    const words = wordMessage(note);
    const away: typeof writeCandidates = () =>
      Promise.resolve({ written: 0, inputTokens: 0, outputTokens: 0, isInterrupted: true, note });
    await expect(prepare(lesson.id, { write: away })).rejects.toThrow(words);
    expect((await readBank(teacher, lesson.id)).bank.status).toBe('preparing');
    await expect(prepare(lesson.id, { write: away }, { isLastAttempt: true })).rejects.toThrow(words);
    expect((await readBank(teacher, lesson.id)).bank).toMatchObject({
      status: 'failed',
      ready_count: 0,
      note: words,
      note_coded: note,
    });
  });

  test('ends ready with a note when the writer has no more to ask', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText(0, 4));
    await prepare(lesson.id, createScriptedBankWriter());
    const { bank } = await readBank(teacher, lesson.id);
    expect(bank).toMatchObject({
      status: 'ready',
      ready_count: 4,
      note: 'Lectern could write only 4 good questions here. Write one yourself, choose a sentence to ask about, or try again.',
    });
  });

  test('does nothing when another job took over', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText());
    const writer = createScriptedBankWriter();
    await prepare(lesson.id, writer, { jobId: crypto.randomUUID() });
    expect(writer.requests).toEqual([]);
    expect((await readBank(teacher, lesson.id)).bank.status).toBe('waiting');
  });

  test('of a deleted lesson ends without an error', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText());
    const jobId = await jobOf(application, lesson.id);
    await teacher.call('DELETE', `/api/lessons/${lesson.id}/`);
    const writer = createScriptedBankWriter();
    await prepareQuestions(workerOf(application), requested(lesson.id), jobContext({ jobId }), writer.write);
    expect(writer.requests).toEqual([]);
  });
});

test('matching outcomes of a deleted lesson does nothing', async () => {
  const { signal } = new AbortController();
  await expect(matchBankOutcomes(workerOf(application), 2_000_000_000, [], signal)).resolves.toBeUndefined();
});

describe('a request that waits for a worker', () => {
  const enqueueQuiz = (lessonId: number): Promise<string> =>
    application.dependencies.database.transaction().execute((transaction) =>
      application.dependencies.jobs.enqueue(transaction, generateQuestionsJob, {
        instructor_id: teacher.id,
        request: { lesson_id: lessonId, answer_style: 'multiple_choice', n: 5 },
      }),
    );

  test('runs before a preparation begins', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText());
    await enqueueQuiz(lesson.id);
    const writer = createScriptedBankWriter();
    const clock = new ManualClock();
    const preparing = prepare(lesson.id, writer, {}, { clock });
    await clock.untilWaiting();
    expect(writer.requests).toEqual([]);
    await forgetJobs(application, teacher);
    await clock.advance(1_000);
    await preparing;
    expect((await readBank(teacher, lesson.id)).bank.status).toBe('ready');
  });

  test('makes a running preparation step aside and let go of the bank; it continues afterwards', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText());
    const clock = new ManualClock();
    const hasWrittenTwo = Promise.withResolvers<undefined>();
    const slow = createScriptedBankWriter({
      beforeEach: async (written, { signal, avoid }) => {
        if (avoid.length > 0 || written < 2) return;
        if (written === 2) await enqueueQuiz(lesson.id);
        hasWrittenTwo.resolve(undefined);
        // A model takes as long for the next question.
        await clock.sleep(60_000, { signal });
      },
    });
    const preparing = prepare(lesson.id, slow, {}, { clock });
    await hasWrittenTwo.promise;
    expect((await readBank(teacher, lesson.id)).bank.ready_count).toBe(2);
    await clock.advance(2_000);
    const waiting = { signal: new AbortController().signal, milliseconds: 10_000 };
    const lock = await takeBank(application.dependencies, lesson.id, waiting);
    expect(lock).toBeDefined();
    await lock?.release();
    await forgetJobs(application, teacher);
    await clock.untilWaiting();
    await clock.advance(1_000);
    await preparing;
    expect((await readBank(teacher, lesson.id)).bank).toMatchObject({ status: 'ready', ready_count: TARGET });
    expect(slow.requests).toHaveLength(2);
  });
});

test('a preparation that an instructor asked for is taken before the automatic ones', async () => {
  const [first, second] = [
    await makeReadLesson(application, teacher, riverText()),
    await makeReadLesson(application, teacher, riverText()),
  ];
  await prepare(second.id, createScriptedBankWriter());
  await forgetJobs(application, teacher);
  const third = await makeReadLesson(application, teacher, riverText());
  expect((await request(second.id)).status).toBe(202);
  expect(first.id).toBeLessThan(second.id);
  const { rows } = await sql<{ lesson: number }>`
    select (data ->> 'lesson_id')::int as lesson from pgboss.job
    where name = 'prepare-questions' and state = 'created' order by priority desc, created_on`.execute(
    application.dependencies.database,
  );
  expect(rows.map(({ lesson }) => lesson)).toEqual([second.id, third.id]);
});

describe('the housekeeping', () => {
  test('has questions prepared for lessons from before there were banks', async () => {
    const lesson = await makeReadLesson(application, teacher, riverText());
    const { database } = application.dependencies;
    await database.deleteFrom('question_banks').where('lesson_id', '=', lesson.id).execute();
    expect(await prepareMissingBanks(application.dependencies)).toBeGreaterThan(0);
    expect((await readBank(teacher, lesson.id)).bank).toMatchObject({
      status: 'waiting',
      target_count: TARGET,
    });
    expect(await prepareMissingBanks(application.dependencies)).toBe(0);
  });

  test('ends preparations whose job is gone, and no others', async () => {
    const [dead, waiting] = [
      await makeReadLesson(application, teacher, riverText()),
      await makeReadLesson(application, teacher, riverText()),
    ];
    const { database } = application.dependencies;
    await database
      .updateTable('question_banks')
      .set({ job_id: crypto.randomUUID() })
      .where('lesson_id', '=', dead.id)
      .execute();
    const hourLater = new Date(Date.now() + 3_600_000);
    await endStalledPreparations(application.dependencies, new Date());
    expect((await readBank(teacher, dead.id)).bank.status).toBe('waiting');
    await endStalledPreparations(application.dependencies, hourLater);
    expect((await readBank(teacher, dead.id)).bank.status).toBe('failed');
    expect((await readBank(teacher, waiting.id)).bank.status).toBe('waiting');
  });
});

test('without a language model only facts are prepared, and questions once one is connected', async () => {
  const { languageModels } = application.dependencies;
  const connected = languageModels.current();
  const none = () => ({ ...connected, generator: null, writerName: null });
  const lesson = await makeReadLesson(application, teacher, riverText());
  Object.assign(languageModels, { current: none });
  try {
    const writer = createScriptedBankWriter();
    await prepare(lesson.id, writer);
    expect(writer.requests).toEqual([]);
    const { bank } = await readBank(teacher, lesson.id);
    expect(bank).toMatchObject({
      status: 'off',
      ready_count: 0,
      note_coded: { code: 'questions_without_model' },
    });
    expect(await prepareMissingBanks(application.dependencies)).toBe(0);
    await request(lesson.id);
    expect(await jobOf(application, lesson.id)).toBe('');
  } finally {
    Object.assign(languageModels, { current: () => connected });
  }
  expect(await prepareMissingBanks(application.dependencies)).toBe(1);
  expect((await readBank(teacher, lesson.id)).bank).toMatchObject({ status: 'waiting', note: null });
});

test('PREPARE_QUESTIONS=off prepares nothing until an instructor asks for it', async () => {
  const quiet = await startTestApplication({ languageModel: 'fake' });
  const someone = await quiet.register();
  const lesson = await makeReadLesson(quiet, someone, riverText());
  expect((await readBank(someone, lesson.id)).bank).toMatchObject({ status: 'off', ready_count: 0 });
  expect(await prepareMissingBanks(quiet.dependencies)).toBe(0);
  const answer = await someone.post(`/api/lessons/${lesson.id}/question-bank/prepare/`);
  expect(answer.status).toBe(202);
  const context = jobContext({ jobId: await jobOf(quiet, lesson.id) });
  await prepareQuestions(workerOf(quiet), requested(lesson.id), context, createScriptedBankWriter().write);
  expect((await readBank(someone, lesson.id)).bank).toMatchObject({ status: 'ready', ready_count: TARGET });
  await quiet.close();
});

test('an automatic preparation from before PREPARE_QUESTIONS=off is dropped', async () => {
  const lesson = await makeReadLesson(application, teacher, riverText());
  const worker = workerOf(application, {
    config: { ...application.dependencies.config, preparesQuestions: false },
  });
  const writer = createScriptedBankWriter();
  const context = jobContext({ jobId: await jobOf(application, lesson.id) });
  await prepareQuestions(worker, { lesson_id: lesson.id, is_requested: false }, context, writer.write);
  expect(writer.requests).toEqual([]);
});
