import type { FastifyReply, FastifyRequest } from 'fastify';
import { PLACEHOLDER_API_KEY } from '../../contract/accounts.ts';
import { findActorByAccessToken, findActorByApiKey } from '../features/accounts/identify-actor.ts';
import type { Actor, Dependencies } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';

/**
 * Who may call a route. `instructor`, the default, wants an access token or an API key;
 * `api_key` wants the key even beside a token, as the AI service does.
 */
export type RouteAccess = 'public' | 'instructor' | 'api_key';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

const SIGN_IN = 'Sign in, or send an API key.';

/** Answers 401 for every route that does not say it is public, before its body is read. */
export function requireAuthentication(app: Application, dependencies: Dependencies): void {
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const access = request.is404 ? 'public' : (request.routeOptions.config.access ?? 'instructor');
    if (access === 'public') return;
    reply.header('cache-control', 'no-store');
    request.actor = await identify(dependencies, request, access);
  });
}

async function identify(
  dependencies: Dependencies,
  request: FastifyRequest,
  access: 'instructor' | 'api_key',
): Promise<Actor> {
  const apiKey = findApiKey(request);
  const token = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  // A token that is past its time answers 401 even beside a good key: the page then refreshes it.
  const byToken = token === undefined ? undefined : await findActorByAccessToken(dependencies, token);
  if (token !== undefined && byToken === undefined) {
    throw new ProblemError('token_invalid', 'The access token is not valid any more. Refresh it or sign in.');
  }
  const byKey = apiKey === undefined ? undefined : await findActorByApiKey(dependencies, apiKey);
  if (access === 'api_key') {
    if (byKey === undefined)
      throw new ProblemError('not_authenticated', 'An API key is required for uploads.');
    if (byToken !== undefined && byToken.userId !== byKey.userId) {
      throw new ProblemError('not_authenticated', 'The API key and the access token are of two accounts.');
    }
    return byKey;
  }
  const actor = byToken ?? byKey;
  if (actor === undefined) throw new ProblemError('not_authenticated', SIGN_IN);
  return actor;
}

function findApiKey(request: FastifyRequest): string | undefined {
  const header = request.headers['api-key'];
  return typeof header !== 'string' || header === '' || header === PLACEHOLDER_API_KEY ? undefined : header;
}

/** The signed-in instructor of a route that is not public. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new ProblemError('not_authenticated', SIGN_IN);
  return request.actor;
}
