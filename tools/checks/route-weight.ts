import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * `npm run check:weight`: how much JavaScript each page of the built web app loads before it can be used, compressed.
 * Fails when one grows above its limit: 150 kB for public pages, 200 kB for others.
 */
const LIMITS_KILOBYTES = { public: 150, 'signed in': 200 };
const DIST = join(import.meta.dirname, '../../web/dist');
const PUBLIC = /^(?:welcome|login|register|reset-password)-page-/;
const FRAME = /^main-layout-/;

const code = new Map(
  readdirSync(join(DIST, 'assets'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => [file, readFileSync(join(DIST, 'assets', file), 'utf8')]),
);

/** The files that `files` need before they run, and themselves. */
function findLoaded(files: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    for (const [, imported = ''] of (code.get(file) ?? '').matchAll(
      /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
    ))
      waiting.push(imported);
  }
  return loaded;
}

const [, entry] = /src="\/assets\/([^"]+\.js)"/.exec(readFileSync(join(DIST, 'index.html'), 'utf8')) ?? [];
if (entry === undefined) throw new Error('The built page names no script.');
const frame = [...code.keys()].filter((file) => FRAME.test(file));
const pages = [...code.keys()].filter((file) => /-page-[^.]+\.js$/.test(file)).sort();
if (pages.length === 0) throw new Error('The web app has no pages. Has its layout changed?');
for (const page of pages) {
  const isPublic = PUBLIC.test(page);
  const kind = isPublic ? 'public' : 'signed in';
  let bytes = 0;
  for (const file of findLoaded([entry, page, ...(isPublic ? [] : frame)]))
    bytes += gzipSync(code.get(file) ?? '', { level: 9 }).length;
  const kilobytes = bytes / 1_000;
  const name = page.replace(/-page-.*$/, '').padEnd(20);
  console.log(`${name} ${kilobytes.toFixed(1)} kB (limit ${LIMITS_KILOBYTES[kind]} kB)`);
  if (kilobytes > LIMITS_KILOBYTES[kind]) process.exitCode = 1;
}
