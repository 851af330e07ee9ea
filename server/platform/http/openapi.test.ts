import { beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_STATUS } from '#contract/problem-codes.ts';
import type { RouteAccess } from './authentication.ts';
import { ABSENT, type Route } from './testing/access/route.ts';
import { ROUTES } from './testing/access/routes.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();

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

  /** What the access table says about an operation. */
  const findRoute = (name: string): Route => {
    const route = name
      .replace('{*}', '*')
      .replaceAll(/\{(\w+)\}/g, ':$1')
      .replace(/^HEAD/, 'GET');
    const found = ROUTES.find((each) => each.route === route);
    if (found === undefined) throw new Error(`The access table has no ${route}.`);
    return found;
  };

  test('describes a body only for calls that have one', () => {
    for (const [name, { requestBody }] of operations) {
      const { json, body } = findRoute(name).ask(ABSENT);
      const hasBody = json !== undefined || body !== undefined;
      expect([name, requestBody !== undefined]).toEqual([name, hasBody]);
    }
  });

  test('marks who may call', () => {
    const expected: Record<RouteAccess, object[]> = {
      public: [],
      api_key: [{ apiKey: [] }],
      administrator: [{ bearer: [] }],
      instructor: [{ bearer: [] }, { apiKey: [] }],
    };
    for (const [name, { security = expected.instructor }] of operations)
      expect([name, security]).toEqual([name, expected[findRoute(name).access]]);
  });
});
