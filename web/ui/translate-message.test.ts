import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { courseRequest } from '../../contract/courses.ts';
import { registerRequest } from '../../contract/accounts.ts';
import { en } from '../locales/en/catalogue.ts';
import { es } from '../locales/es/catalogue.ts';
import { translateMessage } from './translate-message.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'es',
    resources: { en: { translation: en }, es: { translation: es } },
    interpolation: { escapeValue: false },
  });
});

const inSpanish = (message: string): string => translateMessage(i18next.t, message);

test('a message with numbers keeps them', () => {
  expect(inSpanish('Must be 300 characters or fewer.')).toBe('Debe tener 300 caracteres como máximo.');
  expect(inSpanish('Number of questions must be between 1 and 50.')).toBe(
    'El número de preguntas debe estar entre 1 y 50.',
  );
});

test('a sentence that only the server knows stays as it came', () => {
  expect(inSpanish('The 3 files are too big. (Really?)')).toBe('The 3 files are too big. (Really?)');
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
  for (const message of messages) expect(inSpanish(message), message).not.toBe(message);
});

test('the progress of a quiz is translated with its numbers', () => {
  expect(inSpanish('6 of 10 questions ready, about 40 seconds left')).toBe(
    '6 de 10 preguntas listas, quedan unos 40 segundos',
  );
  expect(inSpanish('6 of 10 questions ready')).toBe('6 de 10 preguntas listas');
});
