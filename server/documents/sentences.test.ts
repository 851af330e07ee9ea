import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

test.each([
  [
    'Dr. Chen met Prof. A. B. Smith at 5 p.m. They spoke.',
    ['Dr. Chen met Prof. A. B. Smith at 5 p.m.', 'They spoke.'],
  ],
  [
    'See Fig. 3 and Eq. 2 for 3.14 values. Then stop.',
    ['See Fig. 3 and Eq. 2 for 3.14 values.', 'Then stop.'],
  ],
  ['Use tools, e.g. a saw, i.e. a blade. It cuts.', ['Use tools, e.g. a saw, i.e. a blade.', 'It cuts.']],
  ['"Why?" she asked. "Because." He left.', ['"Why?" she asked.', '"Because."', 'He left.']],
  ['Wait ... there is more. Is it so... Yes!', ['Wait ... there is more.', 'Is it so...', 'Yes!']],
  [
    'The U.S. Army grew. It was in the U.S. The war ended.',
    ['The U.S. Army grew.', 'It was in the U.S.', 'The war ended.'],
  ],
  ['1. Open the lid. 2. Close it.', ['1. Open the lid.', '2. Close it.']],
  ['Water boils at 100 °C. Ice melts.', ['Water boils at 100 °C.', 'Ice melts.']],
  ['Plants need light, water, etc. They grow.', ['Plants need light, water, etc.', 'They grow.']],
  ['It is known.[12] Others disagree.[3, 4] Fine.', ['It is known.[12]', 'Others disagree.[3, 4]', 'Fine.']],
  ['Title line\n\nBody starts here. And goes\non.', ['Title line', 'Body starts here.', 'And goes\non.']],
  ['これは文です。次の文です。', ['これは文です。', '次の文です。']],
  ['No. 7 is here. The answer is no. Try again.', ['No. 7 is here.', 'The answer is no.', 'Try again.']],
])('splits %j', (text, expected) => {
  expect(splitSentences(text).map((sentence) => sentence.text)).toEqual(expected);
});

test('slices exactly, in order, losing nothing but white space', () => {
  const piece = fc.constantFrom(
    'Dr',
    'A',
    'word',
    '3',
    '.',
    '!',
    '?',
    '...',
    ' ',
    '\n',
    '\n\n',
    '"',
    ')',
    '(',
    'e.g.',
    '。',
    '•',
    'É',
    '😀',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 80 }).map((parts) => parts.join('')),
      (text) => {
        const sentences = splitSentences(text);
        let last = 0;
        for (const { text: sentence, startOffset, endOffset } of sentences) {
          expect(text.slice(startOffset, endOffset)).toBe(sentence);
          expect(text.slice(last, startOffset).trim()).toBe('');
          last = endOffset;
        }
        expect(text.slice(last).trim()).toBe('');
      },
    ),
  );
});
