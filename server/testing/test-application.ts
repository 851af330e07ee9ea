import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import { pino } from 'pino';
import { session } from '#contract/accounts.ts';
import type { TextGenerator } from '../ai/text-generator.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { readConfig, type Config, type RateLimitConfig } from '../config.ts';
import type { LimitsConfig } from '../configuration/operations-config.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { openApiDependencies, openWorkerDependencies, type Opened } from '../open-dependencies.ts';
import { adoptRootSecret } from '../features/accounts/end-access.ts';
import {
  awaitsFirstAdministrator,
  readFirstAdministratorLink,
} from '../features/accounts/first-administrator.ts';
import { insertRegistrationLink } from '../features/accounts/one-time-token.store.ts';
import { createOneTimeToken } from '../features/accounts/one-time-tokens.ts';
import type { Application } from '../platform/http/application.ts';
import { createApp } from '../app.ts';
import { allJobs, workerJobs } from '../features/jobs.ts';
import { createQueues, startPgBoss } from '../platform/jobs/pg-boss-job-queue.ts';
import { runJobs } from '../platform/jobs/run-jobs.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WorkerDependencies } from '../worker-dependencies.ts';
import { hashCheaplyInTests } from '../platform/security/passwords.ts';
import { createTestDatabase } from './database.ts';
import {
  createFakeSemanticSearch,
  createFakeWorkerModels,
  fakeLanguageModels,
  fakeSmallModel,
} from './fake-models.ts';
import { call, type Answer, type CallOptions, TestInstructor } from './test-instructor.ts';

export interface TestApplicationOptions {
  /** Environment variables as an operator would set them. */
  readonly variables?: Record<string, string>;
  readonly limits?: Partial<LimitsConfig>;
  readonly rateLimits?: Partial<RateLimitConfig>;
  /** Nothing new is stored while the disk has fewer free bytes. */
  readonly freeFloorBytes?: number;
  /** A build of the web app; without it only the API is served, even if this machine has a build. */
  readonly webDirectory?: string;
  /** Runs the real worker in this process. */
  readonly worker?: boolean;
  /** `real` is for tests named `*.slow.test.ts`, and needs the models' files. Otherwise `fake-models.ts` answers. */
  readonly models?: 'fake' | 'real';
  /** `fake` writes drafts. Without a model, no questions are written. */
  readonly languageModel?: 'fake';
  /** Replaces what a test must not have: the outside world, a broken model. */
  readonly workerOverrides?: Partial<WorkerDependencies>;
  /** Default: the system's clock. `new ManualClock()` moves only when the test advances it. */
  readonly clock?: Clock;
  /** Leads to the database some other way than straight. */
  readonly reroute?: (databaseUrl: string) => Promise<string>;
  /** Replaces parts of what the api process is given. */
  readonly overrides?: (dependencies: Dependencies) => Partial<Dependencies>;
}

interface LogEntry {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}
const ERROR_LEVEL = 50;

/**
 * A separate, complete Lectern: a database copied from a migrated template, a temporary data directory, and the real
 * HTTP application on its own port. `close` fails if the application logged an error that no test expects.
 */
export interface TestApplication {
  readonly origin: string;
  readonly app: Application;
  readonly dependencies: Dependencies;
  /** Only with `worker`. */
  readonly worker: Opened<WorkerDependencies>;
  readonly databaseUrl: string;
  readonly dataDirectory: string;
  readonly routes: readonly RouteOptions[];
  readonly log: readonly LogEntry[];
  /** Takes the errors logged so far as expected, and returns their messages. */
  takeErrors(): string[];
  /** An anonymous call. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, json?: unknown): Promise<Answer>;
  /** Creates an account with a new address, and signs it in. */
  register(email?: string): Promise<TestInstructor>;
  /** A second api process's worth of application on the same database and files, with other settings if given. */
  startAnother(changes?: Partial<Config>): Promise<{ origin: string; close: () => Promise<void> }>;
  close(): Promise<void>;
}

export { eventually } from './eventually.ts';

export const TEST_PASSWORD = 'correct horse battery';

/** An email address that is unique in this run. */
export const newEmail = (): string => `${randomBytes(6).toString('hex')}@example.test`;

async function prepareTemplate(connectionString: string): Promise<void> {
  await migrateToLatest(connectionString);
  // The template includes the tables of the queue: creating them for each test would take longer than most tests.
  const boss = await startPgBoss({
    connectionString,
    role: 'sender',
    maximumConnections: 1,
    log: pino({ level: 'silent' }),
  });
  await createQueues(boss, allJobs);
  await boss.stop({ graceful: false });
}

export async function startTestApplication(options: TestApplicationOptions = {}): Promise<TestApplication> {
  hashCheaplyInTests();
  const testDatabase = await createTestDatabase({ migrate: prepareTemplate, templateName: 'application' });
  const databaseUrl =
    (await options.reroute?.(testDatabase.connectionString)) ?? testDatabase.connectionString;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-application-'));
  const entries: LogEntry[] = [];
  let taken = 0;
  const log = pino(
    { level: 'info', serializers: { req: () => undefined } },
    { write: (line: string) => void entries.push(JSON.parse(line) as LogEntry) },
  );
  const settings = readConfig({
    DATA_DIR: dataDirectory,
    MODELS_DIR: join(import.meta.dirname, '../../models'),
    // Only tests of the question bank need it.
    PREPARE_QUESTIONS: 'off',
    ...options.variables,
  });
  const config: Config = {
    ...settings,
    operations: {
      ...settings.operations,
      limits: {
        ...settings.operations.limits,
        // Parallel tests delay the event loop, and tests call as fast as they can.
        overloadDelayMilliseconds: 0,
        callsPerSecondPerInstructor: 1_000_000,
        workMillisecondsPerSecondPerInstructor: 1_000_000,
        ...options.limits,
      },
    },
    rateLimits: { ...settings.rateLimits, ...options.rateLimits },
    storage: {
      ...settings.storage,
      ...(options.freeFloorBytes === undefined ? {} : { freeFloorBytes: options.freeFloorBytes }),
    },
    webDirectory: options.webDirectory ?? join(dataDirectory, 'no-web-app'),
  };
  const clock = options.clock ?? systemClock;
  const opened = await openApiDependencies({ config, databaseUrl, log, clock });
  const fakeWriter = (generator: TextGenerator | null): Partial<Dependencies> =>
    options.languageModel === 'fake' ? { languageModels: fakeLanguageModels(generator) } : {};
  const given = { ...opened.dependencies, ...fakeSearch(opened.dependencies), ...fakeWriter(null) };
  const dependencies = { ...given, ...options.overrides?.(given) };
  await adoptRootSecret(dependencies);
  const worker = options.worker === true ? await startWorker() : undefined;
  const routes: RouteOptions[] = [];
  const { app, origin } = await listen(dependencies, (route) => routes.push(route));

  function fakeSearch({ database }: Dependencies): Partial<Dependencies> {
    return options.models === 'real' ? {} : { semanticSearch: createFakeSemanticSearch(database) };
  }

  async function startWorker(): Promise<Opened<WorkerDependencies>> {
    const started = await openWorkerDependencies({ config, databaseUrl, log, clock });
    const workerDependencies = {
      ...started.dependencies,
      ...fakeSearch(started.dependencies),
      ...(options.models === 'real' ? {} : createFakeWorkerModels(config)),
      ...fakeWriter(fakeSmallModel),
      ...options.workerOverrides,
    };
    await runJobs(started.boss, workerDependencies, workerJobs);
    return { ...started, dependencies: workerDependencies };
  }

  async function listen(
    served: Dependencies,
    onRoute: (route: RouteOptions) => void,
  ): Promise<{ app: Application; origin: string }> {
    const application = await createApp(served, { logger: log, onRoute });
    await application.listen({ port: 0, host: '127.0.0.1' });
    const { port } = application.server.address() as AddressInfo;
    return { app: application, origin: `http://127.0.0.1:${port}` };
  }

  /** Where Lectern sends mail: as if the link with which a registration begins had come. */
  async function pretendMailedLink(email: string): Promise<string> {
    const { token, hash } = createOneTimeToken();
    await insertRegistrationLink(dependencies.database, {
      id: randomUUID(),
      email,
      token_hash: hash,
      invitation_hash: null,
      expires_at: new Date(Date.now() + 60_000),
    });
    return token;
  }

  const takeErrors = (): string[] => {
    const errors = entries.slice(taken).filter(({ level }) => level >= ERROR_LEVEL);
    taken = entries.length;
    return errors.map(({ msg, err }) =>
      err === undefined ? msg : `${msg} ${err.stack ?? String(err.message)}`,
    );
  };

  return {
    origin,
    app,
    dependencies,
    databaseUrl,
    dataDirectory,
    routes,
    log: entries,
    takeErrors,
    get worker() {
      if (worker === undefined) throw new Error('Start the application with worker: true.');
      return worker;
    },
    call: (method, path, callOptions) => call(origin, method, path, callOptions),
    post: (path, json = {}) => call(origin, 'POST', path, { json }),
    register: async (email = newEmail()) => {
      const password = { password: TEST_PASSWORD, password2: TEST_PASSWORD };
      const verification = config.mail === undefined ? '' : await pretendMailedLink(email);
      const invitation = (await awaitsFirstAdministrator(dependencies, dependencies.database))
        ? ((await readFirstAdministratorLink(dependencies, { isNew: false }))?.split('#token=')[1] ?? '')
        : '';
      const json = { username: email, email, ...password, verification, invitation };
      const answer = await call(origin, 'POST', '/api/auth/register/', { json });
      return new TestInstructor(origin, answer.read(201, session));
    },
    startAnother: async (changes = {}) => {
      const second = await openApiDependencies({
        config: { ...config, ...changes },
        databaseUrl,
        log,
        clock,
      });
      await adoptRootSecret(second.dependencies);
      const secondDependencies = { ...second.dependencies, ...fakeSearch(second.dependencies) };
      const listening = await listen(secondDependencies, () => undefined);
      return {
        origin: listening.origin,
        close: async () => {
          await listening.app.close();
          await second.close();
        },
      };
    },
    close: async () => {
      await app.close();
      await worker?.close();
      await opened.close();
      await testDatabase.drop();
      await rm(dataDirectory, { recursive: true, force: true });
      const errors = takeErrors();
      if (errors.length > 0) throw new Error(`Unexpected errors were logged:\n${errors.join('\n')}`);
    },
  };
}
