import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Session } from '#contract/accounts.ts';
import { makeAccount, openBrowser, signIn } from './browser-test.ts';
import { query } from './question-banks.ts';

export type Account = Session & { password: string };

/** What `npm run admin -- grant-administrator` does; the browser tests share one Lectern, whose first account is anyone's. */
export async function makeAdministrator(): Promise<Account> {
  const account = await makeAccount();
  await query('update users set is_staff = true where id = $1', [account.user.id]);
  account.user.is_staff = true;
  return account;
}

export async function openAs(administrator: Account, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, context } = await openBrowser(options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, administrator);
  return page;
}

export async function openAccount(page: Page, account: Account): Promise<void> {
  await page.goto(`/admin/accounts/${account.user.id}`);
  await page.getByRole('heading', { level: 1, name: account.email }).waitFor();
}
