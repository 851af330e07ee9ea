import type { FastifyBaseLogger } from 'fastify';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PgBoss } from 'pg-boss';
import { createAiSdkTextGenerator } from './ai/ai-sdk/ai-sdk-text-generator.ts';
import { createAnswerJudge } from './ai/answer-judge/create-answer-judge.ts';
import { neededMemoryBytes, readFreeMemoryBytes } from './ai/llama/free-memory.ts';
import { createLlamaTextGenerator, type LlamaTextGenerator } from './ai/llama/llama-text-generator.ts';
import type { LanguageModels, ModelServices } from './ai/language-models.ts';
import { createMiniLmTextEmbedder } from './ai/minilm/minilm-text-embedder.ts';
import { fetchChosenModels } from './ai/model-files/fetch-chosen-models.ts';
import { modelPaths } from './ai/model-files/model-catalogue.ts';
import {
  findLocalModelProblem,
  listLocalModels,
  readAllModelStates,
  resolveLocalLanguageModel,
} from './ai/model-files/local-language-model.ts';
import { afterDownload } from './ai/model-files/after-download.ts';
import { followLanguageModel } from './ai/model-services/follow-language-model.ts';
import { isInContainer } from './ai/model-services/is-in-container.ts';
import { createMoonshineSpeechToText } from './ai/moonshine/moonshine-speech-to-text.ts';
import { createOpenAiCompatibleSpeechToText } from './ai/openai-compatible/openai-compatible-speech-to-text.ts';
import { createSileroSpeechDetector } from './ai/speech-detection/speech-detector.ts';
import type { SpeechToText } from './ai/speech-to-text.ts';
import { createTesseractPageRecognizer } from './ai/tesseract/tesseract-page-recognizer.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import type { Config } from './config.ts';
import type { LocalLanguageModelConfig } from './configuration/language-model-config.ts';
import { openDatabase, openPool } from './platform/database/database.ts';
import { PostgresLocks } from './platform/database/postgres-locks.ts';
import { createPdfExtractor } from './documents/extract-pdf.ts';
import { PostgresEventBus } from './platform/events/postgres-event-bus.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { createFreeSpace } from './platform/files/free-space.ts';
import { LocalDiskFileStore } from './platform/files/local-disk-file-store.ts';
import { temporaryFolderOf } from './platform/files/temporary-file.ts';
import { LocalDiskUnfinishedFiles } from './platform/files/local-disk-unfinished-files.ts';
import { UnfinishedFilesInParts } from './platform/files/unfinished-files-in-parts.ts';
import type { UnfinishedFiles } from './platform/files/unfinished-files.ts';
import { allJobs } from './features/jobs.ts';
import { loadStoredChoice } from './features/language-model/stored-choice.ts';
import { PgBossJobAdministration } from './platform/jobs/pg-boss-job-administration.ts';
import { createQueues, PgBossJobQueue, startPgBoss } from './platform/jobs/pg-boss-job-queue.ts';
import { createSmtpMailer } from './platform/mail/smtp-mailer.ts';
import { countAudio } from './platform/metrics/count-audio.ts';
import { countStoreErrors } from './platform/metrics/count-store-errors.ts';
import { openMetrics } from './platform/metrics/open-metrics.ts';
import type { Dependencies } from './dependencies.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';
import { createMiniLmSemanticSearch } from './search/minilm-semantic-search.ts';
import { createRateLimits } from './platform/security/rate-limits.ts';
import { loadSecrets } from './platform/security/secrets.ts';
import { createOpenIdConnectProvider } from './platform/sign-in/openid-connect-provider.ts';
import { downloadPublicUrl } from './platform/web-fetch/fetch-public-url.ts';
import type { PublicWeb } from './platform/web-fetch/public-web.ts';
import { fetchYoutubeCaptions } from './platform/web-fetch/youtube-captions.ts';

/** The dependencies of one process, what it must close, and pg-boss for the worker that runs it. */
export interface Opened<Kind> {
  readonly dependencies: Kind;
  readonly boss: PgBoss;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: FastifyBaseLogger;
  readonly clock?: Clock;
}

/** Opens the file store that the settings choose. Only then is its program loaded: most installations need none. */
export async function openFileStore({
  dataDirectory,
  fileStore,
}: Pick<Config, 'dataDirectory' | 'fileStore'>): Promise<FileStore> {
  if (fileStore.kind === 'azure') {
    const { AzureFileStore } = await import('./platform/files/azure-file-store.ts');
    return new AzureFileStore(fileStore, dataDirectory);
  }
  if (fileStore.kind === 's3') {
    const { S3FileStore } = await import('./platform/files/s3-file-store.ts');
    return new S3FileStore(fileStore, dataDirectory);
  }
  return new LocalDiskFileStore(join(dataDirectory, 'files'));
}

/** On a disk a file grows in its place; elsewhere parts are put together. */
const openUnfinishedFiles = (files: FileStore): UnfinishedFiles =>
  files instanceof LocalDiskFileStore
    ? new LocalDiskUnfinishedFiles(files.root)
    : new UnfinishedFilesInParts(files);

/** Memory for passage vectors: 1,000 take 1.5 MB. Vectors that do not fit are read on each search. */
const SEARCH_MEMORY_MEGABYTES = 256;
/** Database connections of a process for queries and for the job queue; docs/deploy.md adds them up. */
export const API_CONNECTIONS = { pool: 12, jobs: 3 };
export const WORKER_CONNECTIONS = { pool: 8, jobs: 4 };

/** Connects everything that the api process needs. The database must have been migrated. */
export const openApiDependencies = (options: OpenOptions): Promise<Opened<Dependencies>> =>
  openShared(options, 'sender', API_CONNECTIONS);

/** Connects what a worker needs, models included; they load when first used. */
export async function openWorkerDependencies(options: OpenOptions): Promise<Opened<WorkerDependencies>> {
  const { config, log } = options;
  const shared = await openShared(options, 'worker', WORKER_CONNECTIONS);
  const paths = modelPaths(config.modelsDirectory);
  const textEmbedder = createMiniLmTextEmbedder({ files: paths.miniLm });
  const answerJudge = createAnswerJudge(paths.miniLm);
  const speechToText = countAudio(createSpeechToText(config), shared.dependencies.metrics);
  const speechDetector = createSileroSpeechDetector({ modelPath: paths.sileroPath });
  const temporaryFolder = temporaryFolderOf(config.dataDirectory);
  const pdfExtractor = createPdfExtractor({ temporaryFolder });
  const mailer = config.mail === undefined ? null : createSmtpMailer(config.mail);
  const pageRecognizer = createTesseractPageRecognizer({
    languages: config.ocrLanguages,
    modelsDirectory: config.modelsDirectory,
    processes: Math.max(1, Math.min(4, availableParallelism())),
    temporaryFolder,
  });
  const { languageModels } = shared.dependencies;
  return {
    ...shared,
    dependencies: {
      ...shared.dependencies,
      speechToText,
      speechDetector,
      textEmbedder,
      answerJudge,
      pdfExtractor,
      pageRecognizer,
      publicWeb,
      localModels: { open: (local) => createLocalTextGenerator(local, config) },
      fetchModels: async (signal) => {
        const localLanguageModel = languageModels.current().choice.local;
        return { ...(await fetchChosenModels({ ...config, localLanguageModel }, log, signal)) };
      },
      mailer,
    },
    close: async () => {
      // First, since jobs that run get a moment to end, and need the models for it.
      await shared.close();
      mailer?.close();
      await Promise.all([
        textEmbedder.close(),
        answerJudge.close(),
        speechToText.close(),
        speechDetector.close(),
        pdfExtractor.close(),
        pageRecognizer.close(),
      ]);
    },
  };
}

const publicWeb: PublicWeb = {
  download: (url, path, options) => downloadPublicUrl(url, path, options),
  fetchCaptions: (url, signal) => fetchYoutubeCaptions(url, signal === undefined ? {} : { signal }),
};

function createSpeechToText(config: Config): SpeechToText {
  const service = config.transcriptionService;
  if (service !== undefined) return createOpenAiCompatibleSpeechToText(service);
  const moonshine = createMoonshineSpeechToText({
    files: modelPaths(config.modelsDirectory).moonshine,
    processes: Math.max(1, Math.min(4, availableParallelism())),
  });
  return afterDownload(moonshine, config.modelsDirectory);
}

/** Only workers have it: api and worker would each load a model of a gigabyte and more. */
function createLocalTextGenerator(
  config: LocalLanguageModelConfig,
  { modelsDirectory }: Pick<Config, 'modelsDirectory'>,
): LlamaTextGenerator {
  const local = resolveLocalLanguageModel(config, modelsDirectory);
  return createLlamaTextGenerator({
    name: local.name,
    modelPath: local.path,
    timeoutSeconds: config.timeoutSeconds,
    usesGpu: config.usesGpu,
    writerAdapterPath: local.writerAdapterPath,
    findProblem: () => findLocalModelProblem(local, modelsDirectory),
  });
}

function createModelStatesReader(
  languageModels: LanguageModels,
  { modelsDirectory }: Config,
): Dependencies['readModelStates'] {
  return async () => {
    const chosen = languageModels.current().choice.local;
    const local = chosen && resolveLocalLanguageModel(chosen, modelsDirectory);
    return { ...(await readAllModelStates(modelsDirectory, local)) };
  };
}

/** Loads the AI SDK, 10 MB that most processes never need. */
const loadModelLists = () => import('./ai/model-services/list-models.ts');

const createModelServices = ({ modelsDirectory }: Config, clock: Clock): ModelServices => ({
  isInContainer: isInContainer(),
  openService: (service) => createAiSdkTextGenerator(service, clock),
  listModels: async (service, signal) => (await loadModelLists()).listModels(service, { clock, signal }),
  discover: async () => (await import('./ai/model-services/discover-services.ts')).discoverServices(clock),
  listLocalModels: () => listLocalModels(modelsDirectory, neededMemoryBytes),
  readFreeMemoryBytes,
  readContextTokens: async (service, signal) =>
    (await loadModelLists()).readContextTokens(service, { clock, signal }),
});

async function openShared(
  { config, databaseUrl, log, clock = systemClock }: OpenOptions,
  role: 'sender' | 'worker',
  connections: { pool: number; jobs: number },
): Promise<Opened<Dependencies>> {
  const pool = openPool(databaseUrl, {
    maximumConnections: config.databasePoolSize ?? connections.pool,
    isFair: role === 'sender',
    clock,
    onError: (error) => {
      log.warn({ error: error.message }, 'A database connection broke; another is made when needed.');
    },
  });
  const database = openDatabase(pool);
  const boss = await startPgBoss({
    connectionString: databaseUrl,
    log,
    role,
    maximumConnections: connections.jobs,
  });
  await createQueues(boss, allJobs);
  // The network always uses real time, even in tests with another clock.
  const events = await PostgresEventBus.connect(databaseUrl, log, systemClock);
  const freeSpace = createFreeSpace(config.dataDirectory);
  const jobs = new PgBossJobQueue(boss, allJobs, config.operations.limits);
  const metrics = await openMetrics(config.operations.metrics, role === 'worker' ? 'worker' : 'api', clock);
  metrics.watch({
    readPoolUse: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listQueues: () => jobs.listQueues(),
    readFreeBytes: () => freeSpace.readBytes(),
  });
  const files = await openFileStore(config);
  const locks = new PostgresLocks(databaseUrl, log);
  const semanticSearch = createMiniLmSemanticSearch({
    files: modelPaths(config.modelsDirectory).miniLm,
    databaseUrl,
    memoryMegabytes: SEARCH_MEMORY_MEGABYTES,
  });
  const secrets = await loadSecrets(config);
  const modelServices = createModelServices(config, clock);
  const languageModels = await followLanguageModel({
    fallback: { service: config.languageModel, local: config.localLanguageModel },
    loadStored:
      config.languageModelVariables.length > 0 ? undefined : () => loadStoredChoice(database, secrets),
    openService: (service) => modelServices.openService(service),
    openLocal: role === 'worker' ? (local) => createLocalTextGenerator(local, config) : undefined,
    nameLocal: (local) => resolveLocalLanguageModel(local, config.modelsDirectory).name,
    events,
    clock,
    log,
  });
  const dependencies: Dependencies = {
    config,
    clock,
    database,
    events,
    files: countStoreErrors(files, metrics),
    unfinishedFiles: openUnfinishedFiles(files),
    freeSpace,
    locks,
    jobs,
    jobAdministration: new PgBossJobAdministration(boss),
    secrets,
    rateLimits: createRateLimits(pool, config.rateLimits),
    signInProvider:
      config.signInProvider === undefined ? null : createOpenIdConnectProvider(config.signInProvider, clock),
    semanticSearch,
    languageModels,
    modelServices,
    log,
    metrics,
    readModelStates: createModelStatesReader(languageModels, config),
  };
  const close = async () => {
    await boss.stop({ graceful: true, timeout: 10_000 });
    await languageModels.close();
    await semanticSearch.close();
    await events.close();
    await locks.close();
    await database.destroy();
  };
  return { dependencies, boss, close };
}
