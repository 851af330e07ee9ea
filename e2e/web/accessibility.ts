import type { AxeResults, RunOnly } from 'axe-core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** WCAG 2.2 levels A and AA, including the criteria inherited from 2.0 and 2.1. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Those of them that a change of colours can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

let axeSource: Promise<string> | undefined;

/**
 * Lists what axe-core finds, one line per element: rule, element and reason. The script is evaluated through the debugger because the
 * page's Content-Security-Policy blocks foreign scripts.
 */
export async function listViolations(
  page: Page,
  runOnly: RunOnly = { type: 'tag', values: RULES },
): Promise<string[]> {
  axeSource ??= readFile(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource);
  const { violations } = await page.evaluate(async (only): Promise<AxeResults> => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return axe.run(document, { runOnly: only, resultTypes: ['violations'] });
  }, runOnly);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/**
 * Checks in the dark scheme what colours can break, then switches to the light one, which takes half the time of opening the page
 * again, and checks every rule. Each line starts with its scheme.
 */
export async function listViolationsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
      colorScheme,
    );
    // During the transition colours belong to neither scheme.
    await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition));
    const violations = await listViolations(
      page,
      colorScheme === 'dark' ? { type: 'rule', values: COLOUR_RULES } : undefined,
    );
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** How many pixels the page is wider than its window. */
export const measureSidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
