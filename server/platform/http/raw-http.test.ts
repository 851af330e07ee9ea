import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { course } from '#contract/courses.ts';
import { uploadedVideo } from '#contract/uploads.ts';
import { ROUTES } from './testing/access/routes.ts';
import { ABSENT } from './testing/access/route.ts';
import { talk } from './testing/talk.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

/** What the OpenAPI document cannot say, and Schemathesis does not send: requests that are wrong below it. */
const application = await useTestApplication({ rateLimits: { workCallsPerHour: 1_000_000 } });
const owner = await application.register();
const courseId = (await owner.makeCourse()).id;
// Whatever was sent: nothing failed inside, and the next one is served.
afterEach(async () => {
  expect(application.takeErrors()).toEqual([]);
  expect((await owner.get(`/api/courses/${courseId}/`)).status).toBe(200);
});

const statusesOf = async (bytes: string, patienceMilliseconds?: number): Promise<number[]> =>
  [...(await talk(application, bytes, patienceMilliseconds)).matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(
    ([, status]) => Number(status),
  );

const headersOf = (): string =>
  `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${owner.session.access}\r\napi-key: ${owner.session.api_key}\r\n`;
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\n${headersOf()}${headers}\r\n`;
const post = (body: string, headers: string, path = '/api/courses/'): string =>
  `POST ${path} HTTP/1.1\r\n${headersOf()}Content-Type: application/json\r\n${headers}\r\n${body}`;

describe('rejects invalid HTTP completely', () => {
  test.each<[string, () => string]>([
    [
      'a chunk whose size is no number',
      () => post('zz\r\nab\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\n'),
    ],
    ['a chunk longer than it says', () => post('2\r\nabcdef\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\n')],
    ['length and chunks', () => post('0\r\n\r\n', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n')],
    ['two lengths', () => post('{}', 'Content-Length: 2\r\nContent-Length: 3\r\n')],
    ['a negative length', () => post('{}', 'Content-Length: -2\r\n')],
    ['an unknown encoding', () => post('{}', 'Transfer-Encoding: gzip, identity\r\n')],
    ['a folded header', () => get('/api/courses/', 'X-A: 1\r\n 2\r\n')],
    ['NUL in a header', () => get('/api/courses/', 'X-A: a\u0000b\r\n')],
    ['a space in the name of a header', () => get('/api/courses/', 'X A: 1\r\n')],
    ['no host', () => 'GET /api/health/ HTTP/1.1\r\nConnection: close\r\n\r\n'],

    ['an unknown method', () => 'FROB /api/health/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown expectation', () => post('{}', 'Content-Length: 2\r\nExpect: a-miracle\r\n')],
    ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['100 KB of one header', () => get('/api/courses/', `X-A: ${'a'.repeat(100_000)}\r\n`)],
    ['5,000 headers', () => get('/api/courses/', 'X-A: 1\r\n'.repeat(5_000))],
    ['a URL of 100 KB', () => get(`/api/courses/?search=${'a'.repeat(100_000)}`)],
  ])('%s', async (_what, request) => {
    expect(await statusesOf(request())).toEqual([expect.toSatisfy(isRefusal)]);
  });
});

const isRefusal = (status: number): boolean => status >= 400 && status < 500;
const isNoServerError = (status: number): boolean => status < 500;

test.each([
  '/api/courses/%zz',
  '/api/courses/%00/',
  '/api/courses/%c0%af/',
  '/api/courses/\u00ff/',
  '//api//courses//',
  '/api/courses/../../etc/passwd',
  '/files/..%2f..%2fetc%2fpasswd',
  `/api/courses/${'a/'.repeat(3_000)}`,
  `/api/courses/?${'search=a&'.repeat(1_500)}`,
  '/api/courses/?__proto__=x&constructor=y&toString=z',
  '/api/lessons/by_course/?course_id[]=1',
  '/api/lessons/by_course/?course_id=9007199254740993',
  '/api/search/?q=%00',
  '/api/search/?q=%ff%fe',
  'http://elsewhere.example/api/courses/',
  '*',
  '/?#\u0080',
])('an odd address: %.60s', async (path) => {
  expect(await statusesOf(get(path))).toEqual([expect.toSatisfy(isNoServerError)]);
});

test('fifty requests in one go are answered in order, and what comes after the last one is not another’s', async () => {
  const one = get('/api/health/').replace('Connection: close\r\n', '');
  expect(await statusesOf(one.repeat(50) + get('/api/courses/'))).toEqual(
    Array.from({ length: 51 }, () => 200),
  );
});

test('a body that hides a second request stays a body', async () => {
  const hidden = `GET /api/dashboard/ HTTP/1.1\r\n${headersOf()}\r\n`;
  expect(await statusesOf(post(hidden, `Content-Length: ${hidden.length}\r\n`))).toEqual([400]);
});

test('a good request with bytes changed anywhere never fails inside', { timeout: 60_000 }, async () => {
  const body = JSON.stringify({ title: 'Changed', description: 'x', department: 'x' });
  const form =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nText\r\n--b--\r\n';
  const requests = [
    get(`/api/lessons/by_course/?course_id=${courseId}`),
    post(body, `Content-Length: ${body.length}\r\n`),
    post(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked\r\n'),
    post(form, `Content-Length: ${form.length}\r\n`, '/ai/upload-video/').replace(
      'application/json',
      'multipart/form-data; boundary=b',
    ),
  ];
  const change = fc.record({
    at: fc.nat(),
    with: fc.oneof(
      fc.constantFrom('\r\n', '\n', '\u0000', '%', '"', ':', ';', ',', '{', '--b', ' ', '\u00ff'),
      fc.nat(255).map((code) => String.fromCharCode(code)),
    ),
    isInserted: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...requests),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (request, changes) => {
        let changed = request;
        for (const { at, with: text, isInserted } of changes) {
          const index = at % changed.length;
          changed = changed.slice(0, index) + text + changed.slice(index + (isInserted ? 0 : text.length));
        }
        const statuses = await statusesOf(changed, 40);
        expect(statuses.filter((status) => !isNoServerError(status))).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

describe('JSON', () => {
  const sendJson = (body: string | Uint8Array<ArrayBuffer>, path = '/api/courses/', method = 'POST') =>
    owner.call(method, path, { body, headers: { 'content-type': 'application/json' } });

  test.each([
    ['nothing', ''],
    ['100,000 nested objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['a prototype', '{"__proto__":{"title":"x"},"title":"x","description":"x","department":"x"}'],
    ['a constructor', '{"constructor":{"prototype":{"title":"x"}}}'],
    ['a name given twice', '{"title":"a","title":7,"description":"x","department":"x"}'],
    ['a number without end', '{"title":"x","description":"x","department":"x","instructor_id":1e400}'],
    [
      'a number that is not what it says',
      '{"title":"x","description":"x","department":"x","instructor_id":9007199254740993}',
    ],
    ['minus nothing', '{"title":"x","description":"x","department":"x","instructor_id":-0}'],
    ['NUL', '{"title":"a\\u0000b","description":"x","department":"x"}'],
    ['a million digits', `{"title":${'1'.repeat(900_000)}}`],
  ])('%s is refused', async (_what, body) => {
    expect((await sendJson(body)).status).toBe(400);
  });

  test('bytes that are not UTF-8, and a byte order mark, do no harm', async () => {
    for (const bytes of [
      [0xff, 0xfe, 0x7b, 0x00],
      [0xef, 0xbb, 0xbf, 0x7b, 0x7d],
      [0x22, 0xc0, 0xaf, 0x22],
    ]) {
      expect((await sendJson(new Uint8Array(bytes))).status).toBe(400);
    }
  });

  test('returns any accepted text unchanged, except halves of characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), async (description) => {
        const answer = await owner.post('/api/courses/', { title: 'Any text', description, department: 'x' });
        if (description.includes('\u0000') || description.trim() === '') {
          answer.readProblem(400);
          return;
        }
        const { id } = answer.read(201, course);
        const read = (await owner.get(`/api/courses/${id}/`)).read(200, course);
        expect(read.description).toBe(description.trim().toWellFormed());
      }),
      { numRuns: 40 },
    );
    const halves = await sendJson('{"title":"a\\ud800b","description":"\\udc00","department":"x\\ud83d"}');
    expect(halves.read(201, course).title).toBe('a\ufffdb');
  });

  test('any value anywhere is taken or refused', { timeout: 60_000 }, async () => {
    const asked = ROUTES.filter(({ access }) => access !== 'administrator').flatMap(({ method, ask }) => {
      const { path, json } = ask(ABSENT);
      return json === undefined ? [] : [{ method, path, names: Object.keys(json as object) }];
    });
    const names = asked.flatMap((route) => route.names);
    const body = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...asked),
        fc.oneof(body, fc.jsonValue()),
        async ({ method, path }, value) => {
          const { status } = await sendJson(JSON.stringify(value), path, method);
          expect([path, isNoServerError(status)]).toEqual([path, true]);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('forms', () => {
  const part = (headers: string, content = 'Some text.'): string => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
  const file = (name: string): string => `Content-Disposition: form-data; name="file"; filename="${name}"`;
  const upload = (body: string, type = 'multipart/form-data; boundary=b', path = '/ai/upload-video/') =>
    owner.call('POST', path, { body: new Uint8Array(Buffer.from(body)), headers: { 'content-type': type } });

  test.each([
    ['no boundary', part(file('a.mp4')), 'multipart/form-data'],
    ['a boundary of 10 KB', part(file('a.mp4')), `multipart/form-data; boundary=${'b'.repeat(8_000)}`],
    ['another boundary', part(file('a.mp4')), 'multipart/form-data; boundary=c'],
    ['no end', part(file('a.mp4')), undefined],
    ['only the end', '--b--\r\n', undefined],
    ['the boundary inside', `${part(file('a.mp4'), 'x\r\n--b\r\ny\r\n--bb')}--b--\r\n`, undefined],
    [
      '10,000 parts',
      `${part('Content-Disposition: form-data; name="x"', 'y').repeat(10_000)}--b--\r\n`,
      undefined,
    ],
    [
      'a part with 10,000 headers',
      `${part(`${file('a.mp4')}\r\n${'X-A: 1\r\n'.repeat(10_000)}`)}--b--\r\n`,
      undefined,
    ],
    ['a header of 1 MB', `${part(`${file('a.mp4')}\r\nX-A: ${'a'.repeat(1_000_000)}`)}--b--\r\n`, undefined],
    ['a part without headers', '--b\r\n\r\nSome text.\r\n--b--\r\n', undefined],
    ['no name', `${part('Content-Disposition: form-data; filename="a.mp4"')}--b--\r\n`, undefined],
    [
      '__proto__ as its name',
      `${part('Content-Disposition: form-data; name="__proto__"; filename="a.mp4"')}--b--\r\n`,
      undefined,
    ],
    [
      'a form in a form',
      `${part('Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=c', '--c\r\n\r\nx\r\n--c--')}--b--\r\n`,
      undefined,
    ],
  ])('%s is refused', async (_what, body, type) => {
    for (const path of ['/ai/upload-video/', '/ai/upload_doc_qagen/']) {
      const { status } = await upload(body, type ?? 'multipart/form-data; boundary=b', path);
      expect(isRefusal(status)).toBe(true);
    }
  });

  test('a file may be called anything', async () => {
    const movie = Buffer.concat([
      Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex'),
      randomBytes(100),
    ]);
    const name = fc.oneof(
      fc.constantFrom(
        '../../a',
        '..\\a',
        'C:\\a',
        '/etc/passwd',
        'con',
        'a\u202egpj',
        '.',
        '..',
        '~',
        '$(id)',
        '%00',
        'a"b',
        '',
      ),
      fc.string({ unit: 'binary', maxLength: 300 }).filter((text) => !/[\r\n\u0000]/u.test(text)),
    );
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(movie)]), `${text}.mp4`);
        const answer = await owner.call('POST', '/ai/upload-video/', { body: form });
        const { file_url: url } = answer.read(200, uploadedVideo);
        // What it was called is nowhere in the address.
        expect(new URL(url).pathname).toMatch(/^\/files\/i\d+\/[0-9a-f-]{36}\.mp4$/u);
      }),
      { numRuns: 25 },
    );
  });
});

test('any Range is a part of the file, all of it, or a refusal', async () => {
  const content = Buffer.concat([
    Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex'),
    randomBytes(1_000),
  ]);
  const { file_url: url } = (await owner.uploadVideo(content)).read(200, uploadedVideo);
  const number = fc.oneof(
    fc.nat(1_100).map(String),
    fc.constantFrom('', '-1', '99999999999999999999', '1e3', '0x1', ' 1', '01'),
  );
  const header = fc.oneof(
    fc.tuple(number, number).map(([first, last]) => `bytes=${first}-${last}`),
    fc.tuple(number, number, number).map(([a, b, c]) => `bytes=${a}-${b},${c}-`),
    fc.stringMatching(/^[ -~]{0,30}$/u),
    fc.constant(`bytes=${'0-,'.repeat(1_000)}`),
  );
  await fc.assert(
    fc.asyncProperty(header, async (range) => {
      const response = await fetch(url, { headers: { range } });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([200, 206, 416]).toContain(response.status);
      if (response.status === 416) return;
      expect(String(bytes.length)).toBe(response.headers.get('content-length'));
      const [, start = '0', end = String(content.length - 1)] =
        /^bytes (\d+)-(\d+)\//u.exec(response.headers.get('content-range') ?? '') ?? [];
      expect(bytes.equals(content.subarray(Number(start), Number(end) + 1))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test.each(['', '0', '-1', '1e400', 'x'.repeat(4_000), '%00', '{"a":1}'])(
  'the stream of events begins whatever was heard last: %.20s',
  async (id) => {
    const listening = new AbortController();
    const response = await fetch(`${application.origin}/api/events/`, {
      headers: { ...owner.headers, 'last-event-id': id },
      signal: listening.signal,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    listening.abort();
  },
);
