import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_STATUS } from '#contract/problem-codes.ts';
import { startTestApplication, type TestApplication } from '../testing/test-application.ts';
import { ROUTES } from './testing/access/routes.ts';

let application: TestApplication;
beforeAll(async () => {
  application = await startTestApplication();
});
afterAll(() => application.close());

/** Every route of the application but the documentation's own, and what Fastify adds (HEAD). Who may call each: access-table.test.ts. */
const listRoutes = (): string[] =>
  application.routes
    .filter(({ url }) => !url.startsWith('/api/docs'))
    .flatMap(({ method, url }) => [method].flat().map((each) => `${each} ${url}`))
    .filter((route) => !/^(HEAD|OPTIONS) /.test(route));

test('every route has its line in the access table, also where no web app is served', () => {
  for (const route of listRoutes()) expect(Object.keys(ROUTES)).toContain(route);
});

interface Operation {
  summary?: string;
  security?: object[];
  requestBody?: object;
  responses: Record<string, { description?: string; content?: Record<string, { schema?: object }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

describe('the OpenAPI document', () => {
  let document: Document;
  let operations: [string, Operation][];
  beforeAll(async () => {
    const answer = await application.call('GET', '/api/openapi.json');
    expect(answer.status).toBe(200);
    document = JSON.parse(answer.text) as Document;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  });

  test('is valid', async () => {
    const { Validator } = await import('@seriousme/openapi-schema-validator');
    const result = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test('names every route with its methods', () => {
    const named = operations.map(([name]) => name).filter((name) => !name.startsWith('HEAD '));
    const expected = listRoutes()
      .filter((route) => !['GET /', 'GET /api/openapi.json'].includes(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{*}'));
    expect(named.sort()).toEqual(expected.sort());
  });

  test('gives every call a summary, an answer and its problems', () => {
    for (const [name, operation] of operations) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^[A-Z]/)]);
      const statuses = Object.keys(operation.responses);
      expect([name, statuses.some((status) => /^[23]/.test(status))]).toEqual([name, true]);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect([name, status, response.description?.length]).not.toEqual([name, status, 0]);
        if (Number(status) < 400 || name === 'GET /api/health/') continue;
        const types = Object.keys(response.content ?? {});
        expect([name, status, types]).toEqual([name, status, ['application/problem+json']]);
        expect(Object.values(PROBLEM_STATUS)).toContain(Number(status));
      }
    }
  });

  test('says what a form holds and what a body is', () => {
    for (const [name, operation] of operations) {
      if (
        !/^(POST|PUT|PATCH) /.test(name) ||
        /\/(?:ingest|pin|uploads|finish|prepare|restore|retry|cancel|download|share|preview|submit|again|undo|demo|codes|key|test|discover)\/$/.test(
          name,
        )
      )
        continue;
      expect([name, operation.requestBody]).toEqual([name, expect.any(Object)]);
    }
  });

  test('marks who may call', () => {
    for (const [name, operation] of operations) {
      const route = name
        .replace('{*}', '*')
        .replaceAll(/\{(\w+)\}/g, ':$1')
        .replace(/^HEAD/, 'GET');
      const expected =
        ROUTES[route]?.access === 'public'
          ? []
          : route.includes(' /ai/')
            ? [{ apiKey: [] }]
            : ROUTES[route]?.access === 'administrator'
              ? [{ bearer: [] }]
              : [{ bearer: [] }, { apiKey: [] }];
      const security = operation.security ?? [{ bearer: [] }, { apiKey: [] }];
      expect([name, security]).toEqual([name, expected]);
    }
  });
});
