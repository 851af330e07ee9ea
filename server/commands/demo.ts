import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { openDemo } from './open-demo.ts';

/** `npm run demo`: Lectern as `npm start` starts it, with an account that has the demo course. */
const { dataDirectory, host, port } = readConfig();
const isEvery = host === '0.0.0.0' || host === '::';
const origin = `http://${isEvery ? 'localhost' : host}:${port}`;

const lectern = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], { stdio: 'inherit' });
const ended = new AbortController();
lectern.once('close', (code) => {
  process.exitCode = code ?? 1;
  ended.abort();
});
// Ctrl-C reaches Lectern too.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => lectern.kill());

try {
  const { email, password, courseId } = await openDemo(origin, dataDirectory, ended.signal);
  console.log(`Demo course: ${origin}/course/${courseId}\nEmail: ${email}\nPassword: ${password}`);
} catch (error) {
  if (!ended.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    lectern.kill();
  }
}
