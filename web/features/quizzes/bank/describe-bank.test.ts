import i18next from 'i18next';
import { expect, test } from 'vitest';
import type { QuestionBankState } from '#contract/question-bank.ts';
import { en } from '#web/locales/en/catalogue.ts';
import { announceBank, describeTimeLeft, percentOf } from './describe-bank.ts';

const texts = i18next.createInstance();
await texts.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});
const { t } = texts;

const makeState = (changes: Partial<QuestionBankState>): QuestionBankState => ({
  lesson_id: 1,
  status: 'ready',
  ready_count: 24,
  target_count: 24,
  seconds_left: null,
  writer: null,
  note: null,
  note_coded: null,
  ...changes,
});

test('an estimate is rounded: tens of seconds, then minutes', () => {
  expect([0, 12, 40, 50, 51, 89, 91].map((seconds) => describeTimeLeft(t, seconds))).toEqual([
    'about 10 seconds left',
    'about 20 seconds left',
    'about 40 seconds left',
    'about 50 seconds left',
    'about 1 minute left',
    'about 1 minute left',
    'about 2 minutes left',
  ]);
});

test('a screen reader hears each quarter, not each question', () => {
  const heard = Array.from({ length: 25 }, (_, ready) =>
    announceBank(t, makeState({ status: 'preparing', ready_count: ready, seconds_left: 90 - ready })),
  );
  expect(new Set(heard)).toEqual(
    new Set([0, 6, 12, 18, 24].map((ready) => `Preparing questions: ${ready} of 24`)),
  );
});

test('progress stays between 0 and 100 percent', () => {
  expect(percentOf(makeState({ ready_count: 9 }))).toBe(38);
  expect(percentOf(makeState({ ready_count: 30 }))).toBe(100);
  expect(percentOf(makeState({ target_count: 0 }))).toBe(0);
});
