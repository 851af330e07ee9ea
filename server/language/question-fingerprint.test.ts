import { expect, test } from 'vitest';
import { fingerprintOf } from './question-fingerprint.ts';

const question = (text: string, key: string) => ({
  text,
  type: 'multiple_choice',
  options: [
    { text: key, is_correct: true },
    { text: 'Another answer', is_correct: false },
  ],
});
const first = fingerprintOf(question('Why does clay hold more water than sand?', 'Its pores are smaller.'));

test.each([
  ['other punctuation', 'Why does clay hold more water than sand', 'Its pores are smaller'],
  ['other capitals and spaces', 'Why does Clay  hold more water than sand?', 'its pores are smaller.'],
])('a question with %s is the same question', (_, text, key) => {
  expect(fingerprintOf(question(text, key))).toBe(first);
});

test.each([
  ['another stem', 'Why does clay hold less air than sand?', 'Its pores are smaller.'],
  ['another key', 'Why does clay hold more water than sand?', 'Its grains are heavier.'],
])('a question with %s is another question', (_, text, key) => {
  expect(fingerprintOf(question(text, key))).not.toBe(first);
});

test('case and punctuation make a difference in code', () => {
  const [lower = '', upper = ''] = ['x', 'X'].map((name) =>
    fingerprintOf(question(`What does this print?\n\`\`\`\nprint(${name})\n\`\`\``, 'Nothing')),
  );
  expect(lower).not.toBe(upper);
});
