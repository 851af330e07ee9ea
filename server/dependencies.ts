import type { ComponentHealth } from '#contract/health.ts';
import type { LanguageModels, ModelServices } from './ai/language-models.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Locks } from './database/locks.ts';
import type { EventBus } from './events/event-bus.ts';
import type { FileStore } from './files/file-store.ts';
import type { FreeSpace } from './files/free-space.ts';
import type { UnfinishedFiles } from './files/unfinished-files.ts';
import type { JobAdministration } from './jobs/job-administration.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { SemanticSearch } from './search/semantic-search.ts';
import type { RateLimits } from './security/rate-limits.ts';
import type { Secrets } from './security/secrets.ts';
import type { SignInProvider } from './sign-in/sign-in-provider.ts';

/** What a use-case may be given. `server/open-dependencies.ts` chooses the implementations. */
export interface Dependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly files: FileStore;
  readonly unfinishedFiles: UnfinishedFiles;
  readonly freeSpace: FreeSpace;
  readonly locks: Locks;
  readonly jobs: JobQueue;
  readonly jobAdministration: JobAdministration;
  readonly events: EventBus;
  readonly secrets: Secrets;
  readonly rateLimits: RateLimits;
  /** Null where people sign in with a password alone. */
  readonly signInProvider: SignInProvider | null;
  /** Starts its model at the first use. */
  readonly semanticSearch: SemanticSearch;
  readonly languageModels: LanguageModels;
  readonly modelServices: ModelServices;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The state of each model: present, downloading, or missing and why. */
  readonly readModelStates: () => Promise<Record<string, ComponentHealth>>;
}
