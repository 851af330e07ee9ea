import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { course, courseList } from '#contract/courses.ts';
import { uploadedVideo } from '#contract/uploads.ts';
import { eventually, startTestApplication, type TestApplication } from '../testing/test-application.ts';
import { fileForm, type TestInstructor } from '../testing/test-instructor.ts';

let application: TestApplication;
let teacher: TestInstructor;
beforeAll(async () => {
  application = await startTestApplication({ variables: { CORS_ORIGINS: 'https://lectern.example' } });
  teacher = await application.register();
});
afterAll(() => application.close());

const sendText = (body: string, contentType = 'application/json') =>
  teacher.call('POST', '/api/courses/', { body, headers: { 'content-type': contentType } });

/** Writes to the port as a program that is no proper client does, and returns all that comes back. */
function talk(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(application.origin).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.write(text);
  });
}

describe('what is not JSON', () => {
  test.each(['{', '{"title": undefined}', "{'title': 1}", '\u0000'])('%s', async (body) => {
    expect((await sendText(body)).readProblem(400)).toMatchObject({
      code: 'malformed_request',
      detail: 'The body is not valid JSON.',
    });
  });

  test('nothing at all', async () => {
    expect((await sendText('')).readProblem(400).detail).toBe('The body is empty. Send JSON.');
    (await teacher.call('POST', '/api/courses/')).readProblem(400);
  });

  test('JSON that means harm', async () => {
    (await sendText('{"__proto__": {"title": "x"}}')).readProblem(400);
    expect((await sendText('null')).readProblem(400).detail).toBe('Send a JSON object.');
    (await sendText('"text"')).readProblem(400);
    (await sendText(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).readProblem(400);
  });
});

test('bodies of another type are refused', async () => {
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense']) {
    const problem = (await sendText('title=x', type)).readProblem(415);
    expect(problem).toMatchObject({
      code: 'unsupported_media_type',
      detail: 'Send the body as application/json.',
    });
  }
});

test('a form where JSON belongs is refused', async () => {
  const body = new FormData();
  body.append('title', 'x');
  (await teacher.call('POST', '/api/courses/', { body })).readProblem(415);
});

describe('bodies that are too large', () => {
  test.each([2, 40])('%d MiB', async (mebibytes) => {
    const json = { title: 'x'.repeat(mebibytes * 1024 ** 2) };
    const problem = (await teacher.post('/api/courses/', json)).readProblem(413);
    expect(problem.code).toBe('payload_too_large');
  });

  test('without saying so beforehand', async () => {
    const head = `POST /api/courses/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${teacher.session.access}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    expect(await talk(`${head}${chunk.repeat(3)}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 413 [^]*payload_too_large/);
  });
});

describe('addresses where nothing is', () => {
  test.each([
    ['GET', '/api/nothing/'],
    ['POST', '/api/nothing/'],
    ['GET', '/api/courses/1/2/3'],
    ['GET', '/files/'],
    ['GET', '/../etc/passwd'],
    ['GET', `/api/courses/${'1'.repeat(300)}/`],
  ])('%s %.40s', async (method, path) => {
    (await teacher.call(method, path)).readProblem(404);
  });

  test.each([
    ['PATCH', '/api/courses/', 'GET, HEAD, POST'],
    ['POST', '/api/courses/1', 'DELETE, GET, HEAD, PUT'],
    ['GET', '/api/auth/login/', 'POST'],
    ['QUERY', '/api/courses/?search=x', 'GET, HEAD, POST'],
    ['PATCH', '/api/question-sets/generate/', 'POST'],
    ['PUT', '/api/lessons/by_course', 'GET, HEAD'],
    ['DELETE', '/', 'GET, HEAD'],
    ['PUT', '/files/i1/a.b', 'GET, HEAD'],
  ])('%s %s does not go, and the answer says what does', async (method, path, allowed) => {
    const answer = await application.call(method, path);
    expect(answer.readProblem(405).code).toBe('method_not_allowed');
    expect(answer.headers.get('allow')).toBe(allowed);
  });

  test.each(['/api/courses/%zz/', '/%', '/api/courses/%ff/'])('%s cannot be read', async (path) => {
    expect((await teacher.get(path)).readProblem(400).code).toBe('malformed_request');
  });
});

test('bytes that are no HTTP are answered as a problem and hung up on', async () => {
  expect(await talk('HELLO\r\n\r\n')).toMatch(
    /^HTTP\/1.1 400 [^]*application\/problem\+json[^]*malformed_request/,
  );
  const huge = `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`;
  expect(await talk(huge)).toMatch(/^HTTP\/1.1 431 [^]*application\/problem\+json/);
});

test('a parameter that comes twice is refused, and one in the body is none of the address', async () => {
  const { id } = await teacher.makeCourse();
  (await teacher.get(`/api/lessons/by_course/?course_id=${id}&course_id=${id + 1}`)).readProblem(400);
  (await teacher.call('GET', '/api/lessons/by_course/', { headers: { course_id: String(id) } })).readProblem(
    400,
  );
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

test('a failure inside says nothing of the inside', async () => {
  const broken = await startTestApplication({
    overrides: () => ({
      readModelStates: () => Promise.reject(new Error('secret path /srv/models')),
    }),
  });
  const answer = await broken.call('GET', '/api/health/');
  expect(answer.readProblem(500)).toMatchObject({ code: 'internal_error', title: 'Internal Server Error' });
  expect(answer.text).not.toContain('secret');
  expect(broken.takeErrors().join()).toContain('secret path');
  await broken.close();
});

test('answers carry headers that browsers act on', async () => {
  const { headers } = await teacher.get('/api/courses/');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
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

describe('pages of another origin', () => {
  const preflight = (origin: string) =>
    application.call('OPTIONS', '/api/courses/', {
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,api-key,content-type',
      },
    });

  test('may call when configured', async () => {
    const answer = await preflight('https://lectern.example');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://lectern.example');
    expect(answer.headers.get('access-control-allow-headers')).toContain('api-key');
  });

  test('may not otherwise', async () => {
    const answer = await preflight('https://elsewhere.example');
    expect(answer.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example');
  });

  test('read errors too', async () => {
    const answer = await application.call('GET', '/api/courses/', {
      headers: { origin: 'https://lectern.example' },
    });
    answer.readProblem(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://lectern.example');
  });
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

test('a database without room answers as a file store without room does', async () => {
  const full = await startTestApplication({
    overrides: () => ({
      readModelStates: () =>
        Promise.reject(
          Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' }),
        ),
    }),
  });
  expect((await full.call('GET', '/api/health/')).readProblem(507)).toMatchObject({
    code: 'storage_full',
    detail: 'The server has no space left to save this. Tell its operator.',
  });
  expect(full.takeErrors().join('\n')).toContain('could not extend file');
  await full.close();
});

const countConnections = ({ app }: TestApplication): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
