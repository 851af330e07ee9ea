import { expect, test } from 'vitest';
import { z } from 'zod';
import { readJsonAnswer } from './read-json-answer.ts';

const schema = z.object({ items: z.array(z.string()) });

test.each([
  ['bare', '{"items":["a"]}'],
  ['in a fenced block', 'Here you are:\n```json\n{"items":["a"]}\n```\nAnything else?'],
  ['after chatter with braces', 'In set notation {a, b}: {"items":["a"]}'],
  ['after thoughts', '<think>Perhaps {"items":["no"]}?</think>{"items":["a"]}'],
  ['after an example of another shape', 'Not {"things":1} but {"items":["a"]}'],
  ['the last of several', '{"items":["draft"]} Better: {"items":["a"]}'],
])('reads an object %s', (_, text) => {
  expect(readJsonAnswer(text, schema)).toEqual({ ok: true, object: { items: ['a'] } });
});

test('brackets and quotes inside texts are not brackets', () => {
  const text = 'So: {"items":["a } \\" ] {"]} :)';
  expect(readJsonAnswer(text, schema)).toEqual({ ok: true, object: { items: ['a } " ] {'] } });
});

test.each([
  ['\\frac{1}{2} \\times \\theta', '\\frac{1}{2} \\times \\theta'],
  ['\\beta', '\\beta'],
  ['\\rho', '\\rho'],
  ['\\nu', '\\nu'],
  ['\\tau', '\\tau'],
  ['$a \\neq b$, $\\nabla \\times B = \\mu_0 J$', '$a \\neq b$, $\\nabla \\times B = \\mu_0 J$'],
  ['\\(x^2_{i}\\) and \\[y\\]', '\\(x^2_{i}\\) and \\[y\\]'],
  ['\\sqrt{2} \\upsilon \\{1\\}', '\\sqrt{2} \\upsilon \\{1\\}'],
  // Escaped as JSON requires, or meant as white space.
  ['\\\\frac{a}{b}', '\\frac{a}{b}'],
  ['First line\\nunder it\\n\\tindented', 'First line\nunder it\n\tindented'],
  ['ends.\\nu and e', 'ends.\nu and e'],
  ['say \\"so\\" \\u00e9 a\\/b\\r\\n', 'say "so" é a/b\r\n'],
  ['printf(\\"%d\\\\n\\", n);', 'printf("%d\\n", n);'],
])('keeps the backslashes of %s', (written, expected) => {
  expect(readJsonAnswer(`{"items":["${written}"]}`, schema)).toEqual({
    ok: true,
    object: { items: [expected] },
  });
});

test('nesting of any depth does not overflow the stack', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(readJsonAnswer(deep, schema).ok).toBe(false);
  expect(readJsonAnswer(`{"thoughts":${deep}}`, schema).ok).toBe(false);
});

test('refuses control characters', () => {
  expect(readJsonAnswer('{"items":["\\u000crac{1}{2}"]}', schema)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('backslash') as string,
  });
});

test('says which field is wrong, and nothing of what it held', () => {
  const read = readJsonAnswer('{"items":["a",5],"secret":"lesson text"}', schema);
  expect(read).toMatchObject({ ok: false, problem: expect.stringContaining('items.1') as string });
  expect(JSON.stringify(read)).not.toContain('lesson text');
});

test.each(['', 'I cannot do that.', '{"items":["a"', '"items"', '{'.repeat(50_000)])(
  'finds none in %#',
  (text) => {
    expect(readJsonAnswer(text, schema).ok).toBe(false);
  },
);
