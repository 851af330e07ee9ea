import type { ServerResponse } from 'node:http';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { noMetrics } from '../metrics/metrics.ts';
import type { Application } from './application.ts';
import { limitTexts } from './text-budget.ts';

test('a route with long answers answers one request of each account at a time', async () => {
  const app = Fastify() as unknown as Application;
  app.decorateRequest('actor', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.actor = { userId: 1, instructorId: Number(request.headers['account']) };
    done();
  });
  limitTexts(app, { clock: systemClock, metrics: noMetrics });
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  app.get('/long/:name', { config: { isLong: true } }, async (request) => {
    begun.push((request.params as { name: string }).name);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'x';
  });
  const ask = (account: number, name: string) =>
    app.inject({ url: `/long/${name}`, headers: { account: String(account) } });
  const answers = [ask(1, 'first'), ask(1, 'second'), ask(2, 'of another')];
  await expect.poll(() => begun).toEqual(['first', 'of another']);
  waiting[0]?.();
  await expect.poll(() => begun).toEqual(['first', 'of another', 'second']);
  for (const end of waiting) end();
  waiting.length = 0;
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200);

  // A client that hangs up while it waits keeps no turn, and its request is not answered.
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const call = (name: string, signal?: AbortSignal) =>
    fetch(`${origin}/long/${name}`, {
      headers: { account: '1' },
      ...(signal === undefined ? {} : { signal }),
    });
  const [running, hangUp] = [call('running'), new AbortController()];
  await expect.poll(() => begun).toContain('running');
  let waits: ServerResponse | undefined;
  app.server.once('request', (_request, response: ServerResponse) => {
    waits = response;
  });
  const given = call('given up', hangUp.signal).catch(() => 'aborted');
  await expect.poll(() => waits).toBeDefined();
  hangUp.abort();
  expect(await given).toBe('aborted');
  await expect.poll(() => waits?.closed).toBe(true);
  const last = call('last');
  for (const end of waiting) end();
  await expect.poll(() => begun).toContain('last');
  expect(begun).not.toContain('given up');
  for (const end of waiting) end();
  for (const { status } of await Promise.all([running, last])) expect(status).toBe(200);
  await app.close();
});

test('a route with long answers lets the next request begin once its answer is known to be short', async () => {
  const app = Fastify() as unknown as Application;
  app.decorateRequest('actor', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.actor = { userId: 1, instructorId: 1 };
    done();
  });
  limitTexts(app, { clock: systemClock, metrics: noMetrics });
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  app.get('/long/:bytes', { config: { isLong: true } }, async (request, reply) => {
    const { bytes } = request.params as { bytes: string };
    begun.push(bytes);
    reply.letNextBegin(Number(bytes));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'x';
  });
  const answers = ['1000', '2000000', '3000'].map((bytes) => app.inject({ url: `/long/${bytes}` }));
  await expect.poll(() => begun).toEqual(['1000', '2000000']);
  for (const end of waiting.splice(0)) end();
  await expect.poll(() => begun).toEqual(['1000', '2000000', '3000']);
  for (const end of waiting) end();
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200);
  await app.close();
});
