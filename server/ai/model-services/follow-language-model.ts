import type { Clock } from '#server/platform/clock.ts';
import type { EventBus } from '#server/platform/events/event-bus.ts';
import type {
  LanguageModelChoice,
  LocalLanguageModelConfig,
} from '#server/configuration/language-model-config.ts';
import type { Log } from '#server/platform/log.ts';
import type { CurrentLanguageModel, LanguageModels } from '../language-models.ts';
import type { TextGenerator } from '../text-generator.ts';

/** A local model, which is released when another one is chosen. */
export interface ReleasableGenerator extends TextGenerator {
  release(): void;
  close(): Promise<void>;
}

interface FollowOptions {
  /** The model from the environment, or the default. */
  readonly fallback: LanguageModelChoice;
  /** Reads the administrator's choice; resolves to undefined if there is none. Omitted if the environment sets the model. */
  readonly loadStored?: (() => Promise<LanguageModelChoice | undefined>) | undefined;
  readonly openService: (config: NonNullable<LanguageModelChoice['service']>) => TextGenerator;
  /** Omitted in the api process, which would load a second copy of the model. */
  readonly openLocal?: ((config: LocalLanguageModelConfig) => ReleasableGenerator) | undefined;
  readonly nameLocal: (config: LocalLanguageModelConfig) => string;
  readonly events: Pick<EventBus, 'subscribe' | 'onGap'>;
  readonly clock: Clock;
  readonly log: Log;
}

const RETRY_MILLISECONDS = 2_000;

/**
 * Opens the configured language model, and another one when the settings change.
 * @throws when the first read of the settings fails.
 */
export async function followLanguageModel(
  options: FollowOptions,
): Promise<LanguageModels & { close(): Promise<void> }> {
  const { fallback, loadStored, events, clock, log } = options;
  const locals = new Set<ReleasableGenerator>();
  let isClosed = false;
  let cancelRetry: () => void = () => undefined;
  let reading: Promise<void> = Promise.resolve();
  let chosenLocal: ReleasableGenerator | undefined;

  function open(choice: LanguageModelChoice): CurrentLanguageModel {
    if (choice.local !== undefined) {
      chosenLocal = options.openLocal?.(choice.local);
      if (chosenLocal !== undefined) locals.add(chosenLocal);
      return { generator: chosenLocal ?? null, writerName: options.nameLocal(choice.local), choice };
    }
    const generator = choice.service === undefined ? null : options.openService(choice.service);
    return { generator, writerName: generator?.name ?? null, choice };
  }

  const readChoice = async (): Promise<LanguageModelChoice> => (await loadStored?.()) ?? fallback;
  let current = open(await readChoice());

  async function read(): Promise<void> {
    const choice = await readChoice();
    // An unchanged model keeps what it has learnt about its speed and its service.
    if (isClosed || JSON.stringify(choice) === JSON.stringify(current.choice)) return;
    chosenLocal?.release();
    chosenLocal = undefined;
    current = open(choice);
    log.info({ languageModel: current.writerName }, 'The language model has changed.');
  }

  const refresh = (): Promise<void> => (reading = reading.catch(() => undefined).then(read));

  function follow(): void {
    cancelRetry();
    refresh().catch((error: unknown) => {
      if (isClosed) return;
      log.warn({ err: error }, 'The language model settings could not be read. Lectern retries soon.');
      cancelRetry = clock.after(RETRY_MILLISECONDS, follow);
    });
  }

  const stops =
    loadStored === undefined
      ? []
      : [
          events.subscribe(({ kind }) => {
            if (kind === 'language_model_changed') follow();
          }),
          events.onGap(follow),
        ];

  return {
    current: () => current,
    refresh,
    close: async () => {
      isClosed = true;
      for (const stop of stops) stop();
      cancelRetry();
      await reading.catch(() => undefined);
      await Promise.all([...locals].map((local) => local.close()));
    },
  };
}
