import { setTimeout as delay } from 'node:timers/promises';
import type { ComponentHealth, Health } from '#contract/health.ts';
import type { LecternClient } from './lectern-client.ts';
import { LecternNotStartedError } from './lectern-process.ts';
import type { Step } from './terminal.ts';
import { formatWholeSeconds } from './wrap-text.ts';

const POLL_MILLISECONDS = 500;
const ANSWER_SECONDS = 30;
/** Between the start and the first word of the download a missing model looks like one that cannot be had. */
const DOWNLOAD_START_SECONDS = 20;

/**
 * Waits until Lectern and every model is ready, showing how far the download is.
 * @throws {LecternNotStartedError} when nothing answers or a model is unavailable: with the reason.
 */
export async function waitUntilReady(
  client: LecternClient,
  step: Step,
  signal: AbortSignal,
): Promise<Health> {
  const started = performance.now();
  let silentSince = started;
  let unavailableSince: number | undefined;
  for (;;) {
    const now = performance.now();
    const health = await client.findHealth();
    if (health !== undefined) {
      silentSince = now;
      const models = Object.entries(health.models);
      if (health.status === 'ready') return health;
      const broken = [
        health.database,
        health.job_queue,
        health.file_store,
        ...models.map(([, model]) => model),
      ].find(({ status }) => status === 'unavailable');
      unavailableSince = broken === undefined ? undefined : (unavailableSince ?? now);
      if (broken !== undefined && now - (unavailableSince ?? now) > DOWNLOAD_START_SECONDS * 1000) {
        throw new LecternNotStartedError(broken.reason ?? 'A part of Lectern is not available.');
      }
      const percents = models.map(([, model]) => (model.status === 'ready' ? 100 : (model.percent ?? 0)));
      const total = percents.reduce((sum, percent) => sum + percent, 0);
      step.progress(
        Math.floor(total / Math.max(1, percents.length)),
        `· ${models.flatMap(([name, model]) => describeModel(name, model)).join(', ')}`,
      );
    } else if (now - silentSince > ANSWER_SECONDS * 1000) {
      throw new LecternNotStartedError('Lectern does not answer.');
    }
    await delay(POLL_MILLISECONDS, undefined, { signal });
  }
}

/** Nothing for a model that is ready. */
function describeModel(name: string, { status, percent, seconds_left }: ComponentHealth): string[] {
  if (status === 'ready') return [];
  const share = percent === undefined ? name : `${name} ${percent} %`;
  return [seconds_left === undefined ? share : `${share} (${formatWholeSeconds(seconds_left)} left)`];
}
