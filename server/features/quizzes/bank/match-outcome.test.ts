import { expect, test } from 'vitest';
import { matchOutcome } from './match-bank-outcomes.ts';

const outcomes = ['Osmosis', 'Diffusion', 'Taxes'].map((description) => ({
  short_name: description.slice(0, 3),
  description,
}));
const similarity = (likeness: Record<string, number>) => ({
  semantic: true,
  between: (_text: string, description: string) => likeness[description] ?? 0,
});

test.each([
  ['Osm', { Osmosis: 0.9, Diffusion: 0.5 }],
  ['Dif', { Osmosis: 0.4, Diffusion: 0.5, Taxes: 0.3 }],
  [null, { Osmosis: 0.2 }],
])('a question serves the outcome that is nearest, if one is near: %s', (name, likeness) => {
  expect(matchOutcome('Water crosses the membrane.', outcomes, similarity(likeness))).toBe(name);
});
