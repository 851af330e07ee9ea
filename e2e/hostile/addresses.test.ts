import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fetch as undiciFetch } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchPublicUrl, type FetchPublicUrlOptions } from '#server/web-fetch/fetch-public-url.ts';
import { isPublicAddress, createGuardedAgent, type ResolveHost } from '#server/web-fetch/guarded-agent.ts';
import { findYoutubeVideoId } from '#contract/youtube-address.ts';
import { FORBIDDEN_URLS, HARMLESS_URLS, INSIDE_NAMES, LIKE_YOUTUBE, listInsideUrls } from './addresses.ts';
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
    else if (path === '/circle') response.writeHead(307, { location: '/circle' }).end();
    else if (path.startsWith('/chain/')) {
      const left = Number(path.slice(7));
      response.writeHead(308, { location: left === 0 ? asHeader(location) : `/chain/${left - 1}` }).end();
    } else response.end('hello');
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
  'nothing.example': [],
};
const resolve: ResolveHost = (hostname) => {
  const found = NAMES[hostname.replace(/\.$/u, '')];
  // As the system would: a number that no URL parser recognised may still be an address to it.
  return found === undefined
    ? Promise.reject(new Error(`${hostname} is not known.`))
    : Promise.resolve(found);
};

/** Only the resolver is the test's: ports, addresses and everything else are as in service. */
const options: FetchPublicUrlOptions = { maximumBytes: 1_000_000, timeoutMs: 5_000, resolve };

async function findProblem(url: string, more: Partial<FetchPublicUrlOptions> = {}): Promise<string> {
  try {
    const { body } = await fetchPublicUrl(url, { ...options, ...more });
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

const inside = listInsideUrls();

describe(`${inside.length} addresses that lead inside`, () => {
  test('are refused before a connection is begun', async () => {
    const passed: string[] = [];
    for (const url of inside) {
      const problem = await findProblem(url);
      if (problem !== 'not-public' && problem !== 'invalid-url') passed.push(`${url}: ${problem}`);
    }
    expect(passed).toEqual([]);
    expect(internet.attempts).toEqual([]);
  });

  test('are refused behind a redirect of the public site', async () => {
    const passed: string[] = [];
    for (const url of inside) {
      location = url;
      const problem = await findProblem('http://lesson.example/away');
      // What was no ASCII arrives as another name, which is not known.
      const isUnknown = problem === 'unreachable' && /[^\0-\x7f]/u.test(url);
      if (problem !== 'not-public' && problem !== 'invalid-url' && !isUnknown)
        passed.push(`${url}: ${problem}`);
    }
    expect(passed).toEqual([]);
    expect(new Set(internet.attempts)).toEqual(new Set([PUBLIC]));
  });

  test('are refused by the agent that fetches captions, which follows redirects by itself', async () => {
    const agent = createGuardedAgent({ resolve });
    const passed: string[] = [];
    for (const url of inside) {
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

test(`${FORBIDDEN_URLS.length} that are no address of the public web are refused, by themselves and behind a redirect`, async () => {
  const passed: string[] = [];
  for (const url of FORBIDDEN_URLS) {
    const problem = await findProblem(url);
    if (problem !== 'invalid-url') passed.push(`${JSON.stringify(url.slice(0, 80))}: ${problem}`);
  }
  expect(internet.attempts).toEqual([]);
  // Relative ones are places of the site, and what no header can hold no site can send.
  for (const url of FORBIDDEN_URLS.filter((each) => /^[a-z+]+:[\x20-\x7e]*$/iu.test(each))) {
    location = url;
    const problem = await findProblem('http://lesson.example/away');
    if (!['invalid-url', 'not-public'].includes(problem))
      passed.push(`redirected to ${url.slice(0, 80)}: ${problem}`);
  }
  expect(passed).toEqual([]);
  expect(new Set(internet.attempts)).toEqual(new Set([PUBLIC]));
});

test.each(HARMLESS_URLS)('%j asks the public site and nobody else', async (url, path) => {
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
  const sequence = (...answers: readonly (readonly string[])[]): ResolveHost => {
    let count = 0;
    return () => Promise.resolve(answers[Math.min(count++, answers.length - 1)] ?? []);
  };

  test('rebinding: public when asked first, private afterwards', async () => {
    location = 'http://rebind.example/secret';
    const rebind = sequence([PUBLIC], ['127.0.0.1']);
    expect(await findProblem('http://rebind.example/away', { resolve: rebind })).toBe('not-public');
    expect(internet.attempts).toEqual([PUBLIC]);
  });

  test('is asked once a connection, and the very address that was checked is connected to', async () => {
    let count = 0;
    const counting: ResolveHost = () => {
      count += 1;
      return Promise.resolve(count === 1 ? [PUBLIC] : ['10.0.0.1']);
    };
    expect(await findProblem('http://once.example/', { resolve: counting })).toBe('answered: hello');
    expect(count).toBe(1);
    expect(internet.attempts).toEqual([PUBLIC]);
  });

  test.each(['/away', '/chain/3'])('a kept connection does not outlive its check: %s', async (path) => {
    location = 'http://again.example/secret';
    const answers = [PUBLIC, PUBLIC, PUBLIC, PUBLIC, '192.168.0.1'].slice(path === '/away' ? 3 : 0);
    const one = sequence(...answers.map((answer) => [answer]));
    expect(await findProblem(`http://again.example${path}`, { resolve: one })).toBe('not-public');
    expect(new Set(internet.attempts)).toEqual(new Set([PUBLIC]));
  });

  test('a connection that ends elsewhere is dropped before a word is said', async () => {
    expect(await findProblem('http://turned.example/')).toBe('not-public');
    expect(await findProblem(`http://${TURNED_AWAY}/`)).toBe('not-public');
    expect(asked).toEqual([]);
  });

  test('no answer, or an error, is no way in', async () => {
    expect(await findProblem('http://nothing.example/')).toBe('unreachable');
    expect(await findProblem('http://unknown.example/')).toBe('unreachable');
    expect(internet.attempts).toEqual([]);
  });
});

describe('redirects', () => {
  test('in a circle, or too many, end', async () => {
    expect(await findProblem('http://lesson.example/circle')).toBe('too-many-redirects');
    expect(await findProblem('http://lesson.example/chain/30')).toBe('too-many-redirects');
  });

  test('the last of a chain is checked like the first', async () => {
    location = 'http://169.254.169.254/latest/meta-data/';
    expect(await findProblem('http://lesson.example/chain/3')).toBe('not-public');
    expect(new Set(internet.attempts)).toEqual(new Set([PUBLIC]));
  });

  test('a broken place to go to is refused', async () => {
    for (const broken of [
      'http://[::1',
      'http://',
      '//',
      '\\\\10.0.0.1\\x',
      '///10.0.0.1/x',
      '//10.0.0.1:80/x',
    ]) {
      location = broken;
      expect(await findProblem('http://lesson.example/away'), broken).toMatch(
        /^(?:invalid-url|not-public)$/u,
      );
    }
  });
});

test.each(LIKE_YOUTUBE)('%s is no YouTube', (url) => {
  expect(findYoutubeVideoId(url)).toBeUndefined();
});

test('an address that is none is not public', () => {
  for (const none of [
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.4 ',
    ' 1.2.3.4',
    '08.8.8.8',
    '8.8.8.8/8',
    '[2a00::1]',
    '2a00::1/64',
  ])
    expect(isPublicAddress(none), none).toBe(false);
});
