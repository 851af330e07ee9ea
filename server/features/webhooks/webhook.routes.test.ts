import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { joinedAttempt } from '#contract/attempts.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { sharedQuiz } from '#contract/shared-quizzes.ts';
import {
  newWebhook,
  webhook,
  webhookDelivery,
  webhookDeliveryList,
  webhookList,
  type NewWebhook,
  type WebhookDelivery,
} from '#contract/webhooks.ts';
import type { MailMessage } from '#server/mail/mailer.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { signMessage } from './deliver-webhook.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let receiver: Server;
let url: string;
const received: Received[] = [];
/** Answers for the next calls; then 204. */
const statuses: number[] = [];
const mails: MailMessage[] = [];
let application: TestApplication;
let instructor: TestInstructor;
let lessonId: number;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  url = `http://${host}/hook`;
  application = await startTestApplication({
    worker: true,
    variables: { WEBHOOK_PRIVATE_HOSTS: host, PUBLIC_URL: 'http://lectern.example' },
    workerOverrides: {
      mailer: {
        send: (mail) => {
          mails.push(mail);
          return Promise.resolve();
        },
        close: () => undefined,
      },
    },
  });
  // Not to wait for what is about waiting.
  await application.worker.boss.updateQueue('deliver-webhook', { retryDelay: 0, retryBackoff: false });
  instructor = await application.register();
  lessonId = (await instructor.makeLesson({ file: 'https://example.org/a.pdf' })).id;
});
afterAll(async () => {
  await application.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  received.length = 0;
  statuses.length = 0;
});

const create = async (events: readonly string[], owner = instructor): Promise<NewWebhook> =>
  (await owner.post('/api/webhooks/', { url, events })).read(201, newWebhook);
const remove = ({ id }: { id: number }) => instructor.call('DELETE', `/api/webhooks/${id}/`);
const sendTest = async ({ id }: { id: number }): Promise<WebhookDelivery> =>
  (await instructor.post(`/api/webhooks/${id}/test/`)).read(202, webhookDelivery);
const deliveriesOf = async ({ id }: { id: number }): Promise<WebhookDelivery[]> =>
  (await instructor.get(`/api/webhooks/${id}/deliveries/`)).read(200, webhookDeliveryList);
/** Waits until each message has been delivered or has failed. */
const settled = (of: { id: number }, count = 1) =>
  eventually(async () => {
    const deliveries = await deliveriesOf(of);
    const isSettled = deliveries.length >= count && deliveries.every(({ status }) => status !== 'waiting');
    return isSettled ? deliveries : undefined;
  });

const question = {
  text: 'What does chlorophyll do?',
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  options: [
    { text: 'It absorbs light.', is_correct: true },
    { text: 'It sings.', is_correct: false },
  ],
  explanation: '',
  evidence: null,
  key_points: [],
  rubric: null,
  written_by: 'instructor',
};

async function makeQuiz(): Promise<number> {
  const { id } = await application.dependencies.database
    .insertInto('question_sets')
    .values({
      lesson_id: lessonId,
      job_id: null,
      name: 'Leaves',
      answer_style: 'essay',
      shortfall: 'null',
      saved_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const essay = { ...question, text: 'Explain it.', type: 'essay', options: [] };
  const published = { based_on_version: 1, questions: [question, essay] };
  (await instructor.post(`/api/question-sets/${id}/publish/`, published)).read(200, questionSetWithQuestions);
  return id;
}

test('the signature is the one of the example that Svix’s libraries are tested with', () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  expect(
    signMessage('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', id, 1_614_265_330, '{"test": 2432232314}'),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

describe('a message', () => {
  test('is signed as Standard Webhooks demand', async () => {
    const made = await create(['quiz.saved']);
    const { id } = await sendTest(made);
    await settled(made);
    const [message] = received;
    const headers = message?.headers as Record<string, string>;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': id });
    const body = message?.body ?? '';
    const seconds = Number(headers['webhook-timestamp']);
    expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(300);
    expect(headers['webhook-signature']).toBe(signMessage(made.secret, id, seconds, body));
    expect(JSON.parse(body)).toMatchObject({ type: 'test', data: { webhook_id: made.id } });
    await remove(made);
  });

  test('tells of a saved quiz, a submitted attempt and a grade, with ids and names only', async () => {
    const made = await create(['quiz.saved', 'attempt.submitted', 'attempt.graded']);
    const id = await makeQuiz();
    const save = () => instructor.post('/api/question-sets/save/', { question_set_id: id, name: 'Leaves' });
    (await save()).read(200, questionSetWithQuestions);
    // Saved again: nothing new.
    await save();
    const shared = (await instructor.post(`/api/question-sets/${id}/share/`)).read(200, sharedQuiz);
    const joined = await application.post(`/api/q/${shared.code}/join/`, { name: 'Ada' });
    const headers = { authorization: `Bearer ${joined.read(200, joinedAttempt).token}` };
    const answer = { choice: null, text: 'It absorbs light.', is_flagged: false, seconds_spent: 1 };
    await application.call('PUT', '/api/attempt/answers/2/', {
      headers,
      json: { ...answer, device: 'test-device', sequence: 1 },
    });
    await application.call('POST', '/api/attempt/submit/', { headers });
    await application.call('POST', '/api/attempt/submit/', { headers });
    const { id: attemptId } = await application.dependencies.database
      .selectFrom('attempts')
      .select('id')
      .where('shared_quiz_id', '=', shared.id)
      .executeTakeFirstOrThrow();
    const path = `/api/shared-quizzes/${shared.id}/results/${attemptId}/answers/2/`;
    await instructor.call('PUT', path, { json: { points: 1, comment: '' } });
    await settled(made, 3);
    const bodies = received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    expect(new Map(bodies.map(({ type, data }) => [type, data]))).toEqual(
      new Map<string, object>([
        ['quiz.saved', { question_set_id: id, lesson_id: lessonId, name: 'Leaves' }],
        ['attempt.submitted', { shared_quiz_id: shared.id, attempt_id: attemptId, submitted_by: 'student' }],
        ['attempt.graded', { shared_quiz_id: shared.id, attempt_id: attemptId }],
      ]),
    );
    expect(bodies).toHaveLength(3);
    await remove(made);
  });

  test('tells of a lesson whose text is ready', async () => {
    const made = await create(['lesson.ready']);
    const lesson = await instructor.makeTextLesson('Plants turn light into sugar. Leaves are green.');
    await settled(made);
    expect(received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { type: 'lesson.ready', data: { lesson_id: lesson.id } },
    ]);
    await remove(made);
  });

  test('goes to no one else, and not to a webhook that did not ask for it or is off', async () => {
    const stranger = await application.register();
    const theirs = await create(['quiz.saved'], stranger);
    const other = await create(['lesson.ready']);
    const off = await create(['quiz.saved']);
    await instructor.call('PATCH', `/api/webhooks/${off.id}/`, { json: { is_active: false } });
    const listening = await create(['quiz.saved']);
    const id = await makeQuiz();
    await instructor.post('/api/question-sets/save/', { question_set_id: id, name: 'Leaves' });
    await settled(listening);
    expect(received).toHaveLength(1);
    expect(await deliveriesOf(other)).toEqual([]);
    expect(await deliveriesOf(off)).toEqual([]);
    const strangers = await stranger.get(`/api/webhooks/${theirs.id}/deliveries/`);
    expect(strangers.read(200, webhookDeliveryList)).toEqual([]);
    for (const each of [other, off, listening]) await remove(each);
  });
});

describe('a receiver', () => {
  test('that fails for a moment gets the message again, with the same id', async () => {
    const made = await create(['quiz.saved']);
    statuses.push(503, 302);
    const id = await makeQuiz();
    await instructor.post('/api/question-sets/save/', { question_set_id: id, name: 'Leaves' });
    expect(await settled(made)).toMatchObject([{ status: 'delivered', attempts: 3, error: null }]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(application.takeErrors().join('\n')).toContain('The address answered 503.');
    await remove(made);
  });

  test('that is gone for good is turned off, its owner gets a mail, and can turn it on again', async () => {
    const made = await create(['quiz.saved']);
    statuses.push(410);
    const id = await makeQuiz();
    await instructor.post('/api/question-sets/save/', { question_set_id: id, name: 'Leaves' });
    expect(await settled(made)).toMatchObject([
      { status: 'failed', status_code: 410, attempts: 1, error: 'The address answered 410.' },
    ]);
    const [off] = await eventually(async () => {
      const listed = (await instructor.get('/api/webhooks/')).read(200, webhookList);
      return listed.some(({ is_active: isActive }) => !isActive) ? listed : undefined;
    });
    expect(off).toMatchObject({ is_active: false, is_failing: true });
    const mail = await eventually(() => Promise.resolve(mails[0]));
    expect(mail).toMatchObject({ to: instructor.session.email });
    expect(mail.text).toContain(url);
    const path = `/api/webhooks/${made.id}/`;
    const same = await instructor.call('PATCH', path, { json: {} });
    expect(same.read(200, webhook)).toMatchObject({ is_active: false, is_failing: true });
    const on = await instructor.call('PATCH', path, { json: { is_active: true } });
    expect(on.read(200, webhook)).toMatchObject({ is_active: true, is_failing: false });
    await remove(made);
  });

  test('that never works is turned off after five messages', async () => {
    const made = await create(['quiz.saved']);
    // So that each message has one attempt.
    const { boss } = application.worker;
    await boss.updateQueue('deliver-webhook', { retryLimit: 0 });
    try {
      statuses.push(...Array.from({ length: 5 }, () => 500));
      for (let count = 1; count <= 5; count += 1) {
        const id = await makeQuiz();
        await instructor.post('/api/question-sets/save/', { question_set_id: id, name: 'Leaves' });
        await settled(made, count);
      }
      await eventually(async () => {
        const listed = (await instructor.get('/api/webhooks/')).read(200, webhookList);
        return listed.find(({ id }) => id === made.id)?.is_failing === true ? true : undefined;
      });
      expect(received).toHaveLength(5);
      // A test is sent all the same.
      await sendTest(made);
      await settled(made, 6);
      expect(received).toHaveLength(6);
    } finally {
      await boss.updateQueue('deliver-webhook', { retryLimit: 14 });
    }
    await remove(made);
  });
});

describe('an address', () => {
  test.each([
    ['http://example.org/hook', 'url'],
    ['https://me:secret@example.org/', 'url'],
    ['ftp://example.org/', 'url'],
    ['example.org', 'url'],
  ])('%s is refused', async (address, field) => {
    const refused = await instructor.post('/api/webhooks/', { url: address, events: ['quiz.saved'] });
    expect(refused.readProblem(400).errors?.map((error) => error.field)).toEqual([field]);
  });

  test('in a private network is not called', async () => {
    const answer = await instructor.post('/api/webhooks/', {
      url: 'https://169.254.169.254/latest',
      events: ['quiz.saved'],
    });
    const made = answer.read(201, newWebhook);
    await sendTest(made);
    const [delivery] = await settled(made);
    expect(delivery).toMatchObject({ status: 'failed', status_code: null });
    expect(delivery?.error).toContain('private network');
    await remove(made);
  });
});

test('the secret is shown once and stored encrypted, and an account has ten webhooks at most', async () => {
  const owner = await application.register();
  const made = await create(['quiz.saved'], owner);
  expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect((await owner.get('/api/webhooks/')).text).not.toContain(made.secret);
  const { secret_encrypted: stored } = await application.dependencies.database
    .selectFrom('webhooks')
    .select('secret_encrypted')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  expect(stored.toString('latin1')).not.toContain(made.secret);
  for (let count = 2; count <= 10; count += 1) await create(['quiz.saved'], owner);
  const refused = await owner.post('/api/webhooks/', { url, events: ['quiz.saved'] });
  expect(refused.readProblem(409).code).toBe('conflict');
});
