import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { median, printResult } from '../result.ts';

const ROUNDS = 3;
const LAYOUT_SHIFT = 0.02;
/** The throttling that the goals are given for. */
const NETWORK = { latency: 150, downloadThroughput: (1.6 * 1024 ** 2) / 8, uploadThroughput: 96_000 };
const PROCESSOR_SLOWDOWN = 4;
const DIST = join(import.meta.dirname, '../../../web/dist');

interface Visit {
  readonly scriptBytes: number;
  readonly largestPaintMilliseconds: number;
  readonly layoutShift: number;
}

/** Loads a screen with an empty cache, throttled, and gives it time to fetch what it wants. */
async function visit(browser: Browser, url: string, storage: Record<string, string>): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    await context.addInitScript((entries: Record<string, string>) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    }, storage);
    const page = await context.newPage();
    const scripts = new Set<string>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname);
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
    await page.addInitScript(() => {
      const seen = { paint: 0, shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.paint = startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The stream of events never ends, so the network is never idle; what comes later than this is not the first screen.
    await page.waitForTimeout(4_000);
    const { paint, shift } = await page.evaluate(
      () => (window as unknown as { seen: { paint: number; shift: number } }).seen,
    );
    const sizes = await Promise.all(
      [...scripts].map(async (path) => gzipSync(await readFile(join(DIST, path)), { level: 9 }).length),
    );
    return {
      scriptBytes: sizes.reduce((sum, size) => sum + size, 0),
      largestPaintMilliseconds: paint,
      layoutShift: shift,
    };
  } finally {
    await context.close();
  }
}

/** Prints the code, the largest contentful paint and the layout shift of a screen. */
export async function measureScreen(
  browser: Browser,
  name: string,
  url: string,
  {
    storage = {},
    limitKilobytes,
    paintMilliseconds = 2_000,
  }: { storage?: Record<string, string>; limitKilobytes: number; paintMilliseconds?: number },
): Promise<void> {
  const visits: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, url, storage));
  const kilobytes = Math.max(...visits.map(({ scriptBytes }) => scriptBytes)) / 1000;
  printResult({
    name: `${name}: JavaScript, gzip`,
    value: `${kilobytes.toFixed(1)} kB`,
    goal: `at most ${limitKilobytes} kB`,
    met: kilobytes <= limitKilobytes,
  });
  const paint = median(visits.map(({ largestPaintMilliseconds }) => largestPaintMilliseconds));
  printResult({
    name: `${name}: largest contentful paint (150 ms, 1.6 Mbit/s, processor at a quarter; median of ${ROUNDS})`,
    value: `${(paint / 1000).toFixed(2)} s`,
    goal: `at most ${(paintMilliseconds / 1000).toFixed(1)} s`,
    met: paint <= paintMilliseconds,
  });
  const shift = Math.max(...visits.map(({ layoutShift }) => layoutShift));
  printResult({
    name: `${name}: layout shift (most of ${ROUNDS})`,
    value: shift.toFixed(3),
    goal: `at most ${LAYOUT_SHIFT}`,
    met: shift <= LAYOUT_SHIFT,
  });
}
