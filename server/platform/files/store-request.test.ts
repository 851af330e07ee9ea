import { expect, test } from 'vitest';
import { FileMissingError, FileStoreUnavailableError } from './file-store.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { requestStore, SHORT_CALL_MILLISECONDS } from './store-request.ts';

const waitForEver = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });

test('a store that gives no answer counts as away', async () => {
  const clock = new ManualClock();
  const request = requestStore({ call: waitForEver, clock });
  request.catch(() => undefined);
  await clock.advance(SHORT_CALL_MILLISECONDS);
  await expect(request).rejects.toThrow(FileStoreUnavailableError);
  await expect(request).rejects.toThrow('gave no answer within 30 s');
});

test('an aborting caller gets its own reason', async () => {
  const stop = new AbortController();
  const request = requestStore({ call: waitForEver, signal: stop.signal });
  stop.abort(new Error('called off'));
  await expect(request).rejects.toThrow('called off');
});

test('an error is what it is explained as, and else the store is away', async () => {
  const call = () => Promise.reject(new Error('403 Forbidden'));
  const missing = requestStore({ call, explain: () => new FileMissingError('a') });
  await expect(missing).rejects.toThrow(FileMissingError);
  const refused = requestStore({ call, explain: () => undefined });
  await expect(refused).rejects.toThrow(FileStoreUnavailableError);
  await expect(refused).rejects.toThrow('403 Forbidden');
  await expect(requestStore({ call: () => Promise.resolve(7) })).resolves.toBe(7);
});
