import i18next from 'i18next';
import { expect, test } from 'vitest';
import { FLAW_CODES } from '#contract/flaw-codes.ts';
import { en } from '../locales/en/catalogue.ts';
import * as es from '../locales/es/catalogue.ts';
import { translateFlaw } from './translate-flaw.ts';

const texts = i18next.createInstance();
await texts.init({
  lng: 'es',
  resources: { en: { translation: en }, es: { translation: es } },
  interpolation: { escapeValue: false },
});

test('each flaw that the checker knows has a sentence in every language, and no other', () => {
  expect(Object.keys(en.editor.flaws).sort()).toEqual([...FLAW_CODES].sort());
});

test('shows the checker’s own words in English, and in Spanish a sentence with the words at fault', () => {
  const flaw = { code: 'negative_stem', message: 'Worded negatively ("not").', words: ['not'] };
  expect(translateFlaw(texts.t, 'en', flaw)).toBe('Worded negatively ("not").');
  expect(translateFlaw(texts.t, 'es', flaw)).toBe(
    'La pregunta está en negativo. Pregunta por lo que es cierto. Palabras: «not».',
  );
  expect(translateFlaw(texts.t, 'es', { ...flaw, words: [] })).toBe(
    'La pregunta está en negativo. Pregunta por lo que es cierto.',
  );
});

test('shows the message of a flaw that this page does not know', () => {
  expect(translateFlaw(texts.t, 'es', { code: 'new', message: 'Something new.', words: ['x'] })).toBe(
    'Something new.',
  );
});
