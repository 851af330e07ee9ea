import { expect, test } from 'vitest';
import { listWordings } from './tighten-sentence.ts';

const TIGHTENED = `
A collision is a situation in which two different keys are assigned to the same bucket. → In a collision, two different keys are assigned to the same bucket.
Complements are goods that are used together, such as printers and ink. → Complements are goods that are used together.
`;

test.each(TIGHTENED.trim().split('\n'))('%s', (line) => {
  const [text = '', shorter] = line.split(' → ');
  const wordings = listWordings({ text });
  expect(wordings[0]).toBe(text);
  expect(wordings).toContain(shorter);
});

test.each([
  'The vaccine was not withdrawn because it was dangerous.',
  'Photorespiration increases at high temperatures because rubisco tells the gases apart less well.',
  'Assets are the resources the business controls, such as cash, stock, machines and sums owed by customers.',
  'Diseases such as cholera and typhus spread quickly in crowded towns.',
  'Tears contain lysozyme, an enzyme that breaks down the cell walls of bacteria.',
  'The Calvin cycle takes place in the stroma and does not need light directly.',
  'Rivers add salt every year, yet the sea does not become noticeably saltier.',
  'A market may be a place, such as a fish market, or a network, such as a bank.',
])('%s stays whole', (text) => {
  expect(listWordings({ text })).toEqual([text]);
});

test('an article of its sentence is not taken for a heading', () => {
  const text = 'The A horizon is mineral soil darkened by humus.';
  expect(listWordings({ text })).toEqual([text]);
});
