import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, glob, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * `npm run build`, and what `npm start` runs first: builds the web app into `web/dist` unless what lies there was made
 * from these very sources. The new build takes the place of the old in one step, so a server that starts during the build
 * finds either of them whole. A container image has the build and not its sources: nothing is built there.
 */
const ROOT = join(import.meta.dirname, '../..');
const WEB = join(ROOT, 'web');
const BUILT = join(WEB, 'dist');
const CONFIGURATION = join(WEB, 'vite.config.ts');
const MADE_FROM = 'made-from.txt';

/** What the build is made from: the sources, and the packages they import. */
const SOURCES = [
  'web/**/*.{ts,tsx,css,json,svg,html}',
  'contract/**/*.ts',
  'package.json',
  'package-lock.json',
];

const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.wasm']);

async function digestSources(): Promise<string> {
  const files: string[] = [];
  const exclude = (path: string): boolean => path === 'web/dist' || path.endsWith('.test.ts');
  for await (const file of glob(SOURCES, { cwd: ROOT, exclude })) files.push(file);
  const digest = createHash('sha256');
  for (const file of files.sort())
    digest
      .update(file)
      .update('\0')
      .update(await readFile(join(ROOT, file)));
  return digest.digest('hex');
}

/** Null when nothing was built, or a build that does not say what it was made from. */
const readMadeFrom = (): Promise<string | null> =>
  readFile(join(BUILT, MADE_FROM), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });

/** Compressed once here instead of for each visitor. */
async function compressFiles(directory: string): Promise<void> {
  const files: string[] = [];
  for await (const file of glob('**/*', { cwd: directory })) {
    if (COMPRESSIBLE.has(extname(file))) files.push(join(directory, file));
  }
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < 1024) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

const wanted = await digestSources();
if (existsSync(CONFIGURATION) && (await readMadeFrom()) !== wanted) {
  console.log('Building the web app …');
  const started = performance.now();
  // Tests set this to "test", and React would then be built for development.
  process.env['NODE_ENV'] = 'production';
  const { build } = await import('vite');
  const fresh = await mkdtemp(join(WEB, 'dist-'));
  try {
    await build({
      configFile: CONFIGURATION,
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    });
    await compressFiles(fresh);
    await writeFile(join(fresh, MADE_FROM), wanted);
    // Created for its owner alone; the server may run as another account.
    await chmod(fresh, 0o755);
    await rm(BUILT, { recursive: true, force: true });
    await rename(fresh, BUILT);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  console.log(`Built the web app in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
