import type { Dependencies } from '#server/dependencies.ts';
import { insertIdentity, insertPlatform } from '../platform.store.ts';

/** A platform on which the user is known by `name`. */
export async function insertTestPlatform(
  { database }: Pick<Dependencies, 'database'>,
  userId: number,
  name: string,
): Promise<number> {
  const id = await insertPlatform(database, {
    name,
    issuer: `https://${name}.example`,
    client_id: name,
    deployment_ids: ['1'],
    authorization_url: `https://${name}.example/auth`,
    token_url: `https://${name}.example/token`,
    token_audience: null,
    jwks_url: `https://${name}.example/jwks`,
    frame_origins: [`https://${name}.example`],
  });
  if (id === undefined) throw new Error('The platform is registered already.');
  await insertIdentity(database, { platformId: id, subject: name }, userId);
  return id;
}
