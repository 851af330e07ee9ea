import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startModelServer } from '#server/ai/testing/language-model-server.ts';
import { answerAsWriter } from '#server/features/language-model/testing/answer-as-writer.ts';
import { launchChromium } from './web/chromium.ts';
import { startLectern } from './lectern-process.ts';

const fake = await startModelServer((call) => (call.body['messages'] === undefined ? {} : answerAsWriter(call)), { names: ['nomic-embed-text', 'qwen3:8b'], contextTokens: 32768 });
const proxy = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (p: Buffer) => parts.push(p));
  request.on('end', () => void fetch(fake.origin + (request.url ?? ''), { method: request.method ?? 'GET', headers: { 'content-type': 'application/json' }, ...(parts.length ? { body: Buffer.concat(parts) } : {}) }).then(async (r) => { response.writeHead(r.status, { 'content-type': r.headers.get('content-type') ?? '' }); response.end(Buffer.from(await r.arrayBuffer())); }));
});
await new Promise<void>((done) => proxy.listen(11434, '127.0.0.1', done));
const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-journey-'));
const lectern = await startLectern({ dataDirectory, environment: { PREPARE_QUESTIONS: 'off' } });
const browser = await launchChromium();
try {
  const page = await (await browser.newContext({ baseURL: lectern.origin, viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(20_000);
  let clicks = 0;
  const started = performance.now();
  const click = async (name: string, locator: ReturnType<typeof page.locator>) => { clicks += 1; await locator.click(); console.log(clicks, name, Math.round(performance.now() - started)); };
  await page.goto('/');
  await click('Get Started', page.getByRole('link', { name: 'Get Started' }).first());
  await page.getByLabel('Email').fill('admin@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Confirm password', { exact: true }).fill('correct horse battery');
  await click('Register', page.locator('form').getByRole('button', { name: 'Register' }));
  await page.waitForURL('/courses');
  await page.screenshot({ path: '/tmp/s3-courses.png' });
  await click('Create Quiz', page.getByRole('link', { name: 'Create Quiz' }).first());
  await page.getByRole('link', { name: 'Connect a language model' }).waitFor();
  await page.screenshot({ path: '/tmp/s3-quiz.png', fullPage: true });
  await click('Connect', page.getByRole('link', { name: 'Connect a language model' }));
  await page.getByRole('button', { name: /Use Ollama/u }).waitFor();
  await page.screenshot({ path: '/tmp/s3-found.png', fullPage: true });
  await click('Use', page.getByRole('button', { name: /Use Ollama/u }));
  await page.getByText('It works.').waitFor();
  console.log('tested', Math.round(performance.now() - started));
  await page.screenshot({ path: '/tmp/s3-tested.png', fullPage: true });
  await click('Save', page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('dialog').getByLabel('Your password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByText('In use: ollama:qwen3:8b').waitFor();
  console.log('connected', clicks, Math.round(performance.now() - started));
  await page.screenshot({ path: '/tmp/s3-connected.png', fullPage: true });
} catch (error) {
  console.log(error);
  await browser.contexts()[0]?.pages()[0]?.screenshot({ path: '/tmp/s3-failed.png', fullPage: true });
} finally {
  await browser.close();
  await lectern.stop();
  proxy.close(); fake.close();
  await rm(dataDirectory, { recursive: true, force: true });
}
