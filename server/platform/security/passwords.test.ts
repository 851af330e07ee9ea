import { expect, test, vi } from 'vitest';

const counted = vi.hoisted(() => ({ hashes: 0, checks: 0 }));
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => {
      counted.hashes += 1;
      return real.hash(...given);
    },
    verify: (...given: Parameters<typeof real.verify>) => {
      counted.checks += 1;
      return real.verify(...given);
    },
  };
});

// Another test of this process may have loaded the real one.
vi.resetModules();
const { hashPassword, isPasswordRight } = await import('./passwords.ts');

/** The work of one check: nothing else in it takes time worth measuring. */
async function workOf(stored: string | undefined): Promise<typeof counted> {
  const before = { ...counted };
  await isPasswordRight(stored, 'wrong password');
  return { hashes: counted.hashes - before.hashes, checks: counted.checks - before.checks };
}

test('checking an unknown account takes as long as a known one, except the first check', async () => {
  const stored = await hashPassword('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  // The first check of a process prepares the comparison, whoever it is for; another test may have made it.
  expect((await workOf(stored)).checks).toBe(1);
  expect(await workOf(undefined)).toEqual({ hashes: 0, checks: 1 });
  expect(await workOf(stored)).toEqual({ hashes: 0, checks: 1 });
});
