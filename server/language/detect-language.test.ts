import { expect, test } from 'vitest';
import { detectLanguage, isWrittenInEnglish } from './detect-language.ts';

test.each([
  ['english', 'The heart pumps blood through the body.'],
  [
    'english',
    '• Represents an ordered sequence of objects\n• Allows duplicates\n• Indexed from zero to size',
  ],
  ['other', 'Das Herz pumpt das Blut durch den Körper und die Lunge.'],
  ['other', 'Le cœur pompe le sang dans les vaisseaux du corps.'],
  ['other', 'El corazón bombea la sangre por los vasos del cuerpo.'],
  ['other', 'Сердце перекачивает кровь по сосудам всего организма.'],
  ['unknown', '• ArrayList\n• LinkedList\n• HashMap'],
  ['unknown', '42'],
])('detects %s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test('a deck of points and terms is accepted, one in another language is not', () => {
  const terms = ['• ArrayList\n• LinkedList', '• Push, pop, peek', 'Stack | Queue'];
  expect(isWrittenInEnglish(terms)).toBe(true);
  expect(isWrittenInEnglish([...terms, '• Removes the element at the top'])).toBe(true);
  expect(isWrittenInEnglish([...terms, '• Entfernt das Element von der Spitze und gibt es zurück'])).toBe(
    false,
  );
  expect(isWrittenInEnglish([])).toBe(false);
});
