import type { LtiAdministration, LtiPlatform, LtiPlatformRequest, LtiTool } from '#contract/lti.ts';
import type { Administrator } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, notFound, ProblemError } from '#server/problem-error.ts';
import { isCallable } from '#server/web-fetch/guarded-fetch.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findKeyDate } from './keys.ts';
import {
  deletePlatform,
  findPlatform,
  insertPlatform,
  listPlatformRows,
  updatePlatform,
} from './platform.store.ts';

type Needed = Pick<Dependencies, 'database' | 'config'>;

export const LAUNCH_PATH = '/api/lti/launch/';

/** The values that a platform's administrator enters there. */
export async function describeTool(
  { database }: Pick<Dependencies, 'database'>,
  origin: string,
): Promise<LtiTool> {
  return {
    login_url: `${origin}/api/lti/login/`,
    launch_url: `${origin}${LAUNCH_PATH}`,
    keys_url: `${origin}/api/lti/keys/`,
    domain: new URL(origin).host,
    key_created_at: (await findKeyDate({ database }))?.toISOString() ?? null,
  };
}

export async function listPlatforms({ database }: Pick<Dependencies, 'database'>): Promise<LtiPlatform[]> {
  const rows = await listPlatformRows(database);
  return rows.map(({ created_at: createdAt, last_launch_at: launchedAt, ...row }) => ({
    ...row,
    created_at: createdAt.toISOString(),
    last_launch_at: launchedAt?.toISOString() ?? null,
  }));
}

export const readLtiAdministration = async (
  dependencies: Pick<Dependencies, 'database'>,
  origin: string,
): Promise<LtiAdministration> => ({
  tool: await describeTool(dependencies, origin),
  platforms: await listPlatforms(dependencies),
});

async function getPlatform(dependencies: Needed, id: number): Promise<LtiPlatform> {
  const platform = (await listPlatforms(dependencies)).find((each) => each.id === id);
  if (platform === undefined) throw notFound('lti_platform');
  return platform;
}

/** Only the key set and the token URL are called by Lectern; a browser is sent to the third. */
function refuseInsecure({ config }: Needed, platform: LtiPlatformRequest): void {
  for (const field of ['authorization_url', 'token_url', 'jwks_url'] as const) {
    const url = URL.parse(platform[field]);
    if (url === null || !isCallable(url, config.privateHosts.lti))
      throw invalidField(field, 'platform_address_insecure');
  }
}

/** @throws {ProblemError} validation_failed; conflict when the client of this issuer is registered. */
export async function registerPlatform(
  dependencies: Needed,
  administrator: Administrator,
  platform: LtiPlatformRequest,
): Promise<LtiPlatform> {
  refuseInsecure(dependencies, platform);
  const id = await inTransaction(dependencies.database, async (transaction) => {
    const inserted = await insertPlatform(transaction, platform);
    if (inserted === undefined) throw new ProblemError('lti_platform_exists');
    await recordAudit(transaction, 'lti_platform_registered', {
      by: administrator.userId,
      on: ['lti_platform', inserted],
      details: { issuer: platform.issuer, client_id: platform.client_id },
    });
    return inserted;
  });
  return getPlatform(dependencies, id);
}

/** @throws {ProblemError} not_found; validation_failed; conflict when another one has the issuer and client. */
export async function changePlatform(
  dependencies: Needed,
  administrator: Administrator,
  id: number,
  platform: LtiPlatformRequest,
): Promise<LtiPlatform> {
  refuseInsecure(dependencies, platform);
  const before = await getPlatform(dependencies, id);
  const others = (await listPlatforms(dependencies)).filter((each) => each.id !== id);
  if (others.some((each) => each.issuer === platform.issuer && each.client_id === platform.client_id))
    throw new ProblemError('lti_platform_exists');
  await inTransaction(dependencies.database, async (transaction) => {
    await updatePlatform(transaction, id, platform);
    await recordAudit(transaction, 'lti_platform_changed', {
      by: administrator.userId,
      on: ['lti_platform', id],
      details: { issuer: platform.issuer, client_id: platform.client_id, before: before.issuer },
    });
  });
  return getPlatform(dependencies, id);
}

/** Its launches end, and it gets no more grades. Attempts stay. @throws {ProblemError} not_found. */
export async function removePlatform(
  { database }: Pick<Dependencies, 'database'>,
  administrator: Administrator,
  id: number,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    if (!(await deletePlatform(transaction, id))) throw notFound('lti_platform');
    await recordAudit(transaction, 'lti_platform_removed', {
      by: administrator.userId,
      on: ['lti_platform', id],
    });
  });
}

/** The sites that may show the pages of a platform's launches in a frame; none where there is no such platform. */
export const listFrameOrigins = async (
  { database }: Pick<Dependencies, 'database'>,
  platformId: number,
): Promise<readonly string[]> => (await findPlatform(database, platformId))?.frame_origins ?? [];
