import { z } from 'zod';
import type { Dependencies } from '#server/dependencies.ts';
import { BriefMemory } from '#server/security/brief-memory.ts';
import type { Database } from '#server/database/database.ts';
import { guardedFetch } from '#server/web-fetch/guarded-fetch.ts';
import { signAsTool } from './keys.ts';
import type { PlatformRow } from './platform.store.ts';
import { SCORE_SCOPE } from './verify-message.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets' | 'config'>;

/** A platform did not do what it was asked for. */
export class PlatformCallError extends Error {
  override readonly name = 'PlatformCallError';
  /** Another attempt may succeed. */
  readonly isTemporary: boolean;
  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** Too busy, timed out, or broken; also 401, since a remembered token may have been revoked. */
const isTemporary = (status: number): boolean => status >= 500 || [401, 408, 425, 429].includes(status);

/** Shorter than any platform's tokens: Moodle's and Canvas's are valid for an hour, Blackboard's for five minutes or more. */
const TOKENS = { milliseconds: 240_000, maximumEntries: 100 };
const tokens = new WeakMap<Database, BriefMemory<string>>();

const tokenAnswer = z.object({ access_token: z.string().min(1).max(20_000) });

function tokensOf(database: Database): BriefMemory<string> {
  const memory = tokens.get(database) ?? new BriefMemory<string>(TOKENS);
  tokens.set(database, memory);
  return memory;
}

/** Client credentials with a signed assertion (RFC 7523), as the 1EdTech Security Framework describes. */
async function fetchToken(dependencies: Needed, platform: PlatformRow): Promise<string> {
  const assertion = await signAsTool(dependencies, {
    issuer: platform.client_id,
    subject: platform.client_id,
    audience: platform.token_audience ?? platform.token_url,
  });
  const response = await guardedFetch(platform.token_url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      scope: SCORE_SCOPE,
    }).toString(),
    privateHosts: dependencies.config.privateHosts.lti,
  });
  if (!response.ok)
    throw new PlatformCallError(`The token URL answered ${response.status}.`, isTemporary(response.status));
  const answer = tokenAnswer.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new PlatformCallError('The token URL answered without a token.', true);
  return answer.data.access_token;
}

/** A line item’s address may have a query; the scores are below its path. */
function scoresUrl(lineItem: string): string {
  const url = new URL(lineItem);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`;
  return url.href;
}

/** As Assignment and Grade Services 2.0 describe it. */
export interface Score {
  readonly userId: string;
  readonly scoreGiven: number;
  readonly scoreMaximum: number;
  readonly activityProgress: 'InProgress' | 'Completed';
  readonly gradingProgress: 'FullyGraded' | 'PendingManual';
  readonly timestamp: string;
}

/** @throws {PlatformCallError}; {UrlFetchError} where the platform does not answer. */
export async function postScore(
  dependencies: Needed,
  platform: PlatformRow,
  lineItem: string,
  score: Score,
): Promise<void> {
  const memory = tokensOf(dependencies.database);
  const name = `${platform.id} ${platform.client_id} ${platform.token_url}`;
  const token = await memory.findOr(name, () => fetchToken(dependencies, platform));
  const response = await guardedFetch(scoresUrl(lineItem), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/vnd.ims.lis.v1.score+json',
    },
    body: JSON.stringify(score),
    privateHosts: dependencies.config.privateHosts.lti,
  });
  if (response.ok) return;
  if (response.status === 401) memory.forget((remembered) => remembered === token);
  throw new PlatformCallError(
    `The platform answered ${response.status} to the grade.`,
    isTemporary(response.status),
  );
}
