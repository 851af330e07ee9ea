import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { findUnusedPaths, isForAuthors, isForDevelopment } from '../install/package-pruning.ts';

/**
 * `npm run check:size`: how many megabytes `npm ci` and `npm ci --omit=dev` install, from the tree of a full install.
 * Fails above the limits, which docs/decisions/0057 explains.
 */
const LIMITS = { production: 600, full: 1_000 };
const ROOT = join(import.meta.dirname, '../..');
const BYTES_PER_MEGABYTE = 1e6;

const lockFile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });
const { packages } = lockFile.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));

/** The folder of the package that a file belongs to: the longest path of the lock file that contains it. */
function isDevelopmentOnly(folder: string): boolean {
  const parts = folder.split(sep);
  while (parts.length > 0) {
    const found = packages[parts.join('/')];
    if (found !== undefined) return found.dev === true;
    parts.pop();
  }
  return false;
}

const PACKAGES = join(ROOT, 'node_modules');
const unused = findUnusedPaths(PACKAGES, {
  platform: process.platform,
  arch: process.arch,
  isProduction: true,
}).map((path) => join(PACKAGES, path));

/** What `npm ci --omit=dev` deletes and `npm ci` keeps. */
function isUnusedInProduction(folder: string, name: string): boolean {
  const path = join(folder, name);
  if (isForDevelopment(name)) return true;
  if (unused.some((start) => path === start || path.startsWith(start + sep))) return true;
  for (let inner = folder; inner !== PACKAGES; inner = dirname(inner))
    if (isForAuthors(dirname(inner), basename(inner))) return true;
  return false;
}

const sizes = { production: 0, full: 0 };
const counted = new Set<number>();
for (const entry of readdirSync(join(ROOT, 'node_modules'), { withFileTypes: true, recursive: true })) {
  // Caches that tools keep there are not installed.
  if (!entry.isFile() || relative(ROOT, entry.parentPath).startsWith(`node_modules${sep}.`)) continue;
  const { size, ino } = lstatSync(join(entry.parentPath, entry.name));
  // One file can have two names.
  if (counted.has(ino)) continue;
  counted.add(ino);
  sizes.full += size;
  if (
    !isDevelopmentOnly(relative(ROOT, entry.parentPath)) &&
    !isUnusedInProduction(entry.parentPath, entry.name)
  )
    sizes.production += size;
}

for (const kind of ['production', 'full'] as const) {
  const megabytes = Math.round(sizes[kind] / BYTES_PER_MEGABYTE);
  console.log(`Install size, ${kind}: ${megabytes} MB (limit ${LIMITS[kind]} MB)`);
  if (megabytes > LIMITS[kind]) process.exitCode = 1;
}
