import { listTab, removeTab } from './tab-storage.ts';
import { getSession } from './session.ts';

const PREFIX = 'own:';
const prefixOf = (userId: number): string => `${PREFIX}${userId}:`;

/** The name of a stored entry that belongs to the account: another user of this browser never gets to read it. */
export const ownName = (name: string): string => `${prefixOf(getSession().user?.id ?? 0)}${name}`;

/** Removes from the tab what belongs to other accounts. */
export function forgetOthers(userId: number): void {
  for (const name of listTab())
    if (name.startsWith(PREFIX) && !name.startsWith(prefixOf(userId))) removeTab(name);
}

/** Removes from the tab what belongs to any account. */
export function forgetAllAccounts(): void {
  for (const name of listTab()) if (name.startsWith(PREFIX)) removeTab(name);
}
