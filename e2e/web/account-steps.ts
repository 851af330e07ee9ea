import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';

export const section = (page: Page, name: string): Locator => page.getByRole('region', { name });

export const press = (of: Page | Locator, name: string): Promise<void> =>
  of.getByRole('button', { name, exact: true }).click();

/** Signs in over HTTP, like another device. */
export const logIn = (email: string, password: string): Promise<Response> =>
  fetch(`${inject('origin')}/api/auth/login/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
    },
    body: JSON.stringify({ email, password }),
  });

/** Tries to refresh the session, and returns the status. */
export const renew = async (refresh: string | null): Promise<number> => {
  const response = await fetch(`${inject('origin')}/api/auth/refresh/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  });
  return response.status;
};

/** Enters the password in the open dialog and presses its button. */
export async function confirm(page: Page, password: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await press(dialog, button);
}
