import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { markAllEmailsVerified } from './account.store.ts';
import { takeUndecidedAddresses } from './installation.store.ts';

/**
 * Decides, at the first start after the update, about accounts from before addresses were verified. Without mail they count as
 * verified, since their owners had no way to prove it and a reset link would end their access. Several processes may call it at once.
 */
export const adoptAddresses = ({
  config,
  database,
}: Pick<Dependencies, 'config' | 'database'>): Promise<void> =>
  inTransaction(database, async (transaction) => {
    if ((await takeUndecidedAddresses(transaction)) && config.mail === undefined) {
      await markAllEmailsVerified(transaction, new Date());
    }
  });
