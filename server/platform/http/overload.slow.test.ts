import { test } from 'vitest';
import { liveness } from '#contract/health.ts';
import { eventually, startTestApplication } from '#server/testing/test-application.ts';

test('refuses requests while the event loop is blocked', async () => {
  const application = await startTestApplication({ limits: { overloadDelayMilliseconds: 200 } });
  const standStill = (milliseconds: number): void => {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
  };
  await eventually('the process to be overloaded', async () => {
    standStill(700);
    const { status } = await application.call('GET', '/api/courses/');
    return status === 503 ? true : undefined;
  });
  (await application.call('GET', '/api/health/live/')).read(200, liveness);
  await eventually('the overload to end', async () =>
    (await application.call('GET', '/api/courses/')).status === 401 ? true : undefined,
  );
  await application.close();
});
