import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import type { Administrator } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { openSealed, seal } from '#server/security/seal.ts';
import { recordAudit } from '../audit/record-audit.ts';
import {
  deleteKeysRetiredBefore,
  findSigningKey,
  insertKey,
  listKeys,
  retireKeys,
  type KeyRow,
} from './key.store.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets'>;

const ALGORITHM = 'RS256';
/** Platforms fetch keys again when they see one that they do not know; messages under the old one are minutes old. */
const PUBLISHED_AFTER_RETIREMENT_MILLISECONDS = 7 * 24 * 3600 * 1000;

const retirementLimit = (): Date => new Date(Date.now() - PUBLISHED_AFTER_RETIREMENT_MILLISECONDS);

async function createKey(database: Database, { secrets }: Needed): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, {
    modulusLength: 2048,
    extractable: true,
  });
  const jwk = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint(jwk);
  await insertKey(database, {
    id,
    public_key: { ...jwk, kid: id, alg: ALGORITHM, use: 'sig' },
    private_key_encrypted: seal(secrets.ltiKey, await exportPKCS8(privateKey)),
  });
}

/** The key that signs, and its private half. One that another root secret encrypted is replaced. */
async function getSigningKey(dependencies: Needed): Promise<{ row: KeyRow; pkcs8: string }> {
  for (;;) {
    const row = await findSigningKey(dependencies.database);
    const pkcs8 = row && openSealed(dependencies.secrets.ltiKey, row.private_key_encrypted);
    if (row !== undefined && pkcs8 !== undefined) return { row, pkcs8 };
    if (row !== undefined) await retireKeys(dependencies.database);
    await createKey(dependencies.database, dependencies);
  }
}

/** The public keys, as platforms fetch them. Makes the first one. */
export async function readKeySet(dependencies: Needed): Promise<{ keys: Record<string, unknown>[] }> {
  await getSigningKey(dependencies);
  const rows = await listKeys(dependencies.database, retirementLimit());
  return { keys: rows.map(({ public_key: key }) => key) };
}

/** When the key that signs was made; null before the first one is. */
export const findKeyDate = async ({ database }: Pick<Dependencies, 'database'>): Promise<Date | null> =>
  (await findSigningKey(database))?.created_at ?? null;

/** Signs with a new key from now on. The old one stays published for a week. */
export async function rotateKey(dependencies: Needed, administrator: Administrator): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    await retireKeys(transaction);
    await createKey(transaction, dependencies);
    await recordAudit(transaction, 'lti_key_replaced', { by: administrator.userId });
  });
}

export const forgetRetiredKeys = ({ database }: Pick<Dependencies, 'database'>): Promise<void> =>
  deleteKeysRetiredBefore(database, retirementLimit());

const LIFETIME_SECONDS = 300;

/** A signed token of this tool, for one use within five minutes. */
export async function signAsTool(
  dependencies: Needed,
  {
    issuer,
    subject,
    audience,
    claims = {},
  }: {
    issuer: string;
    subject?: string;
    audience: string;
    claims?: JWTPayload;
  },
): Promise<string> {
  const { row, pkcs8 } = await getSigningKey(dependencies);
  const token = new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: row.id })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME_SECONDS}s`)
    .setJti(randomUUID());
  if (subject !== undefined) token.setSubject(subject);
  return token.sign(await importPKCS8(pkcs8, ALGORITHM));
}
