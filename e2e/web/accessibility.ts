import type { AxeResults } from 'axe-core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA, with what they take over from 2.0 and 2.1. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

let axeSource: Promise<string> | undefined;

/**
 * What axe-core finds wrong with the page as it is now, one line for each place: rule, element, and why. Evaluated by
 * the browser itself, since the page's Content-Security-Policy lets no foreign script in.
 */
export async function listViolations(page: Page): Promise<string[]> {
  axeSource ??= readFile(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await axeSource);
  const { violations } = await page.evaluate(async (values): Promise<AxeResults> => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
  }, RULES);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/**
 * The same in the light and then in the dark, as when evening comes while the page is open: half the time of opening it
 * twice. Each line begins with its scheme.
 */
export async function listViolationsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
      colorScheme,
    );
    // Colours that fade from one scheme to the other are neither.
    await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition));
    found.push(...(await listViolations(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** How many pixels the page is wider than its window: 0, unless something pushes it sideways. */
export const measureSidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
