import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { joinedAttempt, studentAttempt } from '#contract/attempts.ts';
import { ltiAdministration, ltiPlatform } from '#contract/lti.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { sharedQuiz, type SharedQuiz } from '#contract/shared-quizzes.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { submitOverdue } from '../shared-quizzes/keep-time.ts';
import { LaunchBrowser } from './testing/launch-browser.ts';
import { TestPlatform } from './testing/test-platform.ts';

let platform: TestPlatform;
let application: TestApplication;
let administrator: TestInstructor;
let platformId: number;
let lessonId: number;
beforeAll(async () => {
  platform = await TestPlatform.start();
  application = await startTestApplication({
    worker: true,
    variables: { LTI_PRIVATE_HOSTS: platform.host },
  });
  platform.toolKeys = `${application.origin}/api/lti/keys/`;
  administrator = await application.register();
  lessonId = (await administrator.makeLesson({ file: 'https://example.org/a.pdf' })).id;
  const answer = await administrator.post('/api/admin/lti/platforms/', platform.registration);
  platformId = answer.read(201, ltiPlatform).id;
  // Not to wait for what is about waiting.
  await application.worker.boss.updateQueue('send-score', { retryDelay: 0, retryBackoff: false });
});
afterAll(async () => {
  await application.close();
  await platform.close();
});

let quiz: SharedQuiz;
beforeEach(async () => {
  platform.scores.length = 0;
  quiz = await placeQuiz();
});

const question = (stem: string) => ({
  text: stem,
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  options: ['right', 'wrong'].map((kind) => ({ text: `${stem} ${kind}`, is_correct: kind === 'right' })),
  explanation: '',
  evidence: null,
  key_points: [],
  rubric: null,
  written_by: 'instructor',
});

/** One question to choose from, and an essay. */
async function placeQuiz(): Promise<SharedQuiz> {
  const { database } = application.dependencies;
  const { id } = await database
    .insertInto('question_sets')
    .values({
      lesson_id: lessonId,
      job_id: null,
      name: 'Leaves',
      answer_style: 'multiple_choice',
      shortfall: 'null',
      saved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const questions = [
    question('What does chlorophyll do?'),
    { ...question('Explain it.'), type: 'essay', options: [], key_points: ['It absorbs light.'] },
  ];
  const published = { based_on_version: 1, questions };
  const publishing = await administrator.post(`/api/question-sets/${id}/publish/`, published);
  publishing.read(200, questionSetWithQuestions);
  const shared = (await administrator.post(`/api/question-sets/${id}/share/`)).read(200, sharedQuiz);
  await database
    .insertInto('lti_quiz_permits')
    .values({ platform_id: platformId, shared_quiz_id: shared.id })
    .execute();
  return shared;
}

async function enter(subject: string, lineItem: string | undefined = platform.lineItem): Promise<string> {
  const browser = new LaunchBrowser(application.origin, platform);
  const custom = { lectern_quiz: quiz.code };
  const token = await browser.launchToken({ subject, custom, ...(lineItem === '' ? {} : { lineItem }) });
  const joined = await browser.callFor(token, 'POST', '/api/lti/launch/join/', {});
  return joined.read(200, joinedAttempt).token;
}

const callAs = (token: string, method: string, path: string, json?: object) =>
  application.call(method, path, {
    headers: { authorization: `Bearer ${token}` },
    ...(json === undefined ? {} : { json }),
  });

/** Answers the essay, and the other question as told. */
async function answer(token: string, isRight: boolean): Promise<void> {
  const { questions } = (await callAs(token, 'GET', '/api/attempt/')).read(200, studentAttempt);
  for (const { key, type, options } of questions) {
    const wanted = options.find(({ text }) => text.endsWith(isRight ? 'right' : 'wrong'));
    const saved = await callAs(token, 'PUT', `/api/attempt/answers/${key}/`, {
      choice: wanted?.id ?? null,
      text: type === 'essay' ? 'It absorbs light.' : null,
      is_flagged: false,
      seconds_spent: 3,
      device: 'test-device',
      sequence: 1,
    });
    expect(saved.status).toBe(200);
  }
}
const submit = (token: string) => callAs(token, 'POST', '/api/attempt/submit/');

const scoresReach = (count: number) =>
  eventually(() => Promise.resolve(platform.scores.length >= count ? platform.scores : undefined));

const lineItemOf = () =>
  application.dependencies.database
    .selectFrom('lti_line_items')
    .selectAll()
    .where('shared_quiz_id', '=', quiz.id)
    .executeTakeFirstOrThrow();

test('a submitted attempt sends its points, and again when an essay is graded', async () => {
  const token = await enter('s-1');
  await answer(token, true);
  await submit(token);
  // Submitting again changes nothing.
  await submit(token);
  const [first] = await scoresReach(1);
  expect(first).toMatchObject({
    path: '/lineitems/7/lineitem/scores?type_id=1',
    body: {
      userId: 's-1',
      scoreGiven: 1,
      scoreMaximum: 2,
      activityProgress: 'Completed',
      gradingProgress: 'PendingManual',
    },
  });
  const { id } = await application.dependencies.database
    .selectFrom('attempts')
    .select('id')
    .where('shared_quiz_id', '=', quiz.id)
    .executeTakeFirstOrThrow();
  const grade = { points: 0.5, comment: 'Say which light.' };
  const path = `/api/shared-quizzes/${quiz.id}/results/${id}/answers/2/`;
  expect((await administrator.call('PUT', path, { json: grade })).status).toBe(200);
  const [, second] = await scoresReach(2);
  expect(second?.body).toMatchObject({ scoreGiven: 1.5, gradingProgress: 'FullyGraded' });
  expect(Date.parse(String(second?.body['timestamp']))).toBeGreaterThan(
    Date.parse(String(first?.body['timestamp'])),
  );
  await eventually(async () => ((await lineItemOf()).sent_points === 1.5 ? true : undefined));
  // One token served both.
  expect(platform.scores).toHaveLength(2);
});

test('of several attempts the best one is sent', async () => {
  await administrator.call('PATCH', `/api/shared-quizzes/${quiz.id}/`, { json: { attempts_allowed: 3 } });
  const first = await enter('s-2');
  await answer(first, true);
  await submit(first);
  await scoresReach(1);
  const next = (await callAs(first, 'POST', '/api/attempt/again/')).read(200, joinedAttempt).token;
  await answer(next, false);
  await submit(next);
  const scores = await scoresReach(2);
  expect(scores.map(({ body }) => body['scoreGiven'])).toEqual([1, 1]);
});

test('an attempt whose time is over is sent, too', async () => {
  const token = await enter('s-3');
  await answer(token, true);
  await application.dependencies.database
    .updateTable('attempts')
    .set({ deadline_at: new Date(Date.now() - 3_600_000) })
    .where('shared_quiz_id', '=', quiz.id)
    .execute();
  expect(await submitOverdue(application.dependencies)).toBe(1);
  expect((await scoresReach(1))[0]?.body).toMatchObject({ userId: 's-3', scoreGiven: 1 });
});

test('a platform that is down or has forgotten the token gets the grade later', async () => {
  const token = await enter('s-4');
  await answer(token, true);
  platform.scoreStatuses.push(503, 429, 401);
  const before = platform.tokenCalls;
  await submit(token);
  expect((await scoresReach(1))[0]?.body).toMatchObject({ userId: 's-4' });
  // A new token after the 401.
  expect(platform.tokenCalls).toBeGreaterThan(before);
  expect(application.takeErrors().join('\n')).toContain('The platform answered 503');
});

test('what the platform refuses for good is not tried again, and administrators see that it is missing', async () => {
  const token = await enter('s-5');
  await answer(token, true);
  platform.scoreStatuses.push(404);
  await submit(token);
  const refused = await eventually(async () => {
    const lineItem = await lineItemOf();
    return lineItem.error === null ? undefined : lineItem;
  });
  expect(refused).toMatchObject({ error: 'The platform answered 404 to the grade.', sent_at: null });
  const shown = (await administrator.get('/api/admin/lti/')).read(200, ltiAdministration);
  expect(shown.platforms).toMatchObject([{ failed_scores: 1 }]);
  // A launch from a place that still exists sends the grade there.
  await enter('s-5', `${platform.issuer}/lineitems/8`);
  expect((await scoresReach(1))[0]).toMatchObject({ path: '/lineitems/8/scores', body: { userId: 's-5' } });
  await eventually(async () => ((await lineItemOf()).error === null ? true : undefined));
});

test('a line item at a private address is never called', async () => {
  const token = await enter('s-6', 'https://10.0.0.1/lineitems/1');
  await answer(token, true);
  await submit(token);
  const refused = await eventually(async () => {
    const lineItem = await lineItemOf();
    return lineItem.error === null ? undefined : lineItem;
  });
  expect(refused.error).toContain('private network');
});

test('a launch without a line item sends nothing', async () => {
  const without = await enter('s-7', '');
  await answer(without, true);
  await submit(without);
  const withOne = await enter('s-8');
  await answer(withOne, true);
  await submit(withOne);
  const scores = await scoresReach(1);
  expect(scores.map(({ body }) => body['userId'])).toEqual(['s-8']);
});
