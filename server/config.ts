import { join, resolve } from 'node:path';
import { CONFINEMENT_MODES, type ConfinementMode } from './sandbox/confinement/confinement-mode.ts';
import type { WebSettings } from '#contract/web-settings.ts';
import { z } from 'zod';
import {
  fileStoreSettings,
  readFileStore,
  type FileLinks,
  type FileStoreConfig,
  type StorageConfig,
} from './configuration/file-store-config.ts';
import {
  isBaseAddress,
  LANGUAGE_MODEL_PROVIDERS,
  readLanguageModel,
  readLocalLanguageModel,
  type LanguageModelConfig,
  type LocalLanguageModelConfig,
} from './configuration/language-model-config.ts';
import { mailSettings, readMail, type MailConfig } from './configuration/mail-config.ts';
import {
  multiply,
  operationsSettings,
  readOperations,
  type OperationsConfig,
} from './configuration/operations-config.ts';
import { readSignIn, signInSettings, type SignInConfig } from './configuration/sign-in-config.ts';
import { listRetired } from './configuration/retired-settings.ts';
import { byteSize, text, wholeNumber } from './configuration/setting-schemas.ts';
import {
  readTranscriptionService,
  transcriptionSettings,
  type TranscriptionServiceConfig,
} from './configuration/transcription-config.ts';
import { commaSeparated, trustedProxies } from './configuration/trusted-proxies.ts';

/** A path below a base address, as in a URL. */
const PATH = /^\/(?!\/)[A-Za-z0-9/._~%-]*$/;
const path = text.pipe(z.string().regex(PATH, 'must be a path such as /ai').optional());

const urlOrPath = text.pipe(
  z
    .string()
    .refine(
      (value) => PATH.test(value) || isBaseAddress(value),
      'must be an address such as https://api.example, or a path such as /ai',
    )
    .optional(),
);

/** The number of connections for queries, from `?connection_limit=4` in the address of the database. */
function poolSizeIn(databaseUrl: string): number | undefined {
  const limit = URL.parse(databaseUrl)?.searchParams.get('connection_limit') ?? null;
  return limit === null ? undefined : /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
}

const environment = z.object({
  PORT: wholeNumber(3000, 0, 65_535),
  HOST: text,
  PUBLIC_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  DATA_DIR: text,
  MODELS_DIR: text,
  MODELS_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  DATABASE_URL: text.pipe(
    z
      .url({ protocol: /^postgres(ql)?$/ })
      .refine((value) => (poolSizeIn(value) ?? 2) >= 2, 'takes connection_limit=2 or more')
      .optional(),
  ),
  LECTERN_SECRET: text.pipe(z.string().min(32, 'must be at least 32 characters').optional()),
  TRUST_PROXY: trustedProxies,
  CORS_ORIGINS: text,
  LOG_LEVEL: text.pipe(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).optional()),
  ...transcriptionSettings,
  LANGUAGE_MODEL_PROVIDER: text.pipe(z.enum([...LANGUAGE_MODEL_PROVIDERS, 'local', 'none']).optional()),
  LANGUAGE_MODEL_BASE_URL: text.pipe(
    z.string().refine(isBaseAddress, 'must be an address such as http://127.0.0.1:8000/v1').optional(),
  ),
  LANGUAGE_MODEL: text.pipe(z.string().max(1000, 'must be at most 1000 characters').optional()),
  LANGUAGE_MODEL_API_KEY: text.pipe(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must hold no spaces and only plain characters')
      .optional(),
  ),
  OCR_LANGUAGES: text.pipe(
    z
      .string()
      .regex(/^[A-Za-z_]{2,40}(\+[A-Za-z_]{2,40}){0,9}$/, 'must be Tesseract codes such as eng or eng+deu')
      .optional(),
  ),
  PREPARE_QUESTIONS: text.pipe(z.enum(['on', 'off']).optional()),
  API_BASE_URL: urlOrPath,
  AI_SERVICE_BASE_URL: urlOrPath,
  AI_VIDEO_UPLOAD_PATH: path,
  AI_DOCUMENT_UPLOAD_PATH: path,
  ...fileStoreSettings,
  ...mailSettings,
  ...signInSettings,
  STORAGE_PER_INSTRUCTOR: byteSize(20 * 1024 ** 3),
  AUDIT_RETENTION_DAYS: wholeNumber(365, 1, 36_500),
  CONFINEMENT: text.pipe(z.enum(CONFINEMENT_MODES).optional()),
  ...operationsSettings,
});

/** Every environment variable that is read. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

export interface Config extends SignInConfig {
  readonly port: number;
  readonly host: string;
  /** Where people reach Lectern, without a trailing slash; unset: the address each request came by. */
  readonly publicUrl: string | undefined;
  readonly dataDirectory: string;
  readonly modelsDirectory: string;
  readonly modelsUrl: string | undefined;
  /** Unset: the embedded PostgreSQL under `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  /** Connections for queries, of each process. Unset: what suits an api or a worker. */
  readonly databasePoolSize: number | undefined;
  /** Unset: generated once and kept under `dataDirectory`. */
  readonly secret: string | undefined;
  readonly trustProxy: boolean | number | string | undefined;
  readonly corsOrigins: readonly string[];
  readonly logLevel: string;
  readonly transcriptionService: TranscriptionServiceConfig | undefined;
  /** A model that a service runs. Without it and a local model, no questions are written. */
  readonly languageModel: LanguageModelConfig | undefined;
  readonly localLanguageModel: LocalLanguageModelConfig | undefined;
  /** The LANGUAGE_MODEL variables that are set. Any of them overrides what administrators chose in the browser. */
  readonly languageModelVariables: readonly string[];
  /** Of scanned pages: Tesseract's codes; the first counts most. */
  readonly ocrLanguages: readonly string[];
  /** Whether questions are prepared in the background as soon as a lesson has text. */
  readonly preparesQuestions: boolean;
  readonly rateLimits: RateLimitConfig;
  /** How long an entry of the audit log is kept. */
  readonly auditRetentionDays: number;
  /** Of the processes that read uploads: the strongest that works, only one that holds native code, or none. */
  readonly confinement: ConfinementMode;
  /** How long deleted courses and lessons can be restored. */
  readonly trashDays: number;
  readonly fileStore: FileStoreConfig;
  readonly fileLinks: FileLinks;
  /** Unset: Lectern sends no mail. */
  readonly mail: MailConfig | undefined;
  readonly storage: StorageConfig;
  /** Logs, metrics, stopping and limits. */
  readonly operations: OperationsConfig;
  /** A sentence for each variable that is set and that this version no longer reads. */
  readonly ignoredSettings: readonly string[];
  /** Where the build of the web app is, if there is one. */
  readonly webDirectory: string;
  /** Which addresses the web app calls. */
  readonly web: Omit<WebSettings, 'storeName'>;
}

const TRASH_DAYS = 30;
/** Uploads and new texts are refused while the disk has less free space. */
const FREE_FLOOR_BYTES = 2 * 1024 ** 3;
/** LIMITS_FACTOR does not multiply these: no installation needs more password guesses. */
const GUESSING_LIMITS = { loginFailuresPerAccount: 10, loginFailuresPerAddress: 100 };
const RATE_LIMITS = {
  registrationsPerAddress: 120,
  passwordResetsPerAddress: 60,
  exportsPerAccount: 10,
  workCallsPerHour: 1_000,
};

export interface RateLimitConfig {
  /** In 15 minutes; ten times as many from all networks together. */
  readonly loginFailuresPerAccount: number;
  /** In 15 minutes. */
  readonly loginFailuresPerAddress: number;
  /** In an hour, like the following. */
  readonly registrationsPerAddress: number;
  readonly passwordResetsPerAddress: number;
  readonly exportsPerAccount: number;
  /** Of one person, for each kind of work: summaries, quizzes, transcriptions, documents. */
  readonly workCallsPerHour: number;
}

/** The settings are wrong; the message names each one and what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings. Nothing must be set.
 * @throws {ConfigError} naming every variable whose value cannot be used.
 */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const retired = listRetired(variables);
  const ignoredSettings = retired.map(({ sentence }) => sentence);
  const parsed = environment.safeParse(variables);
  if (!parsed.success)
    throw unusable([
      ...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
      ...ignoredSettings,
    ]);
  const value = parsed.data;
  const mismatches: string[] = [];
  const report = (name: string, sentence: string) => void mismatches.push(`${name}: ${sentence}`);
  const languageModel = readLanguageModel(value, report);
  const localLanguageModel = readLocalLanguageModel(value, report);
  const files = readFileStore(value, report);
  const mail = readMail(value, report);
  const signIn = readSignIn(value, mail !== undefined, report);
  if (mismatches.length > 0 || retired.some(({ stops }) => stops))
    throw unusable([...mismatches, ...ignoredSettings]);
  return {
    port: value.PORT,
    host: value.HOST ?? '127.0.0.1',
    publicUrl: withoutSlash(value.PUBLIC_URL),
    dataDirectory: resolve(value.DATA_DIR ?? './data'),
    modelsDirectory: resolve(value.MODELS_DIR ?? './models'),
    modelsUrl: withoutSlash(value.MODELS_URL),
    databaseUrl: value.DATABASE_URL,
    databasePoolSize: value.DATABASE_URL === undefined ? undefined : poolSizeIn(value.DATABASE_URL),
    secret: value.LECTERN_SECRET,
    trustProxy: value.TRUST_PROXY,
    corsOrigins: commaSeparated(value.CORS_ORIGINS),
    logLevel: value.LOG_LEVEL ?? 'info',
    transcriptionService: readTranscriptionService(value),
    languageModel,
    localLanguageModel,
    languageModelVariables: settingNames.filter(
      (name) => name.startsWith('LANGUAGE_MODEL') && (variables[name] ?? '').trim() !== '',
    ),
    ocrLanguages: (value.OCR_LANGUAGES ?? 'eng').split('+'),
    preparesQuestions: value.PREPARE_QUESTIONS !== 'off',
    ...files,
    mail,
    ...signIn,
    storage: {
      bytesPerInstructor: value.STORAGE_PER_INSTRUCTOR,
      freeFloorBytes: FREE_FLOOR_BYTES,
    },
    rateLimits: { ...GUESSING_LIMITS, ...multiply(RATE_LIMITS, value.LIMITS_FACTOR) },
    auditRetentionDays: value.AUDIT_RETENTION_DAYS,
    confinement: value.CONFINEMENT ?? 'auto',
    trashDays: TRASH_DAYS,
    operations: readOperations(value),
    ignoredSettings,
    webDirectory: join(import.meta.dirname, '../web/dist'),
    web: {
      apiBaseUrl: withoutSlash(value.API_BASE_URL) ?? '',
      aiServiceBaseUrl: withoutSlash(value.AI_SERVICE_BASE_URL) ?? '/ai',
      aiVideoUploadPath: value.AI_VIDEO_UPLOAD_PATH ?? '/upload-video/',
      aiDocumentUploadPath: value.AI_DOCUMENT_UPLOAD_PATH ?? '/upload_doc_qagen/',
      signInProvider: signIn.signInProvider?.name ?? null,
      localAccounts: signIn.hasLocalAccounts,
    },
  };
}

const withoutSlash = (address: string | undefined): string | undefined => address?.replace(/\/+$/, '');

const unusable = (lines: readonly string[]): ConfigError =>
  new ConfigError(
    `Lectern cannot use these environment variables:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );

/** Whether npm runs this process with its script `start` or `demo`. */
export const isNpmStart = (): boolean => ['start', 'demo'].includes(process.env['npm_lifecycle_event'] ?? '');

/** The environment for a child process: this one's, with additional variables. */
export const childEnvironment = (additions: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  ...additions,
});
