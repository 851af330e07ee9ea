import type { Clock } from '#server/clock.ts';
import type { EventBus } from '#server/events/event-bus.ts';
import type { LanguageModelChoice, LocalLanguageModelConfig } from '#server/language-model-config.ts';
import type { Log } from '#server/log.ts';
import type { CurrentLanguageModel, LanguageModels } from '../language-models.ts';
import type { TextGenerator } from '../text-generator.ts';

/** A model on this machine, which is given up when another one is chosen. */
export interface ReleasableGenerator extends TextGenerator {
  release(): void;
  close(): Promise<void>;
}

interface FollowOptions {
  /** What the environment says, or what counts where nothing is said. */
  readonly fallback: LanguageModelChoice;
  /** Reads what an administrator chose; undefined where nobody did. Left out where the environment decides. */
  readonly loadStored?: (() => Promise<LanguageModelChoice | undefined>) | undefined;
  readonly openService: (config: NonNullable<LanguageModelChoice['service']>) => TextGenerator;
  /** Left out in the api process: it would load a second copy of the model. */
  readonly openLocal?: ((config: LocalLanguageModelConfig) => ReleasableGenerator) | undefined;
  readonly nameLocal: (config: LocalLanguageModelConfig) => string;
  readonly events: Pick<EventBus, 'subscribe' | 'onGap'>;
  readonly clock: Clock;
  readonly log: Log;
}

const RETRY_MILLISECONDS = 2_000;

/**
 * Opens the language model that the settings choose and opens another one when they change.
 * @throws when the settings cannot be read at first.
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
    // The same model keeps what it has learnt about its speed and its service.
    if (isClosed || JSON.stringify(choice) === JSON.stringify(current.choice)) return;
    chosenLocal?.release();
    chosenLocal = undefined;
    current = open(choice);
    log.info({ languageModel: current.writerName }, 'The language model was changed.');
  }

  const refresh = (): Promise<void> => (reading = reading.catch(() => undefined).then(read));

  function follow(): void {
    cancelRetry();
    refresh().catch((error: unknown) => {
      if (isClosed) return;
      log.warn(
        { err: error },
        'The settings of the language model cannot be read; they are read again soon.',
      );
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
