import type { Actor, Dependencies } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { ownsTrashed } from './trash.policy.ts';
import { findTrashed, type Trashed } from './trash.store.ts';

/**
 * Something in the actor's trash; until the transaction ends no one else restores or deletes it.
 * @throws {ProblemError} not_found, also for what is not in the trash and for another instructor's.
 */
export async function getOwnTrashed(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  named: Pick<Trashed, 'kind' | 'id'>,
): Promise<Trashed> {
  const trashed = await findTrashed(database, named);
  if (trashed === undefined || !ownsTrashed(actor, trashed)) throw notFound(`${named.kind} in the trash`);
  return trashed;
}
