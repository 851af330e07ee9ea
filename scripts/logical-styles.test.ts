import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * Nothing in the web app is placed at the left or the right: in Arabic the start of a line is on the other side. Each pattern
 * is first shown a line that it must find.
 */
const web = join(import.meta.dirname, '../web');
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:css|tsx)$/u.test(path) && !/(?:^|\/)dist\/|\.test\.tsx$/u.test(path))
  .map((path) => ({ path, lines: readFileSync(join(web, path), 'utf8').split('\n') }));

const RULES = [
  {
    kind: '.css',
    name: 'styles use margin-inline, inset-inline and the like',
    pattern: /^\s*(?:[\w-]+-)?(?:left|right)(?:-[\w-]+)?\s*:/u,
    example: '  border-top-left-radius: 4px;',
  },
  {
    kind: '.css',
    name: 'text is aligned at start or end',
    pattern: /(?:text-align|float|clear)\s*:\s*(?:left|right)\b/u,
    example: '  text-align: left;',
  },
  {
    kind: '.css',
    name: 'no space has four different sides',
    pattern: /^\s*(?:margin|padding|inset)\s*:\s*(\S+) (\S+) (\S+) (?!\2;)\S+;/u,
    example: '  padding: 0 4px 0 8px;',
  },
  {
    kind: '.tsx',
    name: 'components are given start and end',
    pattern: /\s(?:ml|mr|pl|pr|left|right)=[{"]|\bta="(?:left|right)"/u,
    example: '<Text ml="xs">',
  },
  {
    kind: '.tsx',
    name: 'inline styles are logical',
    pattern: /\b(?:margin|padding|border)(?:Left|Right)\b|textAlign: '(?:left|right)'/u,
    example: 'style={{ marginLeft: 4 }}',
  },
];

test.each(RULES)('$name', ({ kind, pattern, example }) => {
  expect(example).toMatch(pattern);
  const searched = files.filter(({ path }) => path.endsWith(kind));
  const found = searched.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(searched.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});
