import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { registerRequest } from '#contract/accounts.ts';
import { courseRequest } from '#contract/courses.ts';
import { wordMessage as inEnglish, MESSAGES, type MessageCode } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { ApiError, UnreachableError } from '#web/api-client/api-error.ts';
import { en } from '../locales/en/catalogue.ts';
import * as es from '../locales/es/catalogue.ts';
import { wordFlaw } from './word-flaw.ts';
import { addMessageFormats, explainFailure, wordFieldText, wordMessage } from './word-message.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'es',
    fallbackLng: 'en',
    resources: { en: { translation: en }, es: { translation: es } },
    interpolation: { escapeValue: false },
  });
  addMessageFormats(i18next);
});

const inSpanish = (coded: Message | null, english: string): string => wordMessage(i18next.t, coded, english);

test('a message keeps its numbers, sizes and lists', () => {
  const coded = message('storage_quota_exceeded', { leftBytes: 0, limitBytes: 20 * 10 ** 9 });
  expect(inSpanish(coded, inEnglish(coded))).toMatch(
    /^Te quedan 0 (?:B|bytes?) de 20 GB de almacenamiento\./u,
  );
  expect(inSpanish(message('email_domain', { domains: ['a.example', 'b.example'] }), '')).toBe(
    'Usa un correo electrónico de a.example y b.example.',
  );
});

test('a message within a message is translated too', () => {
  const coded = message('summary_partly_without_model', {
    why: message('model_timeout'),
    count: 2,
    pointCount: 5,
  });
  expect(inSpanish(coded, inEnglish(coded))).toBe(
    'El modelo de lenguaje no ha respondido a tiempo; 2 de 5 puntos son frases de la lección.',
  );
});

test('a sentence without a code stays as it is, and so does one whose code is unknown here', () => {
  expect(inSpanish(null, 'The 3 files are too big. (Really?)')).toBe('The 3 files are too big. (Really?)');
  expect(inSpanish({ code: 'of_a_later_version', params: {} }, 'New {{words}}.')).toBe('New {{words}}.');
});

test('a translated flaw names the words at fault, as its English sentence does', () => {
  const flaw = { code: 'negative_stem', message: 'Worded negatively ("not").', words: ['not'] };
  expect(wordFlaw(i18next.getFixedT('en'), flaw)).toBe('Worded negatively ("not").');
  expect(wordFlaw(i18next.t, flaw)).toBe(
    'La pregunta está en negativo. Pregunta por lo que es cierto. Palabras: «not».',
  );
  expect(wordFlaw(i18next.t, { code: 'new', message: 'Something new.', words: ['x'] })).toBe(
    'Something new.',
  );
});

test('English is what came with the code', () => {
  const english = i18next.getFixedT('en');
  expect(wordMessage(english, message('job_failed'), 'As the server says.')).toBe('As the server says.');
});

test.each(Object.keys(MESSAGES) as MessageCode[])('%s has its Spanish', (code) => {
  const params = Object.fromEntries(
    [...MESSAGES[code].matchAll(/\{\{(\w+)(?:, (\w+))?\}\}/gu)].map(([, name = '', format]) => [
      name,
      format === 'message' ? message('model_timeout') : format === 'list' ? ['uno', 'dos'] : 7,
    ]),
  );
  const spanish = inSpanish({ code, params }, '');
  expect(spanish).not.toBe('');
  expect(spanish).not.toContain('{{');
  if (MESSAGES[code].split(' ').length > 3) expect(spanish).not.toBe(inEnglish({ code, params }));
});

test.each([
  ['registration', registerRequest.safeParse({ email: 'x', password: 'short', password2: 'other' })],
  ['empty registration', registerRequest.safeParse({ email: '', password: '', password2: '' })],
  [
    'course',
    courseRequest.safeParse({
      title: '',
      description: 'x'.repeat(30_000),
      department: '\u0000',
      instructor_id: 0.5,
      outcomes: Array.from({ length: 11 }, () => ({ short_name: 'sixsix', description: '' })),
    }),
  ],
])('every message of the contract about a wrong %s has its Spanish', (_name, { error }) => {
  const messages = error?.issues.map((issue) => issue.message) ?? [];
  expect(messages.length).toBeGreaterThan(0);
  for (const text of messages) expect(wordFieldText(i18next.t, text), text).not.toBe(text);
});

test('a failed call is explained by its code, else by its words, else by the fallback', () => {
  const failed = (body: unknown): string =>
    explainFailure(i18next.t, new ApiError({ status: 409, statusText: '', body }), 'Otra cosa.');
  const coded = message('api_keys_exhausted', { count: 20 });
  expect(failed({ detail: inEnglish(coded), detail_coded: coded })).toBe(
    'Tienes 20 claves de API. Revoca una que ya no uses.',
  );
  expect(failed({ detail: 'Said by a proxy.' })).toBe('Said by a proxy.');
  expect(failed('<html>')).toBe('Otra cosa.');
  expect(explainFailure(i18next.t, new UnreachableError('down'))).toBe('No se puede acceder al servidor.');
});
