import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteAllApiKeys, deleteApiKeysExpiredBefore } from './api-key.store.ts';
import { lockSecretFingerprint, updateSecretFingerprint } from './installation.store.ts';
import { deleteTokensExpiredBefore } from './one-time-token.store.ts';
import { deleteAllSessions, deleteExpiredSessions } from './session.store.ts';
import { resealModelKey } from '../language-model/stored-choice.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';
import { deleteAllSecondFactors } from './two-factor/two-factor.store.ts';

export interface Adoption {
  readonly isNew: boolean;
  readonly endedSessions: number;
  readonly removedSecondFactors: number;
}

const NOTHING_NEW: Adoption = { isNew: false, endedSessions: 0, removedSecondFactors: 0 };

/**
 * Ends every session and named API key, and removes every second factor, when the root secret is not the one of the last start: whoever knows the old secret, or a token
 * from under it, must not stay signed in. Several processes may call it at once.
 * @param previous the old secrets, if known, to re-encrypt the language model's API key
 */
export const adoptRootSecret = (
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  previous?: Secrets,
): Promise<Adoption> =>
  inTransaction(database, async (transaction) => {
    const known = await lockSecretFingerprint(transaction);
    if (known?.equals(secrets.fingerprint) === true) return NOTHING_NEW;
    await updateSecretFingerprint(transaction, secrets.fingerprint);
    if (previous !== undefined) await resealModelKey(transaction, previous, secrets);
    // An installation from before fingerprints were stored keeps its sessions at its first start.
    if (known === null) return NOTHING_NEW;
    const endedSessions = await deleteAllSessions(transaction);
    // Their hashes are keyed with the old secret, so no request could find them.
    await deleteAllApiKeys(transaction);
    // Their secrets can no longer be read: kept, they would lock their owners out.
    const removedSecondFactors = await deleteAllSecondFactors(transaction);
    await recordAudit(transaction, 'root_secret_changed', {
      details: { ended_sessions: endedSessions, removed_second_factors: removedSecondFactors },
    });
    return { isNew: true, endedSessions, removedSecondFactors };
  });

/** Expired keys and invitations stay in their lists for a while, so that people see why they stopped working. */
const SHOWN_EXPIRED_MILLISECONDS = 30 * 24 * 3600 * 1000;

/**
 * Deletes expired sessions with their refresh tokens, expired reset and registration links, and API keys and invitations that expired a month
 * ago. Returns how many tokens.
 */
export async function forgetExpiredTokens(
  { database }: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> {
  await deleteApiKeysExpiredBefore(database, new Date(now.getTime() - SHOWN_EXPIRED_MILLISECONDS));
  await deleteTokensExpiredBefore(database, 'password_resets', now);
  await deleteTokensExpiredBefore(database, 'registration_links', now);
  await deleteTokensExpiredBefore(database, 'sign_in_tickets', now);
  await deleteTokensExpiredBefore(
    database,
    'invitations',
    new Date(now.getTime() - SHOWN_EXPIRED_MILLISECONDS),
  );
  return deleteExpiredSessions(database, now);
}
