import type { ComponentHealth } from '#contract/health.ts';
import type {
  LanguageModelChoice,
  LanguageModelConfig,
  LocalLanguageModelConfig,
} from '../configuration/language-model-config.ts';
import type { TextGenerator } from './text-generator.ts';

/** The current language model. Read it when a piece of work begins, and do not keep it any longer. */
export interface CurrentLanguageModel {
  /** Null if no model is connected, and in the api process if the model is local. */
  readonly generator: TextGenerator | null;
  /** The name of the model that the worker uses, even if this process cannot run it; null if none is connected. */
  readonly writerName: string | null;
  readonly choice: LanguageModelChoice;
}

/** Port: the configured language model. Every process applies a change without a restart. */
export interface LanguageModels {
  current(): CurrentLanguageModel;
  /** Reads the stored settings again. Announcements trigger this in every process; the process that saved them calls it directly, so its next request uses them. */
  refresh(): Promise<void>;
}

/** A model that Lectern can download and run on this machine. */
export interface LocalModelOffer {
  readonly name: string;
  readonly sizeBytes: number;
  /** Memory that must be free when it starts. */
  readonly memoryBytes: number;
  /** False if it only drafts easy and medium multiple-choice questions. */
  readonly writes: boolean;
  /** On two processor cores; undefined if not measured. */
  readonly tokensPerSecond: number | undefined;
  readonly state: ComponentHealth;
}

export interface DiscoveredService {
  readonly provider: 'ollama' | 'openai-compatible';
  readonly baseUrl: string;
  readonly models: readonly string[];
}

/** Port: connects to services and models that are not in use yet. */
export interface ModelServices {
  /** Whether 127.0.0.1 is the container and not the host. */
  readonly isInContainer: boolean;
  openService(config: LanguageModelConfig): TextGenerator;
  listLocalModels(): Promise<readonly LocalModelOffer[]>;
  /** Memory available to this process and the models that it starts. */
  readFreeMemoryBytes(): number;
  /** The names of the service's models. @throws {TextGeneratorUnavailableError} */
  listModels(config: Omit<LanguageModelConfig, 'model'>, signal?: AbortSignal): Promise<readonly string[]>;
  /** Services found on this machine, on its host, and at the host name `ollama`. */
  discover(): Promise<readonly DiscoveredService[]>;
  /**
   * The size of the model's context window in tokens; undefined if the service does not report it.
   * @throws {TextGeneratorUnavailableError}
   */
  readContextTokens(config: LanguageModelConfig, signal?: AbortSignal): Promise<number | undefined>;
}

/** Port: local models. Only workers open them. */
export interface LocalModels {
  open(config: LocalLanguageModelConfig): TextGenerator & { close(): Promise<void> };
}
