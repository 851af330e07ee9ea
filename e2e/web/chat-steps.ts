import type { Locator, Page } from 'playwright-core';

export const logOf = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' });

export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  // During an answer, Enter sends nothing.
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await page.keyboard.press('Enter');
}

/** The four figures of the dashboard in the order of their cards. */
export async function readFigures(page: Page): Promise<Record<string, string>> {
  const figures = page.getByRole('region', { name: 'Figures' });
  const [labels, numbers] = [
    await figures.getByRole('term').allTextContents(),
    await figures.getByRole('definition').allTextContents(),
  ];
  return Object.fromEntries(labels.map((label, index) => [label, numbers[index] ?? '']));
}
