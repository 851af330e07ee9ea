import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FLAW_CODES } from '#contract/flaw-codes.ts';
import { MESSAGES } from '#contract/messages/catalogue.ts';
import { en } from './en/catalogue.ts';
import * as es from './es/catalogue.ts';

/** Each text under its dotted name. */
function listTexts(catalogue: object, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? listTexts(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(value)] as [string, string]],
  );
}

const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+(?:, \w+)?)/gu)].map(([, name]) => name!).sort();

const flaws = Object.fromEntries(FLAW_CODES.map((code) => [code, code]));
const english = new Map(listTexts({ ...en, messages: { ...MESSAGES, flaws } }));
const spanish = new Map(listTexts({ ...es }));

/** The name of a text that has plural forms, or undefined. */
function pluralNameOf(name: string): string | undefined {
  const stem = /^(.+)_(?:one|other)$/u.exec(name)?.[1];
  return stem !== undefined && english.has(`${stem}_one`) && english.has(`${stem}_other`) ? stem : undefined;
}

/** The plural forms of Spanish: besides those of English, `many` for millions. */
const FORMS = new Intl.PluralRules('es').resolvedOptions().pluralCategories;

/** The names that Spanish needs, each with the English text that it translates. */
const needed = new Map(
  [...english].flatMap(([name, text]): [string, string][] => {
    const stem = pluralNameOf(name);
    if (stem === undefined) return [[name, text]];
    if (name.endsWith('_one')) return [];
    return FORMS.map((form) => [`${stem}_${form}`, form === 'one' ? english.get(`${stem}_one`)! : text]);
  }),
);

const isSentence = (text: string): boolean =>
  (text.replaceAll(/\{\{.*?\}\}/gu, '').match(/\p{L}+/gu) ?? []).length > 3;

const countNames = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + 1 + countNames(each), 0)
    : 0;

test('file names are unique', () => {
  const twice = ['en', 'es'].flatMap((language) =>
    readdirSync(`web/locales/${language}`)
      .filter((file) => file.endsWith('.json'))
      .map((file) => `web/locales/${language}/${file}`)
      .filter((path) => {
        const text = readFileSync(path, 'utf8');
        return text.match(/^\s*"[^"]+":/gmu)?.length !== countNames(JSON.parse(text));
      }),
  );
  expect(twice).toEqual([]);
});

test('no English text is empty', () => {
  expect([...english].filter(([, text]) => text.trim() === '')).toEqual([]);
});

test('Spanish has each text in each plural form, and no other', () => {
  expect([...spanish.keys()].sort()).toEqual([...needed.keys()].sort());
});

test('a Spanish text has the placeholders of its English', () => {
  const wrong = [...needed].filter(([name, text]) => {
    // The form for one may say the number in words or leave it out.
    const isCounted = !name.endsWith('_one');
    const [wanted, found] = [text, spanish.get(name) ?? ''].map((each) =>
      placeholdersOf(each).filter((placeholder) => isCounted || placeholder !== 'count'),
    );
    return found!.join() !== wanted!.join();
  });
  expect(wrong).toEqual([]);
});

test('no Spanish text is empty, and sentences differ from the English', () => {
  const untranslated = [...needed].filter(
    ([name, text]) =>
      spanish.get(name)?.trim() === '' || (isSentence(text) && spanish.get(name) === english.get(name)),
  );
  expect(untranslated).toEqual([]);
});
