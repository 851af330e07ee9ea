import type { ComponentHealth } from '#contract/health.ts';
import type {
  LanguageModelChoice,
  LanguageModelConfig,
  LocalLanguageModelConfig,
} from '../language-model-config.ts';
import type { TextGenerator } from './text-generator.ts';

/** The language model as it is now. Read it when a piece of work begins, and do not keep it longer. */
export interface CurrentLanguageModel {
  /** Null where the rules write, and in the api process where the model runs on this machine. */
  readonly generator: TextGenerator | null;
  /** The model that writes in the worker, also where this process does not have it; null where the rules write. */
  readonly writerName: string | null;
  readonly choice: LanguageModelChoice;
}

/** Port: the language model that the settings choose. Every process follows a change without a restart. */
export interface LanguageModels {
  current(): CurrentLanguageModel;
  /** Reads the stored settings again. Announcements do the same; a job that cannot wait for one calls it. */
  refresh(): Promise<void>;
}

/** A model that Lectern can download and run on this machine. */
export interface LocalModelOffer {
  readonly name: string;
  readonly sizeBytes: number;
  /** What must be free when it starts. */
  readonly memoryBytes: number;
  /** False: it drafts easy and medium questions, and the rules write the rest. */
  readonly writes: boolean;
  /** On two processor cores; undefined where it was not measured. */
  readonly tokensPerSecond: number | undefined;
  readonly state: ComponentHealth;
}

export interface DiscoveredService {
  readonly provider: 'ollama' | 'openai-compatible';
  readonly baseUrl: string;
  readonly models: readonly string[];
}

/** Port: reaches services and models that are not in use yet. */
export interface ModelServices {
  /** Whether 127.0.0.1 is a container and not the machine. */
  readonly isInContainer: boolean;
  openService(config: LanguageModelConfig): TextGenerator;
  listLocalModels(): Promise<readonly LocalModelOffer[]>;
  /** Of this process, and of the models it would start. */
  readFreeMemoryBytes(): number;
  /** The names that the service gives its models. @throws {TextGeneratorUnavailableError} */
  listModels(config: Omit<LanguageModelConfig, 'model'>, signal?: AbortSignal): Promise<readonly string[]>;
  /** Services that answer on this machine, on its host, and at the host name `ollama`. */
  discover(): Promise<readonly DiscoveredService[]>;
  /**
   * How many tokens the model can read at once; undefined where the service does not say.
   * @throws {TextGeneratorUnavailableError}
   */
  readContextTokens(config: LanguageModelConfig, signal?: AbortSignal): Promise<number | undefined>;
}

/** Port: models that this machine runs. Only workers open them. */
export interface LocalModels {
  open(config: LocalLanguageModelConfig): TextGenerator & { close(): Promise<void> };
}
