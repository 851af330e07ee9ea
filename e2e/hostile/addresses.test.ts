import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fetch as undiciFetch } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchPublicUrl } from '#server/platform/web-fetch/fetch-public-url.ts';
import { createGuardedAgent, type ResolveHost } from '#server/platform/web-fetch/guarded-agent.ts';
import { HARMLESS_URLS, INSIDE_NAMES, INSIDE_URLS } from './addresses.ts';
import { pretendInternet, type PretendedInternet } from './pretend-internet.ts';

const PUBLIC = '93.184.216.34';
const PUBLIC_TOO = '2606:4700::1111';
/** Public by its number, and turned away on the way: the connection ends at a private machine. */
const TURNED_AWAY = '1.1.1.1';

let site: Server;
let sitePort: number;
let internet: PretendedInternet;
/** What the site was asked for. */
const asked: { readonly path: string; readonly host: string | undefined; readonly lines: string[] }[] = [];
/** Where `/away` leads. */
let location = '/';
/** As careless sites send it: the bytes of UTF-8 in a header that is Latin-1. */
const asHeader = (value: string): string => Buffer.from(value).toString('latin1');

beforeAll(async () => {
  site = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, host: request.headers.host, lines: request.rawHeaders });
    if (path === '/away') response.writeHead(302, { location: asHeader(location) }).end('gone');
    else response.end('hello');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  sitePort = (site.address() as AddressInfo).port;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

beforeEach(() => {
  asked.length = 0;
  location = '/';
  internet = pretendInternet({
    [PUBLIC]: { localPort: sitePort },
    [PUBLIC_TOO]: { localPort: sitePort },
    [TURNED_AWAY]: { localPort: sitePort, appearsAs: '10.0.0.1' },
  });
});
afterEach(() => internet.restore());

const NAMES: Readonly<Record<string, readonly string[]>> = {
  ...INSIDE_NAMES,
  'lesson.example': [PUBLIC],
  'six.example': [PUBLIC_TOO],
  'turned.example': [TURNED_AWAY],
};
const resolve: ResolveHost = (hostname) => {
  const found = NAMES[hostname.replace(/\.$/u, '')];
  // As the system would: a number that no URL parser recognised may still be an address to it.
  return found === undefined
    ? Promise.reject(new Error(`${hostname} is not known.`))
    : Promise.resolve(found);
};

/** Only the resolver is the test's: ports, addresses and everything else are as in service. */
async function findProblem(url: string, resolveHost = resolve): Promise<string> {
  try {
    const { body } = await fetchPublicUrl(url, {
      maximumBytes: 1_000_000,
      timeoutMs: 5_000,
      resolve: resolveHost,
    });
    return `answered: ${await text(body)}`;
  } catch (error) {
    return error instanceof Error && 'problem' in error ? String(error.problem) : String(error);
  }
}

test('the public site is reached by name, in both families, or nothing of what follows proves anything', async () => {
  expect(await findProblem('http://lesson.example/')).toBe('answered: hello');
  expect(await findProblem('http://six.example/')).toBe('answered: hello');
  expect(await findProblem(`http://[${PUBLIC_TOO}]/`)).toBe('answered: hello');
  expect(internet.attempts).toEqual([PUBLIC, PUBLIC_TOO, PUBLIC_TOO]);
});

describe(`${INSIDE_URLS.length} addresses that point to the internal network`, () => {
  test('are refused directly and behind a redirect of the public site', async () => {
    const passed: string[] = [];
    for (const url of INSIDE_URLS) {
      location = url;
      for (const asked of [url, 'http://lesson.example/away']) {
        const problem = await findProblem(asked);
        // A non-ASCII host arrives under another name, which is unknown.
        const isUnknown = asked !== url && problem === 'unreachable' && /[^\0-\x7f]/u.test(url);
        if (problem !== 'not-public' && problem !== 'invalid-url' && !isUnknown)
          passed.push(`${asked} to ${url}: ${problem}`);
      }
    }
    expect(passed).toEqual([]);
    expect(new Set(internet.attempts)).toEqual(new Set([PUBLIC]));
  });

  test('are refused by the agent that fetches captions, which follows redirects by itself', async () => {
    const agent = createGuardedAgent({ resolve });
    const passed: string[] = [];
    for (const url of INSIDE_URLS) {
      await undiciFetch(url, { dispatcher: agent }).then(
        () => passed.push(url),
        () => undefined,
      );
      location = url;
      await undiciFetch('http://lesson.example/away', { dispatcher: agent }).then(
        () => passed.push(`redirected to ${url}`),
        () => undefined,
      );
    }
    await agent.destroy();
    expect(passed).toEqual([]);
    expect(new Set(internet.attempts)).toEqual(new Set([PUBLIC]));
  });
});

test.each(HARMLESS_URLS)('%j asks the public site and no one else', async (url, path) => {
  expect(await findProblem(url)).toBe('answered: hello');
  expect(internet.attempts).toEqual([PUBLIC]);
  expect(asked.map((request) => request.path)).toEqual([path]);
  expect(asked[0]?.host).toMatch(/^lesson\.example\.?$/u);
  // Nothing of the address became a header.
  expect(asked[0]?.lines.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())).toEqual([
    'host',
    'connection',
    'accept',
    'accept-encoding',
    'user-agent',
  ]);
});

describe('a resolver that lies', () => {
  test('is asked once a connection, and the very address that was checked is connected to', async () => {
    let count = 0;
    const counting: ResolveHost = () => {
      count += 1;
      return Promise.resolve(count === 1 ? [PUBLIC] : ['10.0.0.1']);
    };
    expect(await findProblem('http://once.example/', counting)).toBe('answered: hello');
    expect(count).toBe(1);
    expect(internet.attempts).toEqual([PUBLIC]);
  });

  test('a connection that ends elsewhere is dropped before a word is said', async () => {
    expect(await findProblem('http://turned.example/')).toBe('not-public');
    expect(await findProblem(`http://${TURNED_AWAY}/`)).toBe('not-public');
    expect(asked).toEqual([]);
  });
});
