import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/* Steps of someone who uses the keyboard alone. */

/** More than the focusable elements of any screen. */
const MOST_PRESSES = 80;

export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Moves the focus to the element with the Tab key only. */
export async function tabTo(locator: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await locator.first().waitFor();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await hasFocus(locator)) return;
    await locator.page().keyboard.press(key);
  }
  throw new Error(`The ${key} key does not lead to ${String(locator)}`);
}

export async function press(locator: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(locator);
  await locator.page().keyboard.press(key);
}

export async function type(locator: Locator, text: string): Promise<void> {
  await tabTo(locator);
  await locator.page().keyboard.press('ControlOrMeta+a');
  await locator.page().keyboard.type(text);
}

/** Chooses from an open menu with the arrow keys. */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.waitFor();
  // It takes the focus a moment after it is shown.
  await page.locator('[role="menu"]:focus-within').waitFor();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await hasFocus(item)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys do not lead to ${name}`);
}

/** Chooses an option by typing its beginning. */
export async function chooseOption(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.type(text);
  await eventually(() =>
    field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? ''),
  ).toBe(text);
}

/** After a dialog closes, keyboard users need a focused element. */
export async function expectFocusOn(locator: Locator): Promise<void> {
  await eventually(() => hasFocus(locator)).toBe(true);
}
