import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';

/**
 * `npm run dev`: Lectern, started anew whenever the server or the contract changes, and Vite's development server, which
 * puts each change of the web app into the open page. Ctrl-C stops both.
 */
const ROOT = join(import.meta.dirname, '..');
const SETTLE_MILLISECONDS = 300;

let stopping = false;
let lectern: ChildProcess;

function startLectern(): ChildProcess {
  const started = spawn(process.execPath, [join(ROOT, 'server', 'main.ts')], { cwd: ROOT, stdio: 'inherit' });
  started.once('close', (code) => {
    if (!stopping && code !== 0) console.error('Lectern ended. It starts again at the next change.');
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
    console.log(`${file} changed: starting Lectern again.`);
    changes = changes.then(stopLectern).then(() => {
      lectern = startLectern();
    });
  }, SETTLE_MILLISECONDS);
}

lectern = startLectern();
for (const folder of ['server', 'contract']) {
  watch(join(ROOT, folder), { recursive: true }, (_event, file) => restartSoon(file));
}
const vite = await createServer({ configFile: join(ROOT, 'web', 'vite.config.ts') });
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping = true;
    void Promise.all([vite.close(), changes.then(stopLectern)]).then(() => process.exit());
  });
}
