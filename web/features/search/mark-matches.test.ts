import { expect, test } from 'vitest';
import { markMatches } from './mark-matches.ts';

const marked = (text: string, sought: string): string =>
  markMatches(text, sought)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Plant cells store starch.', 'cell', 'Plant [cells] store starch.'],
  ['A cell stores energy.', 'storing of energies', 'A cell [stores] [energy].'],
  ['La célula respira.', 'CELULA', 'La [célula] respira.'],
  ['What is the Nile?', 'what is the nile', 'What is the [Nile]?'],
  ['To be or not to be.', 'to be', '[To] [be] or not [to] [be].'],
  ['Excellent.', 'cell', 'Excellent.'],
  ['', 'cell', ''],
  ['Nothing is sought.', ' ?! ', 'Nothing is sought.'],
])('%j, looking for %j: %j', (text, sought, expected) => {
  expect(marked(text, sought)).toBe(expected);
});

test('the parts are the text again, whatever was looked for', () => {
  const text = '<b>Rivers</b> & "deltas" – 心 ½';
  for (const sought of ['rivers b', '心', '(.*', '½ & "', '\\d+', 'deltas']) {
    expect(
      markMatches(text, sought)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});
