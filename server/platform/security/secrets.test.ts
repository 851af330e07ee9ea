import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAccessToken, findAccessTokenClaims } from './access-tokens.ts';
import { createApiKey, encryptApiKey, hashApiKey, recoverApiKey } from './api-keys.ts';
import { hashPassword, isPasswordRight } from './passwords.ts';
import { deriveSecrets, loadSecrets } from './secrets.ts';

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-secrets-'));
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const secrets = deriveSecrets(Buffer.from('a root secret for tests'));
const others = deriveSecrets(Buffer.from('another root secret'));

const NOW = new Date('2026-03-02T09:00:00Z');
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

test('processes that start at once on a new directory end up with one secret, for its owner only', async () => {
  const options = { secret: undefined, dataDirectory: join(dataDirectory, 'new') };
  const loaded = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(options)));
  for (const each of loaded) expect(each).toEqual(loaded[0]);
  expect(await loadSecrets(options)).toEqual(loaded[0]);
  expect(await readdir(options.dataDirectory)).toEqual(['secret']);
  const path = join(options.dataDirectory, 'secret');
  expect((await stat(path)).mode & 0o077).toBe(0);
  // Other accounts, such as the database's, may pass through and see nothing.
  expect((await stat(options.dataDirectory)).mode & 0o066).toBe(0);
  expect(Buffer.from(await readFile(path, 'utf8'), 'hex')).toHaveLength(32);
});

test('a configured secret needs no file', async () => {
  const secret = 'x'.repeat(32);
  expect(await loadSecrets({ secret, dataDirectory })).toEqual(await loadSecrets({ secret, dataDirectory }));
  expect(await readdir(dataDirectory)).toEqual([]);
});

test('derives a different key for each purpose', () => {
  const keys = Object.values(secrets as unknown as Record<string, Buffer>);
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(keys.length);
});

test('decrypts an API key, but not after a change or under another secret', () => {
  const key = createApiKey();
  const encrypted = encryptApiKey(secrets, key);
  expect(recoverApiKey(secrets, encrypted)).toBe(key);
  expect(encryptApiKey(secrets, key).equals(encrypted)).toBe(false);
  expect(recoverApiKey(others, encrypted)).toBeUndefined();
  const changed = Buffer.from(encrypted);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(recoverApiKey(secrets, changed)).toBeUndefined();
  expect(hashApiKey(secrets, key).equals(hashApiKey(others, key))).toBe(false);
});

test('an access token names its user and session to whoever made it, for a quarter of an hour', async () => {
  const sessionId = randomUUID();
  const token = await createAccessToken(secrets, { userId: 42, sessionId }, NOW);
  const claims = await findAccessTokenClaims(secrets, token, NOW);
  expect(claims).toMatchObject({ userId: 42, sessionId });
  expect(claims?.expiresAt).toEqual(inSeconds(900));
  expect(await findAccessTokenClaims(secrets, token, inSeconds(899))).toBeDefined();
  expect(await findAccessTokenClaims(secrets, token, inSeconds(900))).toBeUndefined();
  expect(await findAccessTokenClaims(others, token, NOW)).toBeUndefined();
  for (const bad of ['', 'a.b.c', token.slice(1), `${token}x`]) {
    expect(await findAccessTokenClaims(secrets, bad, NOW)).toBeUndefined();
  }
});

test('a token of another kind, issuer, audience or algorithm, or past its time, identifies no account', async () => {
  const sessionId = randomUUID();
  const sign = (change: {
    alg?: string;
    typ?: string;
    issuer?: string;
    audience?: string;
    expiresAt?: Date;
    key?: Uint8Array;
    header?: object;
  }) =>
    new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: change.alg ?? 'HS256', typ: change.typ ?? 'at+jwt', ...change.header })
      .setSubject('42')
      .setIssuer(change.issuer ?? 'lectern')
      .setAudience(change.audience ?? 'lectern-api')
      .setIssuedAt(NOW)
      .setExpirationTime(change.expiresAt ?? inSeconds(60))
      .sign(change.key ?? secrets.accessTokenKey);
  expect(await findAccessTokenClaims(secrets, await sign({}), NOW)).toMatchObject({ userId: 42, sessionId });
  for (const change of [
    { typ: 'JWT' },
    { issuer: 'elsewhere' },
    { audience: 'other-api' },
    { alg: 'HS384' },
    { alg: 'HS512' },
    { key: secrets.fileLinkKey },
    { expiresAt: inSeconds(-1) },
    // A key that the token brings along counts for nothing.
    {
      key: others.accessTokenKey,
      header: { jwk: { kty: 'oct', k: others.accessTokenKey.toString('base64url') } },
    },
  ]) {
    expect([change, await findAccessTokenClaims(secrets, await sign(change), NOW)]).toEqual([
      change,
      undefined,
    ]);
  }
});

test('a password fits its hash alone', async () => {
  const hash = await hashPassword('correct horse');
  expect(await isPasswordRight(hash, 'correct horse')).toBe(true);
  expect(await isPasswordRight(hash, 'Correct horse')).toBe(false);
  expect(await isPasswordRight(undefined, 'correct horse')).toBe(false);
  expect(await isPasswordRight(undefined, 'nobody has this password')).toBe(false);
});
