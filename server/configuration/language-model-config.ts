import { resolve } from 'node:path';
import type { TokenPrices } from '../ai/text-generator.ts';

export const LANGUAGE_MODEL_PROVIDERS = ['openai-compatible', 'ollama', 'azure', 'anthropic'] as const;
export type LanguageModelProvider = (typeof LANGUAGE_MODEL_PROVIDERS)[number];

/** Models for this machine that Lectern knows by name; `server/ai/model-files/local-language-model.ts` has their files. */
export const LOCAL_MODEL_NAMES = ['qwen2.5-coder-1.5b', 'qwen3-4b'] as const;
export type LocalModelName = (typeof LOCAL_MODEL_NAMES)[number];

/** What an unset LANGUAGE_MODEL_PROVIDER means: `local` would download a model of 1.1 GB on every installation. */
export const DEFAULT_LANGUAGE_MODEL_PROVIDER: 'none' | 'local' = 'none';
/** For one answer, unless an administrator sets another in the browser. */
const TIMEOUT_SECONDS = 60;
const DEFAULT_LOCAL_MODEL: LocalModelName = 'qwen2.5-coder-1.5b';

/** A language model that runs on this machine. */
export interface LocalLanguageModelConfig {
  readonly model: { readonly name: LocalModelName } | { readonly path: string };
  /** For one answer; a slow machine gets more. */
  readonly timeoutSeconds: number;
  readonly usesGpu: boolean;
}

/** A language model that a service runs. */
export interface LanguageModelConfig {
  readonly provider: LanguageModelProvider;
  /** Without a trailing slash, and without what the provider adds itself. */
  readonly baseUrl: string;
  /** With Azure the name of the deployment. */
  readonly model: string;
  readonly apiKey: string | undefined;
  /** Azure only; unset: its versionless v1 calls. */
  readonly apiVersion: string | undefined;
  /** For one answer. */
  readonly timeoutSeconds: number;
  /** The prices of the service's tokens, if known. */
  readonly prices?: TokenPrices | undefined;
  /** Entered in a browser rather than by the operator: link-local and other special addresses are rejected. */
  readonly isGuarded?: boolean;
}

/** The language model in use: a service, a local model, or neither. */
export interface LanguageModelChoice {
  readonly service: LanguageModelConfig | undefined;
  readonly local: LocalLanguageModelConfig | undefined;
}

/** The variables as they were set; undefined counts as unset. */
export interface LanguageModelVariables {
  readonly LANGUAGE_MODEL_PROVIDER?: LanguageModelProvider | 'local' | 'none' | undefined;
  readonly LANGUAGE_MODEL_BASE_URL?: string | undefined;
  readonly LANGUAGE_MODEL?: string | undefined;
  readonly LANGUAGE_MODEL_API_KEY?: string | undefined;
}

type Name = Exclude<keyof LanguageModelVariables, 'LANGUAGE_MODEL_PROVIDER'>;

const NEEDED: Readonly<Record<LanguageModelProvider, readonly Name[]>> = {
  'openai-compatible': ['LANGUAGE_MODEL_BASE_URL', 'LANGUAGE_MODEL'],
  ollama: ['LANGUAGE_MODEL'],
  azure: ['LANGUAGE_MODEL_BASE_URL', 'LANGUAGE_MODEL', 'LANGUAGE_MODEL_API_KEY'],
  anthropic: ['LANGUAGE_MODEL', 'LANGUAGE_MODEL_API_KEY'],
};

const OPTIONAL: readonly Name[] = ['LANGUAGE_MODEL_BASE_URL', 'LANGUAGE_MODEL', 'LANGUAGE_MODEL_API_KEY'];

export const DEFAULT_BASE_URLS: Readonly<Partial<Record<LanguageModelProvider, string>>> = {
  ollama: 'http://127.0.0.1:11434',
  anthropic: 'https://api.anthropic.com',
};

/** An address with a path at most: credentials and queries in it would end up in logs. */
export const isBaseAddress = (value: string): boolean => {
  if (!/^https?:\/\//iu.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
};

/**
 * Combines the variables about the language model.
 * @param report called with a sentence for each variable that conflicts with others
 * @returns undefined where no service is wanted
 */
export function readLanguageModel(
  variables: LanguageModelVariables,
  report: (name: string, sentence: string) => void,
): LanguageModelConfig | undefined {
  const provider = variables.LANGUAGE_MODEL_PROVIDER;
  if (provider === 'none' || provider === 'local') return undefined;
  if (provider === undefined) {
    const set = OPTIONAL.find((name) => variables[name] !== undefined);
    if (set !== undefined) {
      report(
        'LANGUAGE_MODEL_PROVIDER',
        `must be ${LANGUAGE_MODEL_PROVIDERS.join(', ')}, local or none when ${set} is set`,
      );
    }
    return undefined;
  }
  const missing = NEEDED[provider].filter((name) => variables[name] === undefined);
  for (const name of missing) report(name, `must be set when LANGUAGE_MODEL_PROVIDER is ${provider}`);
  if (missing.length > 0) return undefined;
  return {
    provider,
    baseUrl: completeBaseUrl(
      provider,
      variables.LANGUAGE_MODEL_BASE_URL ?? DEFAULT_BASE_URLS[provider] ?? '',
    ),
    model: variables.LANGUAGE_MODEL ?? '',
    apiKey: variables.LANGUAGE_MODEL_API_KEY,
    apiVersion: undefined,
    timeoutSeconds: TIMEOUT_SECONDS,
  };
}

/** Settings that only a service has. */
const SERVICE_ONLY = ['LANGUAGE_MODEL_BASE_URL', 'LANGUAGE_MODEL_API_KEY'] as const;

/**
 * The language model of this machine.
 * @param report is given a sentence for each variable whose value does not fit
 * @returns undefined where none is wanted
 */
export function readLocalLanguageModel(
  variables: LanguageModelVariables,
  report: (name: string, sentence: string) => void,
): LocalLanguageModelConfig | undefined {
  const isUnset =
    variables.LANGUAGE_MODEL_PROVIDER === undefined &&
    OPTIONAL.every((name) => variables[name] === undefined);
  const provider = isUnset ? DEFAULT_LANGUAGE_MODEL_PROVIDER : variables.LANGUAGE_MODEL_PROVIDER;
  if (provider !== 'local') return undefined;
  for (const name of SERVICE_ONLY) {
    if (variables[name] !== undefined) report(name, 'must not be set when LANGUAGE_MODEL_PROVIDER is local');
  }
  const model = findLocalModel(variables.LANGUAGE_MODEL ?? DEFAULT_LOCAL_MODEL);
  if (model === undefined) {
    report(
      'LANGUAGE_MODEL',
      `must be ${LOCAL_MODEL_NAMES.join(', ')} or the path of a .gguf file when LANGUAGE_MODEL_PROVIDER is local`,
    );
    return undefined;
  }
  return { model, timeoutSeconds: TIMEOUT_SECONDS, usesGpu: false };
}

export function findLocalModel(value: string): LocalLanguageModelConfig['model'] | undefined {
  const name = LOCAL_MODEL_NAMES.find((known) => known === value.toLowerCase());
  if (name !== undefined) return { name };
  return /[/\\]|\.gguf$/iu.test(value) ? { path: resolve(value) } : undefined;
}

/** People copy an address with or without the path that all calls share. */
export function completeBaseUrl(provider: LanguageModelProvider, address: string): string {
  const bare = address.replace(/\/+$/u, '');
  if (provider === 'azure') return `${bare.replace(/\/openai(?:\/v1)?$/u, '')}/openai`;
  const hasPath = new URL(bare).pathname !== '/';
  return hasPath ? bare : `${bare}/v1`;
}
