import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { MESSAGES } from '#contract/messages/catalogue.ts';
import { en } from './en/catalogue.ts';
import { TRANSLATIONS } from './translations.ts';

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

const english = new Map(listTexts({ ...en, messages: MESSAGES }));

/** The name of a text that has plural forms, or undefined. */
function pluralNameOf(name: string): string | undefined {
  const stem = /^(.+)_(?:one|other)$/u.exec(name)?.[1];
  return stem !== undefined && english.has(`${stem}_one`) && english.has(`${stem}_other`) ? stem : undefined;
}

/** The plural forms that sentences of a language need, such as `few` in Polish. */
const formsOf = (language: string): string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** The names that a language needs, each with the English text that it translates. */
function listNeeded(language: string): Map<string, string> {
  const needed = [...english].flatMap(([name, text]): [string, string][] => {
    const stem = pluralNameOf(name);
    if (stem === undefined) return [[name, text]];
    if (name.endsWith('_one')) return [];
    return formsOf(language).map((form) => [
      `${stem}_${form}`,
      form === 'one' ? english.get(`${stem}_one`)! : text,
    ]);
  });
  return new Map(needed);
}

/** Whether a form is for one number only, which it may say in words or leave out: `one` in English, but not in French. */
function isForOneNumber(language: string, name: string): boolean {
  const form = /_(zero|one|two)$/u.exec(name)?.[1];
  const rules = new Intl.PluralRules(language);
  return (
    form !== undefined &&
    Array.from({ length: 200 }, (_, n) => rules.select(n)).filter((each) => each === form).length === 1
  );
}

const isSentence = (text: string): boolean =>
  (text.replaceAll(/\{\{.*?\}\}/gu, '').match(/\p{L}+/gu) ?? []).length > 3;

const others = Object.keys(LANGUAGES).filter((language) => language !== 'en') as Exclude<Language, 'en'>[];

test('no English text is empty', () => {
  expect([...english].filter(([, text]) => text.trim() === '')).toEqual([]);
});

test('every language with texts is offered', () => {
  expect(Object.keys(TRANSLATIONS).sort()).toEqual([...others].sort());
});

describe.each(others)('%s', (language) => {
  const needed = listNeeded(language);
  let texts: Map<string, string>;
  beforeAll(async () => {
    texts = new Map(listTexts({ ...(await TRANSLATIONS[language]()) }));
  });

  test('has each text in each plural form of the language, and no other', () => {
    expect([...texts.keys()].sort()).toEqual([...needed.keys()].sort());
  });

  test('a text has the placeholders of its English', () => {
    const wrong = [...needed].filter(([name, text]) => {
      const isCounted = !isForOneNumber(language, name);
      const [wanted, found] = [text, texts.get(name) ?? ''].map((each) =>
        placeholdersOf(each).filter((placeholder) => isCounted || placeholder !== 'count'),
      );
      return found!.join() !== wanted!.join();
    });
    expect(wrong).toEqual([]);
  });

  test('no text is empty, and sentences differ from the English', () => {
    const untranslated = [...needed].filter(
      ([name, text]) =>
        texts.get(name)?.trim() === '' || (isSentence(text) && texts.get(name) === english.get(name)),
    );
    expect(untranslated).toEqual([]);
  });

  // Names, formats and words that two languages share are the same; texts that no one has translated are far more.
  test('at most one text in twelve reads as in English', () => {
    const same = [...needed].filter(([name, text]) => /\p{L}{2}/u.test(text) && texts.get(name) === text);
    expect(same.length / needed.size).toBeLessThan(1 / 12);
  });
});
