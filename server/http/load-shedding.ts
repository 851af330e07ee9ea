import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';
import { watchOverload } from './overload.ts';

type Held = 'requests' | 'uploads' | 'waiting';

const PLACES = { upload: 'uploads', job: 'waiting' } as const;

const DETAILS: Record<Held | 'overload', string> = {
  overload: 'Lectern is very busy. Nothing was changed; try again in a moment.',
  requests: 'Lectern is very busy. Nothing was changed; try again in a moment.',
  uploads: 'Many files are being uploaded at this moment. Nothing was kept; try again in a moment.',
  waiting: 'Many people wait for summaries, quizzes and answers at this moment. Try again in a moment.',
};

/** Those who were turned away together should not all come back together. */
const RETRY_SECONDS = { least: 2, most: 8 };

/**
 * Turns requests away with 503 and `Retry-After`, before anything is done for them, while the event loop runs late or
 * as many as the limits allow are under way: it is better to serve some well than all badly. What was begun goes on.
 */
export function shedLoad(app: Application, { config, metrics, log }: Dependencies): void {
  const { limits } = config.operations;
  const most: Record<Held, number> = {
    requests: limits.requests,
    uploads: limits.uploads,
    waiting: limits.waitingRequests,
  };
  const held: Record<Held, number> = { requests: 0, uploads: 0, waiting: 0 };
  const overload = watchOverload(limits.overloadDelayMilliseconds, (isOverloaded) => {
    if (isOverloaded) log.warn({}, 'The process is overloaded; new requests are turned away.');
    else log.info({}, 'The process is no longer overloaded.');
  });
  app.addHook('onClose', () => {
    overload.close();
    return Promise.resolve();
  });

  const refuse = (reason: Held | 'overload'): ProblemError => {
    metrics.requestShed(reason);
    const { least, most: longest } = RETRY_SECONDS;
    const retryAfterSeconds = least + Math.floor(Math.random() * (longest - least + 1));
    return new ProblemError('service_unavailable', DETAILS[reason], { retryAfterSeconds });
  };
  const hold = (reply: FastifyReply, place: Held): void => {
    held[place] += 1;
    reply.raw.once('close', () => {
      held[place] -= 1;
    });
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { isNeverShed, work } = request.routeOptions.config;
    if (isNeverShed === true) {
      done();
      return;
    }
    if (overload.isOverloaded && work?.goesOn !== true) {
      done(refuse('overload'));
      return;
    }
    const place = placeOf(request);
    if (place !== undefined && held[place] >= most[place]) {
      done(refuse(place));
      return;
    }
    // A body that trickles in takes up no place yet; one that is streamed is the work itself.
    if (place !== undefined && (place !== 'requests' || !mayHaveBody(request))) hold(reply, place);
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (
      request.routeOptions.config.isNeverShed !== true &&
      placeOf(request) === 'requests' &&
      mayHaveBody(request)
    )
      hold(reply, 'requests');
    done();
  });
}

/** Undefined for what holds its connection alone. */
function placeOf(request: FastifyRequest): Held | undefined {
  const holds = request.routeOptions.config.work?.holds;
  if (holds === undefined) return 'requests';
  return holds === 'connection' ? undefined : PLACES[holds];
}

const mayHaveBody = ({ method }: FastifyRequest): boolean => method !== 'GET' && method !== 'HEAD';
