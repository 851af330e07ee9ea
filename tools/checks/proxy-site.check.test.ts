import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sitePath = join(import.meta.dirname, '../../deploy/proxy/nginx.conf');

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
