import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import { readConfig } from '#server/config.ts';
import { openDemo } from '#server/commands/open-demo.ts';
import { openSampleAt } from './dev-sample.ts';

/**
 * `npm run dev`: Lectern with a sample course, restarted whenever the server or the contract changes, and Vite's
 * development server, which shows each change of the web app in the open page. Ctrl-C stops both.
 */
const ROOT = join(import.meta.dirname, '../..');
const SAMPLE_PATH = '/sample';
const SETTLE_MILLISECONDS = 300;

const startedAt = performance.now();
// Separate data, so that trying something out changes none of your courses.
process.env['DATA_DIR'] ??= join(ROOT, '.cache', 'dev');
const config = readConfig();
const ending = new AbortController();
let stopping = false;
let lectern: ChildProcess;

function startLectern(): ChildProcess {
  // Vite serves the web app, so nothing needs to be built.
  const program = [join(ROOT, 'server', 'main.ts'), '--without-web-build'];
  const started = spawn(process.execPath, program, { cwd: ROOT, stdio: 'inherit' });
  started.once('close', (code) => {
    if (!stopping && code !== 0) console.error('Lectern ended. It restarts at the next change.');
  });
  return started;
}

async function stopLectern(): Promise<void> {
  if (lectern.exitCode !== null || lectern.signalCode !== null) return;
  const ended = once(lectern, 'close');
  lectern.kill('SIGTERM');
  await ended;
}

let changes = Promise.resolve();
let settling: NodeJS.Timeout | undefined;

function restartSoon(file: string | null): void {
  if (stopping || file === null || !/\.(ts|json)$/.test(file) || file.endsWith('.test.ts')) return;
  clearTimeout(settling);
  settling = setTimeout(() => {
    console.log(`${file} changed: restarting Lectern.`);
    changes = changes.then(stopLectern).then(() => {
      lectern = startLectern();
    });
  }, SETTLE_MILLISECONDS);
}

lectern = startLectern();
for (const folder of ['server', 'contract']) {
  watch(join(ROOT, folder), { recursive: true }, (_event, file) => restartSoon(file));
}
const vite = await createServer({
  configFile: join(ROOT, 'web', 'vite.config.ts'),
  plugins: [openSampleAt(SAMPLE_PATH, () => sample)],
});
await vite.listen();
vite.printUrls();
const sample = openDemo(`http://127.0.0.1:${config.port}`, config.dataDirectory, ending.signal);
sample.then(
  () => {
    const address = new URL(SAMPLE_PATH, vite.resolvedUrls?.local[0]);
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(`  Sample course, signed in: ${address.href} (ready after ${seconds.toFixed(1)} s)`);
  },
  (error: unknown) => {
    if (!stopping) console.error('The sample course could not be created.', error);
  },
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping = true;
    ending.abort();
    void Promise.all([vite.close(), changes.then(stopLectern)]).then(() => process.exit());
  });
}
