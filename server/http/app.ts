import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyBaseLogger, type RouteOptions } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { registerAccountCareRoutes } from '../features/accounts/account-care.routes.ts';
import { registerAccountRoutes } from '../features/accounts/account.routes.ts';
import { registerApiKeyRoutes } from '../features/accounts/api-key.routes.ts';
import { registerPasswordResetRoutes } from '../features/accounts/password-reset.routes.ts';
import { registerProviderRoutes } from '../features/accounts/provider/provider.routes.ts';
import { registerTwoFactorRoutes } from '../features/accounts/two-factor/two-factor.routes.ts';
import { registerActivityRoutes } from '../features/activity/activity.routes.ts';
import { registerAccountAdministrationRoutes } from '../features/administration/account-administration.routes.ts';
import { registerOperationsRoutes } from '../features/administration/operations.routes.ts';
import { registerTwoFactorAdministrationRoutes } from '../features/administration/two-factor-administration.routes.ts';
import { registerAnswerStreamRoute } from '../features/assistant/answer-stream.routes.ts';
import { registerAssistantRoutes } from '../features/assistant/assistant.routes.ts';
import { registerCourseRoutes } from '../features/courses/course.routes.ts';
import { registerDashboardRoutes } from '../features/dashboard/dashboard.routes.ts';
import { registerHealthRoutes } from '../features/health/health.routes.ts';
import { registerLessonRoutes } from '../features/lessons/lesson.routes.ts';
import { registerQuestionBankRoutes } from '../features/quizzes/bank/question-bank.routes.ts';
import { registerCoverageRoutes } from '../features/quizzes/coverage-map/coverage.routes.ts';
import { registerQuestionEditingRoutes } from '../features/quizzes/editing/question-editing.routes.ts';
import { registerQuizRoutes } from '../features/quizzes/quiz.routes.ts';
import { registerSearchRoutes } from '../features/search/search.routes.ts';
import { registerSummaryRoutes } from '../features/summaries/summary.routes.ts';
import { registerTranscriptRoutes } from '../features/transcripts/transcript.routes.ts';
import { registerTrashRoutes } from '../features/trash/trash.routes.ts';
import { registerFileRoutes } from '../features/uploads/file.routes.ts';
import { registerResumableUploadRoutes } from '../features/uploads/resumable/resumable-upload.routes.ts';
import { registerUploadRoutes } from '../features/uploads/upload.routes.ts';
import { TUS_ANSWER_HEADERS, TUS_REQUEST_HEADERS } from '../../contract/uploads.ts';
import type { Config } from '../config.ts';
import type { Dependencies } from '../ports.ts';
import type { Application } from './application.ts';
import { requireAuthentication } from './authentication.ts';
import { bareAnswerHeaders } from './bare-answers.ts';
import { limitBodies } from './body-budget.ts';
import { answerFaultyHttp, answerFrameworkErrors, answerProblems } from './error-handler.ts';
import { registerEventRoutes } from './events.routes.ts';
import { listFileOrigins } from './file-origins.ts';
import { readJsonBodies } from './json-bodies.ts';
import { limitCallRate } from './call-rate.ts';
import { createPlaces, limitPlaces, shedLoad } from './load-shedding.ts';
import { registerMetricsRoutes } from './metrics.routes.ts';
import { describeApi, leadToDocumentation, registerDocumentation } from './openapi.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { followRequests } from './request-context.ts';
import { createRequestIds } from './request-id.ts';
import { countRequests } from './request-metrics.ts';
import { nameRouteWork } from './route-work.ts';
import { logSecurityEvents } from './security-events.ts';
import { refuseSlowBodies } from './slow-bodies.ts';
import { discardUnreadBodies } from './unread-bodies.ts';
import { registerWebApp } from './web-app.ts';
import { limitWork } from './work-limits.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

/** A client that has not finished its headers by then has no intention to. */
const HEADERS_MILLISECONDS = 20_000;
const HEADERS_CHECK_MILLISECONDS = 5_000;

/** Longer than the 60 s for which proxies keep a connection that they may use again. */
const KEEP_ALIVE_MILLISECONDS = 75_000;

/** A connection on which nothing moves, in neither direction: longer than any request waits for its job. */
const SILENCE_MILLISECONDS = 30 * 60_000;

/** How often a server that stops looks for connections that have nothing more to say. */
const IDLE_CHECK_MILLISECONDS = 100;

/** A number of proxies is trusted counting from this server. */
const trustOf = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : (proxies ?? false);

export interface AppOptions {
  readonly logger?: FastifyBaseLogger;
  readonly onRoute?: (route: RouteOptions) => void;
  /** Whether this process was asked to stop, so that clients and load balancers should go elsewhere. */
  readonly isDraining?: () => boolean;
}

/** Builds the HTTP application without listening. Routes deny whoever is not signed in unless they say otherwise. */
export async function createApp(dependencies: Dependencies, options: AppOptions = {}): Promise<Application> {
  const { config, metrics } = dependencies;
  const { isDraining = () => false } = options;
  const bareHeaders = bareAnswerHeaders(config.publicUrl);
  const app = Fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    // One line for each answer is written below, with its outcome.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 250 },
    genReqId: createRequestIds(config.trustProxy),
    // The log itself knows which request it writes for (logger.ts); a logger for each would say it twice.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustOf(config.trustProxy),
    // An upload may take hours; bodies that trickle in are slow-bodies.ts's.
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_MILLISECONDS, connectionsCheckingInterval: HEADERS_CHECK_MILLISECONDS },
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    connectionTimeout: SILENCE_MILLISECONDS,
    // What still arrives on an open connection while the server stops is served like all else.
    return503OnClosing: false,
    frameworkErrors: answerFrameworkErrors(bareHeaders),
    clientErrorHandler: answerFaultyHttp(bareHeaders),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON alone: the upload routes add what they take themselves.
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);
  answerProblems(app);
  discardUnreadBodies(app);
  closeIdleConnections(app);
  app.server.maxConnections = config.operations.limits.connections;
  nameRouteWork(app);
  followRequests(app);
  logSecurityEvents(app);
  if (config.operations.metrics.isOn) countRequests(app, metrics);
  refuseSlowBodies(app, bareHeaders);
  sendClientsElsewhere(app, isDraining);
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute);

  await app.register(helmet, {
    contentSecurityPolicy: {
      // Helmet's defaults would send browsers to https, which an installation on a plain network lacks.
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') === true,
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['authorization', 'api-key', 'content-type', ...TUS_REQUEST_HEADERS],
      exposedHeaders: [...TUS_ANSWER_HEADERS],
      maxAge: 600,
    });
  }
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] });
  await describeApi(app);
  const places = createPlaces(config);
  shedLoad(app, dependencies, places);
  refuseOtherMethods(app);
  requireAuthentication(app, dependencies);
  limitCallRate(app, dependencies);
  limitPlaces(app, dependencies, places);
  limitWork(app, dependencies);
  limitBodies(app, dependencies);

  registerHealthRoutes(app, dependencies, isDraining);
  registerMetricsRoutes(app, dependencies);
  registerAccountRoutes(app, dependencies);
  registerAccountCareRoutes(app, dependencies);
  registerApiKeyRoutes(app, dependencies);
  registerPasswordResetRoutes(app, dependencies);
  registerProviderRoutes(app, dependencies);
  registerTwoFactorRoutes(app, dependencies);
  registerAccountAdministrationRoutes(app, dependencies);
  registerTwoFactorAdministrationRoutes(app, dependencies);
  registerOperationsRoutes(app, dependencies);
  registerCourseRoutes(app, dependencies);
  registerLessonRoutes(app, dependencies);
  registerTranscriptRoutes(app, dependencies);
  registerSummaryRoutes(app, dependencies);
  registerQuizRoutes(app, dependencies);
  registerQuestionEditingRoutes(app, dependencies);
  registerQuestionBankRoutes(app, dependencies);
  registerCoverageRoutes(app, dependencies);
  await registerUploadRoutes(app, dependencies);
  await registerResumableUploadRoutes(app, dependencies);
  registerFileRoutes(app, dependencies);
  registerSearchRoutes(app, dependencies);
  registerAssistantRoutes(app, dependencies);
  registerAnswerStreamRoute(app, dependencies);
  registerTrashRoutes(app, dependencies);
  registerDashboardRoutes(app, dependencies);
  registerActivityRoutes(app, dependencies);
  registerEventRoutes(app, dependencies);
  await registerDocumentation(app);
  const isWebAppThere = await registerWebApp(app, {
    directory: config.webDirectory,
    settings: { ...config.web, storeName: dependencies.files.name },
    fileOrigins: await listFileOrigins(dependencies),
  });
  if (!isWebAppThere) leadToDocumentation(app);
  return app;
}

/**
 * Node closes the idle connections when a server begins to stop, and no others: one whose answer was still under way
 * would be kept alive for a minute more, and one on which nothing was ever said, such as browsers open ahead of need,
 * for as long as the client likes; and so would the process.
 */
function closeIdleConnections(app: Application): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', (done) => {
    const timer = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    }, IDLE_CHECK_MILLISECONDS);
    app.server.once('close', () => clearInterval(timer));
    done();
  });
}

/** Before a process that drains takes no more connections, those that it has are to end with their next answer. */
function sendClientsElsewhere(app: Application, isDraining: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done();
  });
}
