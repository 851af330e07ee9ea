import { expect, test } from 'vitest';
import { listWordings } from './tighten-sentence.ts';

const TIGHTENED = `
A collision is a situation in which two different keys are assigned to the same bucket. → In a collision, two different keys are assigned to the same bucket.
Complements are goods that are used together, such as printers and ink. → Complements are goods used together.
Photorespiration increases at high temperatures because rubisco tells the gases apart less well. → Photorespiration increases at high temperatures.
Karl Landsteiner discovered the blood groups in 1901 and received the Nobel Prize in 1930. → Karl Landsteiner discovered the blood groups in 1901.
The Bridgewater Canal, completed in 1761, halved the price of coal in Manchester. → The Bridgewater Canal halved the price of coal in Manchester.
A unit of red cells is given over two hours, and the transfusion must be complete within four hours. → The transfusion must be complete within four hours.
`;

test.each(TIGHTENED.trim().split('\n'))('%s', (line) => {
  const [text = '', shorter] = line.split(' → ');
  const wordings = listWordings({ text });
  expect(wordings[0]).toBe(text);
  expect(wordings).toContain(shorter);
});

test.each([
  // Without its condition, its reason under a denial, its end or its contrast the sentence would say something else.
  'If income rises, the demand for a normal good increases.',
  'Water boils at 100 degrees unless the pressure is lower.',
  'The vaccine was not withdrawn because it was dangerous.',
  'The income effect is the change that occurs because a price alters the purchasing power of a buyer.',
  'Diseases such as cholera and typhus spread quickly in crowded towns.',
  'Static friction acts on a body at rest, whereas kinetic friction acts on a body that is sliding.',
  'Both the price and the quantity rise when demand shifts to the right.',
])('%s stays whole', (text) => {
  expect(listWordings({ text })).toEqual([text]);
});

test('nothing is cut so that a sentence breaks', () => {
  const wordings = listWordings({
    text: 'Houses were built without drains or clean water, and diseases such as cholera and typhus spread quickly.',
  });
  for (const wording of wordings) expect(wording).not.toMatch(/diseases\.$|,\.$|^and/u);
  expect(
    listWordings({ text: 'A market may be a place, such as a fish market, or a network, such as a bank.' }),
  ).toEqual(['A market may be a place, such as a fish market, or a network, such as a bank.']);
});
