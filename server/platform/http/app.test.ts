import { describe, expect, test } from 'vitest';
import { course, courseList } from '#contract/courses.ts';
import { uploadedVideo } from '#contract/uploads.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { talk } from './testing/talk.ts';
import { fileForm } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ variables: { CORS_ORIGINS: 'https://lectern.example' } });
const teacher = await application.register();

const sendText = (body: string, contentType = 'application/json') =>
  teacher.call('POST', '/api/courses/', { body, headers: { 'content-type': contentType } });

test('says what is wrong with a body that is not a JSON object', async () => {
  for (const [body, detail] of [
    ['{"title": undefined}', 'The body is not valid JSON.'],
    ['', 'The body is empty. Send JSON.'],
    ['null', 'Send a JSON object.'],
  ] as const)
    expect((await sendText(body)).readProblem(400).detail).toBe(detail);
  (await teacher.call('POST', '/api/courses/')).readProblem(400);
});

test('bodies of another type are refused', async () => {
  const form = new FormData();
  form.append('title', 'x');
  const answers = [
    await sendText('title=x', 'text/plain'),
    await sendText('title=x', 'nonsense'),
    await teacher.call('POST', '/api/courses/', { body: form }),
  ];
  for (const answer of answers)
    expect(answer.readProblem(415)).toMatchObject({
      code: 'unsupported_media_type',
      detail: 'Send the body as application/json.',
    });
});

describe('bodies that are too large', () => {
  test('40 MiB', async () => {
    const json = { title: 'x'.repeat(40 * 1024 ** 2) };
    const problem = (await teacher.post('/api/courses/', json)).readProblem(413);
    expect(problem.code).toBe('payload_too_large');
  });

  test('without saying so beforehand', async () => {
    const head = `POST /api/courses/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${teacher.session.access}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const answer = await talk(application, `${head}${chunk.repeat(3)}0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 413 [^]*payload_too_large/);
  });
});

describe('addresses where nothing is', () => {
  test.each([
    ['POST', '/api/nothing/'],
    ['GET', '/files/'],
    ['GET', `/api/courses/${'1'.repeat(300)}/`],
  ])('%s %.40s', async (method, path) => {
    (await teacher.call(method, path)).readProblem(404);
  });

  test.each([
    ['PATCH', '/api/courses/', 'GET, HEAD, POST'],
    ['POST', '/api/courses/1', 'DELETE, GET, HEAD, PUT'],
    ['QUERY', '/api/courses/?search=x', 'GET, HEAD, POST'],
    ['PATCH', '/api/question-sets/generate/', 'POST'],
    ['PUT', '/files/i1/a.b', 'GET, HEAD'],
  ])('%s %s does not go, and the answer says what does', async (method, path, allowed) => {
    const answer = await application.call(method, path);
    expect(answer.readProblem(405).code).toBe('method_not_allowed');
    expect(answer.headers.get('allow')).toBe(allowed);
  });

  test('rejects an address that cannot be decoded', async () => {
    expect((await teacher.get('/api/courses/%zz/')).readProblem(400).code).toBe('malformed_request');
  });
});

test('rejects a duplicate parameter, and ignores one in the body', async () => {
  const { id } = await teacher.makeCourse();
  (await teacher.get(`/api/lessons/by_course/?course_id=${id}&course_id=${id + 1}`)).readProblem(400);
  (await teacher.post(`/api/transcribe-video/?lesson_id=${id}`, {})).readProblem(400);
});

test('every path works with and without its trailing slash', async () => {
  const { id } = await teacher.makeCourse();
  for (const path of ['/api/courses', `/api/courses/${id}`, `/api/lessons/by_course`, '/api/health']) {
    const query = path.endsWith('by_course') ? `?course_id=${id}` : '';
    const [without, withSlash] = [await teacher.get(path + query), await teacher.get(`${path}/${query}`)];
    expect([without.status, withSlash.status]).toEqual([200, 200]);
    expect(without.text).toBe(withSlash.text);
  }
});

const startFailing = (error: Error): Promise<TestApplication> =>
  startTestApplication({ overrides: () => ({ readModelStates: () => Promise.reject(error) }) });

test('logs an unexpected error, and reveals nothing in the answer', async () => {
  const broken = await startFailing(new Error('secret path /srv/models'));
  const answer = await broken.call('GET', '/api/health/');
  expect(answer.readProblem(500)).toMatchObject({ code: 'internal_error', title: 'Internal Server Error' });
  expect(answer.text).not.toContain('secret');
  expect(broken.takeErrors().join()).toContain('secret path');
  await broken.close();
});

test('answers the same for a full database disk as for a full file store', async () => {
  const error = Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' });
  const full = await startFailing(error);
  expect((await full.call('GET', '/api/health/')).readProblem(507)).toMatchObject({
    code: 'storage_full',
    detail: 'The server has no space left to save this. Tell its operator.',
  });
  expect(full.takeErrors().join('\n')).toContain('could not extend file');
  await full.close();
});

test('long answers are compressed for those who take it', async () => {
  await teacher.makeCourse({ description: 'word '.repeat(3000) });
  const answer = await teacher.call('GET', '/api/courses/', { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  answer.read(200, courseList);
});

test.each([
  ['', /^http:\/\/127\.0\.0\.1/],
  ['true', /^https:\/\/127\.0\.0\.1/],
])('behind a proxy that is trusted (%j), links are of the outside', async (trust, expected) => {
  const behind = await startTestApplication({ variables: { TRUST_PROXY: trust } });
  const owner = await behind.register();
  const answer = await owner.call('POST', '/ai/upload-video/', {
    body: fileForm(Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex'), 'a.mp4'),
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' },
  });
  expect(answer.read(200, uploadedVideo).file_url).toMatch(expected);
  await behind.close();
});

test('only pages of a configured origin may call the API, and they can read errors', async () => {
  const preflight = async (origin: string): Promise<Headers> => {
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,api-key,content-type',
    };
    return (await application.call('OPTIONS', '/api/courses/', { headers })).headers;
  };
  const origin = 'https://lectern.example';
  const allowed = await preflight(origin);
  expect(allowed.get('access-control-allow-origin')).toBe(origin);
  expect(allowed.get('access-control-allow-headers')).toContain('api-key');
  const other = 'https://elsewhere.example';
  expect((await preflight(other)).get('access-control-allow-origin')).not.toBe(other);
  const refused = await application.call('GET', '/api/courses/', { headers: { origin } });
  refused.readProblem(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
});

test('the root leads to the documentation', async () => {
  const answer = await application.call('GET', '/');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/api/docs/']);
  const page = await application.call('GET', '/api/docs/');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  // The page runs its own scripts, and no others.
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'/);
  // Nor does it send browsers to https, which a plain network lacks.
  expect(page.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  const script = await application.call('GET', '/api/docs/static/swagger-ui-bundle.js');
  expect(script.status).toBe(200);
});

test('HEAD answers like GET, without a body', async () => {
  const { id } = await teacher.makeCourse();
  const answer = await teacher.call('HEAD', `/api/courses/${id}/`);
  expect([answer.status, answer.text]).toEqual([200, '']);
  const got = await teacher.get(`/api/courses/${id}/`);
  expect(got.read(200, course).id).toBe(id);
  expect(answer.headers.get('content-length')).toBe(got.headers.get('content-length'));
});

test('a server that stops answers what is under way, and does not wait for idle connections', async () => {
  let proceed: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (proceed = resolve));
  const stopping = await startTestApplication({
    overrides: ({ readModelStates }) => ({
      readModelStates: async () => {
        await held;
        return readModelStates();
      },
    }),
  });
  const answer = stopping.call('GET', '/api/health/');
  await eventually('the connection to be accepted', async () =>
    (await countConnections(stopping)) > 0 ? true : undefined,
  );
  const closed = stopping.close();
  proceed();
  expect((await answer).status).toBe(200);
  // The client would keep its connection for longer than this test may take.
  await closed;
}, 20_000);

const countConnections = ({ app }: TestApplication): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
