import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';

/** @throws {ProblemError} not_allowed where people sign in only with the provider. */
export function refuseWithoutLocalAccounts({ config }: Pick<Dependencies, 'config'>): void {
  if (!config.hasLocalAccounts) throw new ProblemError('local_accounts_off');
}
