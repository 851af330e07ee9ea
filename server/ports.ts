import type { ComponentHealth } from '../contract/health.ts';
import type { AnswerJudge } from './ai/answer-judge.ts';
import type { SpeechDetector } from './ai/speech-detection/speech-detector.ts';
import type { SpeechToText } from './ai/speech-to-text.ts';
import type { TextEmbedder } from './ai/text-embedder.ts';
import type { TextGenerator } from './ai/text-generator.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Locks } from './database/locks.ts';
import type { PdfExtractor } from './documents/extract-pdf.ts';
import type { PageRecognizer } from './documents/recognition/page-recognizer.ts';
import type { EventBus } from './events/event-bus.ts';
import type { FileStore } from './files/file-store.ts';
import type { FreeSpace } from './files/free-space.ts';
import type { UnfinishedFiles } from './files/unfinished-files.ts';
import type { JobAdministration } from './jobs/job-administration.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { SemanticSearch } from './search/semantic-search.ts';
import type { RateLimits } from './security/rate-limits.ts';
import type { Secrets } from './security/secrets.ts';
import type { SignInProvider } from './sign-in/sign-in-provider.ts';
import type { PublicWeb } from './web-fetch/public-web.ts';

/** What a use-case may be given. `server/dependencies.ts` chooses the implementations. */
export interface Dependencies {
  readonly config: Config;
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
  /** Null where no language model is configured: the built-in composers then write alone. */
  readonly textGenerator: TextGenerator | null;
  /** The language model that writes in the worker, also where this process does not have it; null where the rules write. */
  readonly writerName: string | null;
  readonly log: Log;
  readonly metrics: Metrics;
  /** How each model stands: there, being fetched, or missing and why. */
  readonly readModelStates: () => Promise<Record<string, ComponentHealth>>;
}

/** What the worker's use-cases are given on top: models and the outside world. The api process never has them. */
export interface WorkerDependencies extends Dependencies {
  readonly speechToText: SpeechToText;
  readonly speechDetector: SpeechDetector;
  readonly textEmbedder: TextEmbedder;
  readonly answerJudge: AnswerJudge;
  /** Reads pairs as the other judge does; of what, `judgeCandidates` says. */
  readonly pdfExtractor: PdfExtractor;
  readonly pageRecognizer: PageRecognizer;
  readonly publicWeb: PublicWeb;
  /** Fetches the models that are missing; never throws for one that cannot be had. Returns how each stands then. */
  readonly fetchModels: (signal: AbortSignal) => Promise<Record<string, ComponentHealth>>;
  /** Null where SMTP is not configured. */
  readonly mailer: Mailer | null;
}

/** Who acts: a signed-in instructor. */
export interface Actor {
  readonly userId: number;
  /** The same number: each user is their own instructor. */
  readonly instructorId: number;
  /** The session whose access token was sent; absent with an API key alone. */
  readonly sessionId?: string;
  /** The named API key that was sent. */
  readonly apiKeyId?: string;
  readonly isAdministrator?: boolean;
  /** The session may do nothing but set up the second factor. */
  readonly mustSetUpTwoFactor?: boolean;
}

/** Who administers: an administrator's account, or null for the command line on the server. */
export interface Administrator {
  readonly userId: number | null;
}
