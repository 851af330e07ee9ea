import type { ComponentHealth } from '#contract/health.ts';
import type { LanguageModels, ModelServices } from './ai/language-models.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './config.ts';
import type { Database } from './platform/database/database.ts';
import type { Locks } from './platform/database/locks.ts';
import type { EventBus } from './platform/events/event-bus.ts';
import type { FileStore } from './platform/files/file-store.ts';
import type { FreeSpace } from './platform/files/free-space.ts';
import type { UnfinishedFiles } from './platform/files/unfinished-files.ts';
import type { JobAdministration } from './platform/jobs/job-administration.ts';
import type { JobQueue } from './platform/jobs/job-queue.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { SemanticSearch } from './search/semantic-search.ts';
import type { RateLimits } from './platform/security/rate-limits.ts';
import type { Secrets } from './platform/security/secrets.ts';
import type { SignInProvider } from './platform/sign-in/sign-in-provider.ts';

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
