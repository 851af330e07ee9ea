import type { SpeechToText } from './ai/speech-to-text.ts';
import type { TextEmbedder } from './ai/text-embedder.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { EventBus } from './events/event-bus.ts';
import type { FileStore } from './files/file-store.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Secrets } from './security/secrets.ts';
import type { RateLimits } from './security/rate-limits.ts';
import type { ModelState } from './ai/model-files/model-state.ts';

/** What a use-case may be given. `server/dependencies.ts` chooses the implementations. */
export interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly files: FileStore;
  readonly jobs: JobQueue;
  readonly events: EventBus;
  readonly secrets: Secrets;
  readonly rateLimits: RateLimits;
  readonly log: Log;
}

/** What the worker's use-cases are given on top: models. The api process never has them. */
export interface WorkerDependencies extends Dependencies {
  readonly speechToText: SpeechToText;
  readonly textEmbedder: TextEmbedder;
  readonly fetchPublicUrl: typeof import('./web-fetch/fetch-public-url.ts').fetchPublicUrl;
}

/** Who acts: a signed-in instructor. */
export interface Actor {
  readonly userId: number;
  /** The same number: each user is their own instructor. */
  readonly instructorId: number;
}

/** The part of pino that is used. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
  debug(details: object, message: string): void;
}

export type { ModelState };
