import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The least that the algorithm allows. */
const CHEAP_PARAMETERS = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

let parameters: typeof PARAMETERS | typeof CHEAP_PARAMETERS = PARAMETERS;

let hashOfNobody: Promise<string> | undefined;

/** An argon2id hash in PHC format; argon2id is the library's default algorithm. */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

/**
 * Makes hashes cheap in this process, for tests: most of them make accounts and are about something else.
 * @throws outside of a test run.
 */
export function hashCheaplyInTests(): void {
  // oxlint-disable-next-line eslint/no-restricted-properties -- no setting: an operator must not be able to choose it.
  if (process.env['VITEST'] !== 'true') throw new Error('Passwords are hashed cheaply in tests alone.');
  if (parameters === CHEAP_PARAMETERS) return;
  parameters = CHEAP_PARAMETERS;
  hashOfNobody = undefined;
}

/**
 * Whether the password fits. With no stored hash the same work is done, so that the time taken does
 * not tell whether an account exists.
 */
export async function isPasswordRight(stored: string | undefined, password: string): Promise<boolean> {
  // Awaited either way: the first stranger after a start must not wait longer than whoever has an account.
  const ofNobody = await (hashOfNobody ??= hashPassword('nobody has this password'));
  const right = await verify(stored ?? ofNobody, password);
  return right && stored !== undefined;
}
