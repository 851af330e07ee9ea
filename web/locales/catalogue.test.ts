import { expect, test } from 'vitest';
import { en } from './en/catalogue.ts';
import administration from './es/administration.json' with { type: 'json' };
import { es } from './es/catalogue.ts';

/** Each text under its dotted name. */
function listTexts(catalogue: object, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? listTexts(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(value)] as [string, string]],
  );
}

const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/gu)].map(([, name]) => name!).sort();

const english = new Map(listTexts(en));
const spanish = new Map(listTexts({ ...es, administration }));

test('Spanish has each text that English has, and no other', () => {
  expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
});

test('a translation has the placeholders of its text', () => {
  for (const [name, text] of english) {
    expect([name, placeholdersOf(spanish.get(name) ?? '')]).toEqual([name, placeholdersOf(text)]);
  }
});

test('no text is empty, and English and Spanish differ where they are sentences', () => {
  const same = [...english].filter(
    ([name, text]) => text.split(' ').length > 3 && spanish.get(name) === text,
  );
  expect(same).toEqual([]);
  expect([...english, ...spanish].filter(([, text]) => text.trim() === '')).toEqual([]);
});
