import { sql } from 'kysely';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveness, readiness } from '#contract/health.ts';
import { uploadedVideo } from '#contract/uploads.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { call } from '#server/testing/test-instructor.ts';
import { talk } from './testing/talk.ts';
import { createApp } from '#server/app.ts';
import type { Log } from '../log.ts';
import { drain } from './drain.ts';

/** For tests that need no special settings. */
let ordinary: TestApplication;
beforeAll(async () => {
  ordinary = await startTestApplication();
});
afterAll(() => ordinary.close());

async function withApplication(
  options: Parameters<typeof startTestApplication>[0],
  use: (application: TestApplication) => Promise<void>,
): Promise<void> {
  const application = await startTestApplication(options);
  try {
    await use(application);
  } finally {
    await application.close();
  }
}

const readMetrics = async (application: TestApplication): Promise<string> => {
  const answer = await application.call('GET', '/metrics');
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.text;
};

const valueOf = (metrics: string, series: string): number =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

describe('whether a process lives, and whether it is ready', () => {
  test('without its database it is alive and not ready, and says why', async () => {
    const gone = () => Promise.reject(new Error('secret address'));
    const application = await startTestApplication({
      overrides: ({ jobs }) => ({
        jobs: Object.assign(Object.create(jobs) as typeof jobs, { countJobs: gone }),
      }),
    });
    (await application.call('GET', '/api/health/live/')).read(200, liveness);
    const answer = await application.call('GET', '/api/health/ready/');
    expect(answer.readProblem(503)).toMatchObject({
      code: 'service_unavailable',
      detail: 'The job queue cannot be reached. Try again in a moment.',
    });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(application.takeErrors()).toEqual([]);
    await application.close();
  });

  test('a draining process still serves, is not ready, and closes connections after their answers', async () => {
    let isDraining = false;
    const app = await createApp(ordinary.dependencies, { isDraining: () => isDraining });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const before = await call(origin, 'GET', '/api/health/ready/');
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    isDraining = true;
    const after = await call(origin, 'GET', '/api/health/ready/');
    expect(after.readProblem(503).detail).toBe(
      'This process is stopping; another one serves. Try again in a moment.',
    );
    const served = await call(origin, 'GET', '/api/health/live/');
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    await app.close();
  });
});

describe('metrics', () => {
  test('count requests by the pattern of their route', async () => {
    const owner = await ordinary.register();
    const { id } = await owner.makeCourse();
    await owner.get(`/api/courses/${id}/`);
    await owner.get('/api/courses/999999/');
    const metrics = await eventually('the last request to be counted', async () => {
      const text = await readMetrics(ordinary);
      return text.includes('route="/api/courses/:id/",status="4xx"') ? text : undefined;
    });
    const series = (status: string) =>
      valueOf(
        metrics,
        `lectern_http_requests_total{method="GET",route="/api/courses/:id/",status="${status}"}`,
      );
    expect([series('2xx'), series('4xx')]).toEqual([1, 1]);
    expect(metrics).toContain(
      'lectern_http_request_duration_seconds_bucket{le="0.25",method="POST",route="/api/courses/"}',
    );
    // The one that asks.
    expect(valueOf(metrics, 'lectern_http_requests_in_flight')).toBe(1);
    expect(valueOf(metrics, 'lectern_database_up')).toBe(1);
    expect(metrics).toContain('lectern_queue_jobs{queue="transcribe-video",state="waiting"} 0');
    expect(metrics).toMatch(/lectern_database_connections\{state="busy"\} \d/);
    expect(metrics).toContain('nodejs_eventloop_lag_seconds');
    expect(metrics).not.toContain('/999999');
  });

  test('hundreds of addresses and methods create one series', async () => {
    const owner = await ordinary.register();
    const strange = ['PROPFIND', 'PURGE', 'MKCOL'];
    const ask = async (index: number): Promise<void> => {
      const paths = [
        `/random-${index}`,
        `/api/courses/${index}x/`,
        `/files/i1/${index}.mp4`,
        `/api/${index}/?q=${index}`,
      ];
      const method = index % 7 === 0 ? strange[index % 3]! : 'GET';
      await owner.call(method, paths[index % 4]!);
    };
    const countSeries = async () =>
      (await readMetrics(ordinary)).split('\n').filter((line) => line.startsWith('lectern_http')).length;
    for (let index = 0; index < 84; index += 1) await ask(index);
    const before = await countSeries();
    for (let index = 84; index < 300; index += 12)
      await Promise.all(Array.from({ length: 12 }, (_, offset) => ask(index + offset)));
    expect(await countSeries()).toBe(before);
    expect(before).toBeLessThan(200);
  });

  test('are hidden from whoever does not connect straight from this machine', async () => {
    const readWith = (headers: Record<string, string>) => ordinary.call('GET', '/metrics', { headers });
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      (await readWith({ [name]: '127.0.0.1' })).readProblem(404);
    for (const [host, status] of [
      ['rebound.example', 404],
      ['localhost', 200],
    ] as const)
      expect(
        await talk(ordinary, `GET /metrics HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
      ).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
  });

  test('are hidden where a proxy is expected, whatever it says', () =>
    withApplication({ variables: { TRUST_PROXY: 'true' } }, async (application) => {
      const warnings = application.log.map(({ msg }) => msg).filter((msg) => msg.includes('TRUST_PROXY'));
      expect(warnings).toEqual([expect.stringContaining('TRUST_PROXY=loopback')]);
      (await application.call('GET', '/metrics')).readProblem(404);
      (
        await application.call('GET', '/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })
      ).readProblem(404);
    }));

  test('with a token, open to that alone', () =>
    withApplication({ variables: { METRICS_TOKEN: 'a-token-of-prometheus' } }, async (application) => {
      const readWith = (authorization: string) =>
        application.call('GET', '/metrics', { headers: { authorization } });
      (await application.call('GET', '/metrics')).readProblem(401);
      (await readWith('Bearer a-token-of-prometheuS')).readProblem(401);
      expect((await readWith('Bearer a-token-of-prometheus')).status).toBe(200);
    }));
});

/** Waits until this many requests have been refused for the reason. */
const untilShed = (application: TestApplication, reason: string, count: number): Promise<true> =>
  eventually(`${count} requests to be turned away`, async () => {
    const series = `lectern_requests_shed_total{reason="${reason}"}`;
    return valueOf(await readMetrics(application), series) >= count ? true : undefined;
  });

describe('more than can be served', () => {
  test('refuses requests beyond the limit, but answers probes', async () => {
    let proceed: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (proceed = resolve));
    let asked = 0;
    const application = await startTestApplication({
      limits: { requests: 2 },
      overrides: ({ readModelStates }) => ({
        readModelStates: async () => {
          asked += 1;
          await held;
          return readModelStates();
        },
      }),
    });
    const answers = [1, 2].map(() => application.call('GET', '/api/health/'));
    await eventually('both requests to be under way', () => Promise.resolve(asked === 2 ? true : undefined));
    const logIn = () => application.post('/api/auth/login/', { email: 'a@example.test', password: 'x' });
    const refused = await logIn();
    expect(refused.readProblem(503)).toMatchObject({
      code: 'service_unavailable',
      detail: 'Lectern is very busy. Nothing was changed; try again in a moment.',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
    (await application.call('GET', '/api/health/live/')).read(200, liveness);
    (await application.call('GET', '/api/health/ready/')).read(200, readiness);
    proceed();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    await eventually('the places to be free', async () =>
      (await logIn()).status === 401 ? true : undefined,
    );
    const shed = valueOf(
      await readMetrics(application),
      'lectern_requests_shed_total{reason="all_requests"}',
    );
    expect(shed).toBeGreaterThan(0);
    await application.close();
  });

  test('refuses uploads beyond the limit, and the one in progress continues', () =>
    withApplication({ limits: { uploads: 1 } }, async (application) => {
      const owner = await application.register();
      const boundary = 'x-boundary';
      const start = Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex').toString('latin1');
      const body = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n${start}`;
      const end = `${'x'.repeat(1000)}\r\n--${boundary}--\r\n`;
      const head = [
        'POST /ai/upload-video/ HTTP/1.1',
        'host: localhost',
        `api-key: ${owner.session.api_key}`,
        `content-type: multipart/form-data; boundary=${boundary}`,
        `content-length: ${body.length + end.length}`,
        'connection: close',
      ].join('\r\n');
      const socket = connect(Number(new URL(application.origin).port), '127.0.0.1');
      let answer = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(`${head}\r\n\r\n${body}`, 'latin1');
      await eventually('the upload to begin', async () => {
        const metrics = await readMetrics(application);
        return valueOf(metrics, 'lectern_http_requests_in_flight') === 2 ? true : undefined;
      });
      const refused = await owner.uploadVideo(Buffer.from(start, 'latin1'));
      expect(refused.readProblem(503).detail).toContain('Many files are being uploaded');
      socket.write(end, 'latin1');
      await closed;
      expect(answer).toMatch(/^HTTP\/1.1 200 [^]*file_url/);
      (await owner.uploadVideo(Buffer.from(start, 'latin1'))).read(200, uploadedVideo);
      expect(valueOf(await readMetrics(application), 'lectern_upload_bytes_total')).toBeGreaterThanOrEqual(
        body.length + end.length,
      );
    }));

  test('limits the requests of one account, so that others are served', async () => {
    const application = await startTestApplication({ limits: { requestsPerInstructor: 1 } });
    const [greedy, modest] = [await application.register(), await application.register()];
    const lesson = await greedy.makeLesson({ file: 'https://example.org/a.pdf' });
    // No worker runs, so that this one waits.
    const stop = new AbortController();
    const waiting = greedy
      .call('POST', `/api/lessons/${lesson.id}/ingest/`, { signal: stop.signal })
      .catch(() => undefined);
    await eventually('the job to be enqueued', async () =>
      (await countJobs(application)) === 1 ? true : undefined,
    );
    const refused = await greedy.get('/api/courses/');
    expect(refused.readProblem(429).detail).toContain('Too many of your requests are running');
    expect((await modest.get('/api/courses/')).status).toBe(200);
    stop.abort();
    await waiting;
    await application.close();
  });

  test('one account cannot fill the queue for others', () =>
    withApplication({ limits: { jobsPerInstructor: 2 } }, async (application) => {
      const [greedy, modest] = [await application.register(), await application.register()];
      const transcribe = (who: typeof greedy) =>
        who.post('/api/transcribe/create', { video_url: 'https://example.org/a.mp4' });
      for (let index = 0; index < 2; index += 1) expect((await transcribe(greedy)).status).toBe(202);
      const refused = await transcribe(greedy);
      expect(refused.readProblem(429).detail).toContain('Too many of your jobs are queued');
      expect(refused.headers.get('retry-after')).toBe('60');
      expect((await transcribe(modest)).status).toBe(202);
      // Calls that give no work to a worker continue.
      expect((await greedy.get('/api/courses/')).status).toBe(200);
    }));

  test('calls that cost much are counted by the hour, over all processes, for each person and kind', () =>
    withApplication({ rateLimits: { workCallsPerHour: 2 } }, async (application) => {
      const owner = await application.register();
      const second = await application.startAnother();
      const ask = (origin: string) =>
        owner.call('POST', `${origin}/api/transcribe/create`, {
          json: { video_url: 'https://example.org/a.mp4' },
        });
      expect((await ask(application.origin)).status).toBe(202);
      expect((await ask(second.origin)).status).toBe(202);
      const refused = await ask(second.origin);
      expect(refused.readProblem(429).detail).toContain('very often within the hour');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
      (await owner.post('/api/summarize-video/', { lesson_id: 1 })).readProblem(404);
      await second.close();
    }));

  test('streams of events of one person have a limit', () =>
    withApplication({ limits: { streamsPerInstructor: 1 } }, async (application) => {
      const owner = await application.register();
      const stop = new AbortController();
      const stream = await fetch(`${application.origin}/api/events/`, {
        headers: owner.headers,
        signal: stop.signal,
      });
      expect(stream.status).toBe(200);
      (await owner.get('/api/events/')).readProblem(429);
      expect(valueOf(await readMetrics(application), 'lectern_event_streams')).toBe(1);
      stop.abort();
      await eventually('the stream to be closed', async () =>
        valueOf(await readMetrics(application), 'lectern_event_streams') === 0 ? true : undefined,
      );
    }));

  test('a refusal for calling too often is held back for a second, so that a client that never pauses calls less often', async () => {
    const clock = new ManualClock(new Date());
    await withApplication({ limits: { callsPerSecondPerInstructor: 1 }, clock }, async (application) => {
      const owner = await application.register();
      const other = await application.register();
      // The burst is 6, in 6 s of real time.
      const statuses: number[] = [];
      const answers = Array.from({ length: 12 }, async () => {
        statuses.push((await owner.get('/api/courses/')).status);
      });
      await untilShed(application, 'own_rate', 1);
      await clock.advance(999);
      expect((await other.get('/api/courses/')).status).toBe(200);
      expect(statuses).not.toContain(429);
      await eventually('all calls to be answered', async () => {
        await clock.advance(1_000);
        return statuses.length === 12 ? true : undefined;
      });
      await Promise.all(answers);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(6);
      expect(statuses).toContain(429);
    });
  });

  test('connections beyond the limit are closed', () =>
    withApplication({ limits: { connections: 3 } }, async (application) => {
      expect(application.app.server.maxConnections).toBe(3);
      const port = Number(new URL(application.origin).port);
      const open = Array.from({ length: 12 }, () => connect(port, '127.0.0.1'));
      let closed = 0;
      for (const socket of open) socket.on('error', () => undefined).on('close', () => (closed += 1));
      await eventually('the surplus connections to be closed', () => (closed >= 9 ? true : undefined));
      const kept = open.filter(({ destroyed }) => !destroyed);
      expect(kept).toHaveLength(3);
      for (const socket of kept) {
        socket.write('GET /api/health/live/ HTTP/1.1\r\nhost: localhost\r\n\r\n');
        const [answer] = (await once(socket, 'data')) as [Buffer];
        expect(answer.toString()).toMatch(/^HTTP\/1.1 200/);
      }
      expect(closed).toBe(9);
      for (const socket of open) socket.destroy();
    }));
});

test('a connection on which nothing was said does not keep a process that stops', async () => {
  const application = await startTestApplication();
  const socket = connect(Number(new URL(application.origin).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  await application.close();
  await closed;
});

test('a process that stops cuts off a request that does not end in time', async () => {
  const app = await createApp(ordinary.dependencies);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  socket.write(
    'POST /api/auth/login/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  await eventually('the request to begin', async () =>
    valueOf(await readMetrics(ordinary), 'lectern_http_requests_in_flight') === 2 ? true : undefined,
  );
  const warnings: string[] = [];
  const log = { warn: (_: object, text: string) => warnings.push(text) } as unknown as Log;
  const clock = new ManualClock();
  const drained = drain(app, { graceMilliseconds: 0, limitMilliseconds: 15_000, log, clock });
  await clock.advance(0);
  await clock.untilWaiting();
  await clock.advance(14_999);
  expect([socket.destroyed, warnings]).toEqual([false, []]);
  await clock.advance(1);
  await Promise.all([closed, drained]);
  expect(warnings).toEqual(['Requests did not end in time and are cut off.']);
});

const countJobs = async ({ dependencies }: TestApplication): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job`.execute(
    dependencies.database,
  );
  return rows[0]!.count;
};

test('a process whose event loop runs late turns requests away until it catches up', async () => {
  const clock = new ManualClock(new Date());
  let delayMilliseconds = 0;
  const { config } = ordinary.dependencies;
  const limits = { ...config.operations.limits, overloadDelayMilliseconds: 200 };
  const app = await createApp(
    { ...ordinary.dependencies, clock, config: { ...config, operations: { ...config.operations, limits } } },
    { delayMeter: () => ({ read: () => delayMilliseconds, close: () => undefined }) },
  );
  const statusOf = async (url: string): Promise<number> => (await app.inject({ url })).statusCode;
  expect(await statusOf('/api/courses/')).toBe(401);
  const after = async (milliseconds: number): Promise<number> => {
    delayMilliseconds = milliseconds;
    await clock.advance(500);
    return statusOf('/api/courses/');
  };
  expect([await after(5_000), await after(10), await after(200), await after(199)]).toEqual([
    401, 401, 401, 401,
  ]);
  expect([await after(200), await after(200)]).toEqual([401, 503]);
  expect(await statusOf('/api/health/live/')).toBe(200);
  expect([await after(100), await after(99)]).toEqual([503, 401]);
  await app.close();
});
