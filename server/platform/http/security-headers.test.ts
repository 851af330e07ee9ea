import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { uploadedDocument } from '#contract/uploads.ts';
import { newEmail, startTestApplication, TEST_PASSWORD } from '#server/testing/test-application.ts';
import { talk } from './testing/talk.ts';
import { useDirectory } from '#server/testing/use-directory.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const PAGE =
  '<!doctype html><html><head><meta name="lectern-settings" content="" /></head><body></body></html>';

const root = await useDirectory();
await mkdir(join(root, 'assets'));
await writeFile(join(root, 'index.html'), PAGE);
await writeFile(join(root, 'assets', 'main-Ab12.js'), 'export {};');
const application = await useTestApplication({
  webDirectory: root,
  worker: true,
  variables: { PUBLIC_URL: 'https://lectern.example' },
});
const owner = await application.register();
const { url } = (
  await owner.uploadDocument('Plants turn light into sugar. Animals eat plants.', 'a.txt')
).read(200, uploadedDocument);
const { pathname, search } = new URL(url);
const fileLink = pathname + search;

const HELMETS = [
  'x-content-type-options',
  'strict-transport-security',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'content-security-policy',
];

type Ask = readonly [name: string, method: string, path: () => string, status: number, isPrivate: boolean];
const ANSWERS: readonly Ask[] = [
  ['an answer of the API', 'GET', () => '/api/courses/', 200, true],
  ['a refusal for want of access', 'GET', () => '/api/auth/sessions/', 401, true],
  ['an address where nothing is', 'GET', () => '/api/nothing/', 404, true],
  ['a method that does not go', 'PATCH', () => '/api/courses/', 405, true],
  ['an address that cannot be read', 'GET', () => '/api/%zz/', 400, true],
  ['a body that is no JSON', 'POST', () => '/api/courses/', 415, true],
  ['a file', 'GET', () => fileLink, 200, false],
  ['a part of a file that is not there', 'GET', () => `${fileLink}0`, 404, true],
  ['a page', 'GET', () => '/courses', 200, false],
  ['a page that is none', 'GET', () => '/nothing', 404, false],
  ['a script of the app', 'GET', () => '/assets/main-Ab12.js', 200, false],
  ['the documentation', 'GET', () => '/api/docs/', 200, false],
  ['the OpenAPI document', 'GET', () => '/api/openapi.json', 200, false],
  ['health', 'GET', () => '/api/health/', 200, false],
];

describe.each(ANSWERS)('%s', (name, method, path, status, isPrivate) => {
  test('carries what keeps browsers from harm, and no cookie or word of what serves it', async () => {
    const options =
      name === 'a body that is no JSON'
        ? { body: 'x', headers: { 'content-type': 'text/plain' } }
        : { headers: { accept: 'text/html,*/*' } };
    const answer =
      status === 401
        ? await application.call(method, path(), options)
        : await owner.call(method, path(), options);
    expect(answer.status).toBe(status);
    const { headers } = answer;
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-site');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src '(none|self)'/);
    expect(policy).toMatch(/frame-ancestors '(none|self)'/);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
    if (isPrivate) expect(headers.get('cache-control')).toBe('no-store');
    for (const absent of ['set-cookie', 'server', 'x-powered-by']) expect(headers.get(absent)).toBeNull();
    expect(headers.get('content-type')).toMatch(
      /^(text\/(html|javascript|plain)|application\/(json|javascript|problem\+json)); ?charset=utf-8$/,
    );
  });
});

test('nothing that holds tokens is kept by a browser or a proxy', async () => {
  const json = { email: newEmail(), password: TEST_PASSWORD, password2: TEST_PASSWORD };
  const registered = await application.post('/api/auth/register/', json);
  const loggedIn = await application.post('/api/auth/login/', json);
  const { refresh } = JSON.parse(loggedIn.text) as { refresh: string };
  const renewed = await application.post('/api/auth/refresh/', { refresh });
  expect([registered.status, loggedIn.status, renewed.status]).toEqual([201, 200, 200]);
  for (const { headers } of [registered, loggedIn, renewed]) {
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('browsers are sent to https only where people come by it', async () => {
  const plain = await startTestApplication();
  const { headers } = await plain.call('GET', '/api/health/');
  expect(headers.get('strict-transport-security')).toBeNull();
  await plain.close();
});

test('the answer to bytes that are not HTTP is not an exception', async () => {
  const answer = await talk(application, 'HELLO\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1.1 400 [^]*application\/problem\+json[^]*malformed_request/);
  const { headers } = await application.call('GET', '/api/%zz/');
  for (const name of HELMETS)
    expect(answer.toLowerCase()).toContain(`${name}: ${headers.get(name)?.toLowerCase() ?? '?'}`);
});

test.each(['TRACE', 'CONNECT'])('%s is not answered', async (method) => {
  const answer = await talk(
    application,
    `${method} / HTTP/1.1\r\nhost: x\r\nx-told: back\r\nconnection: close\r\n\r\n`,
  );
  expect(answer).not.toMatch(/^HTTP\/1.1 2/);
  expect(answer).not.toContain('x-told');
});
