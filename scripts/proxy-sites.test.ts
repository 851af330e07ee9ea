import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const run = promisify(execFile);
const sitePath = join(import.meta.dirname, '../deploy/proxy/nginx.conf');

/** One directive of nginx's, with those in its block. */
interface Directive {
  readonly name: string;
  readonly values: readonly string[];
  readonly block?: Directive[];
}

/** Reads nginx's syntax. @throws when a block or a directive does not end. */
function parseNginx(text: string): Directive[] {
  const tokens = text.match(/#.*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]|[^\s{};]+/gu) ?? [];
  const root: Directive[] = [];
  const open: Directive[][] = [root];
  let words: string[] = [];
  for (const token of tokens.filter((one) => !one.startsWith('#'))) {
    const current = open.at(-1);
    if (!current) throw new Error('A block is closed that was never opened.');
    if (token === ';' || token === '{') {
      const [name = '', ...values] = words;
      if (name === '') throw new Error('A directive has no name.');
      const block: Directive[] = [];
      current.push(token === '{' ? { name, values, block } : { name, values });
      if (token === '{') open.push(block);
      words = [];
    } else if (token === '}') {
      if (words.length > 0) throw new Error(`${words.join(' ')} does not end with a semicolon.`);
      open.pop();
    } else words.push(token.replaceAll(/^["']|["']$/gu, ''));
  }
  if (open.length !== 1 || words.length > 0) throw new Error('The file ends within a block.');
  return root;
}

const listAll = (directives: readonly Directive[]): Directive[] =>
  directives.flatMap((one) => [one, ...listAll(one.block ?? [])]);

const hasProgram = (name: string, argument: string): Promise<boolean> =>
  run(name, [argument]).then(
    () => true,
    () => false,
  );
const hasNginx = (await hasProgram('nginx', '-v')) && (await hasProgram('openssl', 'version'));

describe('the site for nginx, as it is written', () => {
  test('logs no query, and every server uses that format', async () => {
    const site = parseNginx(await readFile(sitePath, 'utf8'));
    const format = site.find(({ name, values }) => name === 'log_format' && values[0] === 'lectern');
    expect(format?.values[1]).toContain('$lectern_path');
    expect(format?.values[1]).not.toMatch(/\$(?:request|request_uri|args|query_string|http_referer)\b/u);
    const servers = site.filter(({ name }) => name === 'server');
    expect(servers).toHaveLength(2);
    for (const { block = [] } of servers) {
      expect(block.filter(({ name }) => name === 'access_log').map(({ values }) => values[1])).toEqual([
        'lectern',
      ]);
    }
  });

  test('takes no api out for a status that it answers', async () => {
    const site = listAll(parseNginx(await readFile(sitePath, 'utf8')));
    const next = site.filter(({ name }) => name === 'proxy_next_upstream');
    expect(next.map(({ values }) => values)).toEqual([['error', 'timeout']]);
  });

  test.each(['server { listen 80;', 'listen 80', 'server { listen 80 }', '}', '; '])(
    'what cannot be read is noticed: %s',
    (text) => {
      expect(() => parseNginx(text)).toThrow();
    },
  );
});

/** Two apis, and nginx before them with the site of this repository: other ports, certificate and logs. */
class Proxied {
  readonly #directory: string;
  readonly #apis: readonly Server[];
  readonly #nginx: ChildProcess;
  readonly #port: number;
  // The certificate is made for this test.
  readonly #agent = new Agent({ connect: { rejectUnauthorized: false } });
  calls = 0;
  status = 200;

  static async start(): Promise<Proxied> {
    const directory = await mkdtemp(join(tmpdir(), 'lectern-nginx-'));
    const apis = [createServer(), createServer()];
    for (const api of apis) await once(api.listen(0, '127.0.0.1'), 'listening');
    const [plainPort, port] = [await findFreePort(), await findFreePort()];
    await makeCertificate(directory);
    let site = await readFile(sitePath, 'utf8');
    site = site
      .replaceAll(/\/etc\/letsencrypt\/live\/lectern\.example/gu, directory)
      .replaceAll('/var/log/nginx', directory)
      .replaceAll(/^.*listen \[::\].*$/gmu, '')
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen 443 ', `listen 127.0.0.1:${port} `);
    apis.forEach((api, index) => {
      site = site.replace(`127.0.0.1:${3001 + index}`, `127.0.0.1:${(api.address() as AddressInfo).port}`);
    });
    await writeFile(join(directory, 'site.conf'), site);
    const configuration = join(directory, 'nginx.conf');
    await writeFile(
      configuration,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1;
      pid ${directory}/pid; error_log ${directory}/error.log;
      events {}
      http {
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${directory}/${kind};`).join(' ')}
        include ${directory}/site.conf;
      }`,
    );
    // Refuses a directive that this nginx does not know, with its line.
    await run('nginx', ['-t', '-q', '-c', configuration, '-p', directory]);
    const nginx = spawn('nginx', ['-c', configuration, '-p', directory], { stdio: 'ignore' });
    await vi.waitFor(() => once(connect(port, '127.0.0.1'), 'connect'), { timeout: 10_000 });
    return new Proxied(directory, apis, nginx, port);
  }

  private constructor(directory: string, apis: readonly Server[], nginx: ChildProcess, port: number) {
    this.#directory = directory;
    this.#apis = apis;
    this.#nginx = nginx;
    this.#port = port;
    for (const api of apis) {
      api.on('request', (_request, response) => {
        this.calls += 1;
        response.writeHead(this.status).end('said by an api');
      });
    }
  }

  async call(path: string): Promise<{ status: number; text: string }> {
    const answer = await fetch(`https://127.0.0.1:${this.#port}${path}`, { dispatcher: this.#agent });
    return { status: answer.status, text: await answer.text() };
  }

  readLog(name: string): Promise<string> {
    return readFile(join(this.#directory, name), 'utf8');
  }

  async stopApis(): Promise<void> {
    for (const api of this.#apis) {
      if (!api.listening) continue;
      api.closeAllConnections();
      await once(api.close(), 'close');
    }
  }

  async stop(): Promise<void> {
    await this.stopApis();
    await this.#agent.close();
    this.#nginx.kill('SIGTERM');
    await once(this.#nginx, 'exit');
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

async function makeCertificate(directory: string): Promise<void> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', join(directory, 'privkey.pem'), '-out', join(directory, 'fullchain.pem')];
  await run('openssl', ['req', '-x509', ...key, ...files, '-days', '1', '-subj', '/CN=lectern.example']);
}

if (hasNginx) {
  describe('the site for nginx, run by nginx', () => {
    let proxied: Proxied;
    beforeAll(async () => {
      proxied = await Proxied.start();
    });
    afterAll(() => proxied.stop());

    test('an answer of 503 is passed on, and the api that gave it gets the next request', async () => {
      proxied.status = 503;
      proxied.calls = 0;
      for (let count = 1; count <= 10; count += 1) {
        expect(await proxied.call('/api/courses/')).toEqual({ status: 503, text: 'said by an api' });
        expect(proxied.calls).toBe(count);
      }
      proxied.status = 200;
      expect((await proxied.call('/api/courses/')).status).toBe(200);
    });

    test('no log holds the signature of a link, also when no api can be reached', async () => {
      const link = '/files/i1/0b0e.mp4?expires=1790000000&signature=';
      await proxied.call(`${link}served`);
      await proxied.stopApis();
      expect((await proxied.call(`${link}refused`)).status).toBe(502);
      expect((await proxied.call('/api/courses/')).status).toBe(502);
      await vi.waitFor(async () => {
        const lines = (await proxied.readLog('access.log')).trim().split('\n');
        expect(lines.at(-3)).toContain('mp4 HTTP/2.0" 200');
        expect(lines.at(-2)).toContain('mp4 HTTP/2.0" 502');
      });
      expect(await proxied.readLog('access.log')).not.toMatch(/signature|expires/u);
      const errors = await proxied.readLog('error.log');
      expect(errors).toContain('/api/courses/');
      expect(errors).not.toMatch(/signature|expires/u);
    });
  });
} else {
  test('nginx is not installed here: its site was checked as text only', () => {
    process.stdout.write('nginx is not installed: deploy/proxy/nginx.conf was checked as text only.\n');
    expect(hasNginx).toBe(false);
  });
}
