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

/** Collects what a reader of the page would stumble on: axe's findings, and sideways scrolling at the widths of phone, tablet and desk. */
export interface Look {
  readonly found: string[];
  at(page: Page, name: string): Promise<void>;
}

/** Elements that depend on the width are drawn a moment after the window changes. */
const fitsWindow = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      undefined,
      { timeout: 5_000 },
    )
    .then(
      () => true,
      async () => (await measureSidewaysScroll(page)) <= 0,
    );

const WIDTHS = [320, 390, 768, 1440];

/** axe runs at the width that the page has, in both schemes; the page then scrolls sideways at no width. */
export function startLooking(): Look {
  const found: string[] = [];
  return {
    found,
    at: async (page, name) => {
      for (const violation of await listViolationsInBothSchemes(page)) found.push(`${name}, ${violation}`);
      const size = page.viewportSize() ?? { width: 1440, height: 900 };
      for (const width of WIDTHS) {
        await page.setViewportSize({ ...size, width });
        if (!(await fitsWindow(page))) found.push(`${name}: wider than a window of ${width} px`);
      }
      await page.setViewportSize(size);
    },
  };
}
