import type { FastifyReply, FastifyRequest } from 'fastify';
import { PLACEHOLDER_API_KEY } from '#contract/accounts.ts';
import type { Actor } from '#server/actor.ts';
import type { Clock } from '../clock.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '../problem-error.ts';
import { BriefMemory } from '../security/brief-memory.ts';
import type { Application } from './application.ts';
import { nameInstructor } from './request-context.ts';

/**
 * Who may call a route. `instructor`, the default, wants an access token or an API key;
 * `api_key` wants the key even beside a token, as the AI service does; `administrator` wants the access token of one.
 */
export type RouteAccess = 'public' | 'instructor' | 'api_key' | 'administrator';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** Also for a session that must set up the second factor before it may do anything else. */
    duringSetUp?: true;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyInstance {
    /** Looks up the user's tokens and keys again from now on. Other processes learn of it from the event bus. */
    forgetIdentity(userId: number): void;
  }
}

/**
 * How long an account keeps working after it was deactivated, at most. Looking it up for each request would
 * double the questions to the database (docs/benchmarks.md). Where a session, a key or an account ends, that is said
 * to all processes, and this is how long an ended one works at most when the announcement is missed.
 */
const REMEMBERED = { milliseconds: 5_000, maximumEntries: 10_000 };

/** Finds out whose a credential is; undefined for one that is worth nothing. */
export interface FindActor {
  byToken(token: string): Promise<{ actor: Actor; expiresAt: Date } | undefined>;
  byKey(apiKey: string): Promise<Actor | undefined>;
}

interface Identities {
  byToken(token: string): Promise<Actor | undefined>;
  byKey(apiKey: string): Promise<Actor | undefined>;
  forget(isMeant: (actor: Actor) => boolean): void;
}

function rememberIdentities(findActor: FindActor, clock: Clock): Identities {
  const tokens = new BriefMemory<{ actor: Actor; expiresAt: Date }>({ ...REMEMBERED, clock });
  const keys = new BriefMemory<Actor>({ ...REMEMBERED, clock });
  return {
    byToken: async (token) => {
      const found = await tokens.findOr(token, () => findActor.byToken(token));
      return found !== undefined && found.expiresAt.getTime() > clock.now().getTime()
        ? found.actor
        : undefined;
    },
    byKey: (apiKey) => keys.findOr(apiKey, () => findActor.byKey(apiKey)),
    forget: (isMeant) => {
      tokens.forget(({ actor }) => isMeant(actor));
      keys.forget(isMeant);
    },
  };
}

/** Answers 401 for every route that does not say it is public, before its body is read. */
export function requireAuthentication(
  app: Application,
  { clock, events }: Pick<Dependencies, 'clock' | 'events'>,
  findActor: FindActor,
): void {
  const identities = rememberIdentities(findActor, clock);
  const forgetIdentity = (userId: number): void => {
    identities.forget((actor) => actor.userId === userId);
  };
  const stopListening = events.subscribe((announcement) => {
    if (announcement.kind === 'access_ended') forgetIdentity(announcement.userId);
  });
  const stopGaps = events.onGap(() => {
    identities.forget(() => true);
  });
  app.addHook('onClose', () => {
    stopListening();
    stopGaps();
    return Promise.resolve();
  });
  app.decorate('forgetIdentity', forgetIdentity);
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const access = request.is404 ? 'public' : (request.routeOptions.config.access ?? 'instructor');
    // Logging in is public, and answers with tokens; files and pages say themselves how long they keep.
    if (access !== 'public' || request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    if (access === 'public') return;
    request.actor = await identify(identities, request, access);
    nameInstructor(request, request.actor.instructorId);
    if (request.actor.mustSetUpTwoFactor === true && request.routeOptions.config.duringSetUp !== true) {
      throw new ProblemError('second_factor_setup_required');
    }
  });
}

async function identify(
  identities: Identities,
  request: FastifyRequest,
  access: Exclude<RouteAccess, 'public'>,
): Promise<Actor> {
  const apiKey = findApiKey(request);
  const token = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  // A token that is past its time answers 401 even beside a good key: the page then refreshes it.
  const byToken = token === undefined ? undefined : await identities.byToken(token);
  if (token !== undefined && byToken === undefined) {
    throw new ProblemError('access_token_expired');
  }
  const byKey = apiKey === undefined ? undefined : await identities.byKey(apiKey);
  if (access === 'api_key') {
    if (byKey === undefined) throw new ProblemError('api_key_required');
    if (byToken !== undefined && byToken.userId !== byKey.userId) {
      throw new ProblemError('api_key_of_other_account');
    }
    return byKey;
  }
  const actor = byToken ?? byKey;
  if (actor === undefined) throw new ProblemError('sign_in_first');
  if (access === 'administrator') refuseOthers(actor);
  return actor;
}

/** A key lies in scripts and settings files; it must not be enough to administer. */
function refuseOthers({ isAdministrator, sessionId }: Actor): void {
  if (isAdministrator !== true) throw new ProblemError('administrators_only');
  if (sessionId === undefined) {
    throw new ProblemError('sign_in_to_administer');
  }
}

function findApiKey(request: FastifyRequest): string | undefined {
  const header = request.headers['api-key'];
  return typeof header !== 'string' || header === '' || header === PLACEHOLDER_API_KEY ? undefined : header;
}

/** The signed-in instructor of a route that is not public. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === null) throw new ProblemError('sign_in_first');
  return request.actor;
}
