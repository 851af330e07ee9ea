import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyBaseLogger, type RouteOptions } from 'fastify';
import { type ZodTypeProvider, serializerCompiler } from 'fastify-type-provider-zod';
import type { Socket } from 'node:net';
import { TUS_ANSWER_HEADERS, TUS_REQUEST_HEADERS } from '#contract/uploads.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { Config } from '#server/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from './application.ts';
import { type FindActor, requireAuthentication } from './authentication.ts';
import { limitBodies } from './body-budget.ts';
import { limitCallRate, limitConcurrency, limitWork } from './account-limits.ts';
import { answerFaultyHttp, answerFrameworkErrors, answerProblems, errorHeaders } from './error-handler.ts';
import { type DelayMeter, shedLoad } from './overload.ts';
import { paceWork } from './paced-work.ts';
import { describeApi } from './openapi.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { createRequestIds, followRequests } from './request-context.ts';
import { countRequests } from './request-metrics.ts';
import { logSecurityEvents } from './security-events.ts';
import { refuseSlowBodies } from './slow-bodies.ts';
import { refuseSlowReaders } from './slow-readers.ts';
import { limitTexts } from './text-budget.ts';
import { validateRequest } from './validate-request.ts';

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

const TRUSTS_EVERYONE =
  'TRUST_PROXY=true believes whatever address a client claims to have, so no limit by address holds and the audit log can be forged. Name your proxy instead, such as TRUST_PROXY=loopback for one on this machine.';

export interface ServerOptions {
  readonly findActor: FindActor;
  readonly logger?: FastifyBaseLogger;
  readonly onRoute?: (route: RouteOptions) => void;
  /** Whether this process was asked to stop, so that clients and load balancers should go elsewhere. */
  readonly isDraining?: () => boolean;
  /** Otherwise measures the event loop of this process. */
  readonly delayMeter?: () => DelayMeter;
}

/** What all routes share: limits, errors, headers, logs and authentication. It knows no feature and has no route yet. */
export async function createServer(dependencies: Dependencies, options: ServerOptions): Promise<Application> {
  const { config, clock } = dependencies;
  const { isDraining = () => false } = options;
  const headersOfErrors = errorHeaders(config.publicUrl);
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
    frameworkErrors: answerFrameworkErrors(headersOfErrors),
    clientErrorHandler: answerFaultyHttp(headersOfErrors),
  }).withTypeProvider<ZodTypeProvider>();
  if (config.trustProxy === true) app.log.warn({}, TRUSTS_EVERYONE);
  app.setValidatorCompiler(validateRequest);
  app.setSerializerCompiler(serializerCompiler);
  // JSON alone: the upload routes add what they take themselves.
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);
  answerProblems(app);
  answerAsDescribed(app);
  discardUnreadBodies(app, clock);
  closeIdleConnections(app);
  app.server.maxConnections = config.operations.limits.connections;
  followRequests(app);
  logSecurityEvents(app);
  countRequests(app, dependencies);
  refuseSlowBodies(app, headersOfErrors, clock);
  refuseSlowReaders(app, clock);
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
      exposedHeaders: [...TUS_ANSWER_HEADERS, 'content-disposition'],
      maxAge: 600,
    });
  }
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] });
  await describeApi(app);
  shedLoad(app, dependencies, options.delayMeter);
  refuseOtherMethods(app);
  requireAuthentication(app, dependencies, options.findActor);
  limitCallRate(app, dependencies);
  paceWork(app, dependencies);
  limitConcurrency(app, dependencies);
  limitWork(app, dependencies);
  limitBodies(app, dependencies);
  limitTexts(app, dependencies);

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
    // In real time whatever clock was given: a test that does not move its clock must come to an end.
    const stopChecking = systemClock.every(IDLE_CHECK_MILLISECONDS, () => {
      app.server.closeIdleConnections();
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    });
    app.server.once('close', stopChecking);
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

/**
 * Reads JSON as Fastify does, but lets a request name JSON as its type and send nothing where nothing is wanted:
 * browsers' clients name it on every call, a DELETE included.
 */
function readJsonBodies(app: Application): void {
  // Refuses keys that could change the prototype of objects.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0 && request.routeOptions.schema?.body === undefined) {
      done(null, undefined);
      return;
    }
    // Read as bytes, which lie outside the heap: pieces of a long text joined as strings would fill it several times over.
    return parse(request, body.toString('utf8'), done);
  });
}

/** A route whose schema names one status of success answers with it, so that a handler only returns its result. */
function answerAsDescribed(app: Application): void {
  app.addHook('onRoute', (route) => {
    const statuses = Object.keys(route.schema?.response ?? {}).filter((status) => /^2\d\d$/u.test(status));
    if (statuses.length !== 1) return;
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      (_request, reply, done) => {
        reply.code(Number(statuses[0]));
        done();
      },
    ];
  });
}

/** How long a client may keep sending a body that no one reads: nginx's `lingering_time`. */
const LINGERING_MILLISECONDS = 30_000;

/**
 * When a request is answered before its body has arrived (a wrong key, a file of the wrong kind), the rest of the
 * body is read and thrown away, so that the client gets to read the answer: closing at once would make the
 * connection fail under its hands (RFC 9112, section 9.6). A client that does not come to an end is cut off.
 */
function discardUnreadBodies(app: Application, clock: Clock): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request;
    if (!raw.complete && !raw.destroyed) {
      // Fastify means to close the connection; that would reset it while the client still sends.
      if (reply.hasHeader('connection')) reply.removeHeader('connection');
      raw.unpipe();
      raw.resume();
      const cancelCut = clock.after(LINGERING_MILLISECONDS, () => raw.socket.destroy());
      raw.once('end', cancelCut);
      raw.once('close', cancelCut);
    }
    done();
  });
}
