import { listTab, removeTab } from './tab-storage.ts';
import { getSession } from './session.ts';

const PREFIX = 'own:';
const prefixOf = (userId: number): string => `${PREFIX}${userId}:`;

/** The name of a stored entry of this account. Other users of this browser never read it. */
export const ownName = (name: string): string => `${prefixOf(getSession().user?.id ?? 0)}${name}`;

/** Removes the entries of other accounts from the tab. */
export function forgetOthers(userId: number): void {
  for (const name of listTab())
    if (name.startsWith(PREFIX) && !name.startsWith(prefixOf(userId))) removeTab(name);
}

/** Removes the entries of all accounts from the tab. */
export function forgetAllAccounts(): void {
  for (const name of listTab()) if (name.startsWith(PREFIX)) removeTab(name);
}
