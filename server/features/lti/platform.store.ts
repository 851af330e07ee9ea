import { sql, type Selectable } from 'kysely';
import type { LtiPlatformRequest } from '#contract/lti.ts';
import type { Database } from '#server/database/database.ts';
import type { LtiTables } from '#server/database/lti-tables.ts';

export type PlatformRow = Selectable<LtiTables['lti_platforms']>;

const columnsOf = ({
  deployment_ids: deploymentIds,
  frame_origins: origins,
  ...row
}: LtiPlatformRequest) => ({
  ...row,
  deployment_ids: JSON.stringify(deploymentIds),
  frame_origins: JSON.stringify(origins),
});

/** Oldest first, each with the number of grades that did not arrive. */
export const listPlatformRows = (database: Database): Promise<(PlatformRow & { failed_scores: number })[]> =>
  database
    .selectFrom('lti_platforms')
    .selectAll()
    .select((row) =>
      row
        .selectFrom('lti_line_items')
        .innerJoin('lti_students', 'lti_students.id', 'lti_line_items.student_id')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('lti_students.platform_id', '=', 'lti_platforms.id')
        .where('lti_line_items.error', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('failed_scores'),
    )
    .orderBy('id')
    .execute();

export const findPlatform = (database: Database, id: number): Promise<PlatformRow | undefined> =>
  database.selectFrom('lti_platforms').selectAll().where('id', '=', id).executeTakeFirst();

export function listPlatformsOfIssuer(
  database: Database,
  of: { issuer: string; clientId: string | undefined },
): Promise<PlatformRow[]> {
  const query = database.selectFrom('lti_platforms').selectAll().where('issuer', '=', of.issuer);
  return (of.clientId === undefined ? query : query.where('client_id', '=', of.clientId)).execute();
}

/** Undefined when the issuer and client are registered already. */
export async function insertPlatform(
  database: Database,
  platform: LtiPlatformRequest,
): Promise<number | undefined> {
  const inserted = await database
    .insertInto('lti_platforms')
    .values(columnsOf(platform))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updatePlatform(
  database: Database,
  id: number,
  platform: LtiPlatformRequest,
): Promise<void> {
  await database.updateTable('lti_platforms').set(columnsOf(platform)).where('id', '=', id).execute();
}

export async function touchPlatform(database: Database, id: number): Promise<void> {
  await database
    .updateTable('lti_platforms')
    .set({ last_launch_at: new Date() })
    .where('id', '=', id)
    .execute();
}

export async function deletePlatform(database: Database, id: number): Promise<boolean> {
  const result = await database.deleteFrom('lti_platforms').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export interface PlatformPerson {
  readonly platformId: number;
  readonly subject: string;
}

export const findUserIdOfPerson = async (
  database: Database,
  { platformId, subject }: PlatformPerson,
): Promise<number | undefined> => {
  const row = await database
    .selectFrom('lti_identities')
    .select('user_id')
    .where('platform_id', '=', platformId)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
};

/** False when the person uses an account already. */
export async function insertIdentity(
  database: Database,
  { platformId, subject }: PlatformPerson,
  userId: number,
): Promise<boolean> {
  const result = await database
    .insertInto('lti_identities')
    .values({ platform_id: platformId, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function touchIdentity(
  database: Database,
  { platformId, subject }: PlatformPerson,
): Promise<void> {
  await database
    .updateTable('lti_identities')
    .set({ last_used_at: new Date() })
    .where('platform_id', '=', platformId)
    .where('subject', '=', subject)
    .execute();
}

export const listIdentityRows = (
  database: Database,
  userId: number,
): Promise<(Selectable<LtiTables['lti_identities']> & { platform_name: string })[]> =>
  database
    .selectFrom('lti_identities')
    .innerJoin('lti_platforms', 'lti_platforms.id', 'lti_identities.platform_id')
    .selectAll('lti_identities')
    .select('lti_platforms.name as platform_name')
    .where('user_id', '=', userId)
    .orderBy('lti_identities.created_at')
    .orderBy('subject')
    .execute();

export async function deleteIdentitiesOn(
  database: Database,
  of: { platformId: number; userId: number },
): Promise<boolean> {
  const result = await database
    .deleteFrom('lti_identities')
    .where('platform_id', '=', of.platformId)
    .where('user_id', '=', of.userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
