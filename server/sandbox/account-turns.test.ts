import { expect, test } from 'vitest';
import { runInContext, type WorkContext } from '../platform/work-context.ts';
import { inAccountTurns } from './account-turns.ts';

test('each account has one call in progress, and the next begins when it ends, however it ends', async () => {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const call = inAccountTurns((name: string) => {
    begun.push(name);
    return new Promise<string>((resolve, reject) =>
      ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error))),
    );
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const asAccount = (context: WorkContext, name: string) => runInContext(context, () => call(name));
  const [first, second, third] = ['first', 'second', 'third'].map((name) =>
    asAccount({ instructorId: 1 }, name),
  );
  const other: WorkContext = { instructorId: 2 };
  const ofOther = asAccount(other, 'of another');
  await turn();
  expect(begun).toEqual(['first', 'of another']);
  ends.get('first')?.(new Error('It failed.'));
  await expect(first).rejects.toThrow('It failed.');
  await turn();
  expect(begun).toEqual(['first', 'of another', 'second']);
  ends.get('second')?.();
  ends.get('of another')?.();
  expect([await second, await ofOther]).toEqual(['second', 'of another']);
  await turn();
  ends.get('third')?.();
  expect(await third).toBe('third');
  expect(other.spentMilliseconds).toBeGreaterThan(0);
});
