import { expect, test } from 'vitest';
import { FLAW_CODES } from '#contract/flaw-codes.ts';
import { flawDismissal, type Flaw } from '#contract/quizzes.ts';
import { isDismissible, placeFlaws } from './place-flaws.ts';

const flaw = (code: string, place: Flaw['place'], optionIndex: number | null = null): Flaw => ({
  code,
  message: code,
  place,
  option_index: optionIndex,
  words: [],
});

test('shows each flaw where it can be fixed', () => {
  const placed = placeFlaws(
    [
      flaw('negative_stem', 'stem'),
      flaw('same_fact', 'set'),
      flaw('key_longest', 'options'),
      flaw('absolute_term', 'options', 1),
      flaw('vague_term', 'options', 1),
      flaw('evidence_not_verbatim', 'evidence'),
    ],
    ['a', 'b'],
  );
  const codes = (flaws: readonly Flaw[] | undefined): string[] => (flaws ?? []).map(({ code }) => code);
  expect(codes(placed.stem)).toEqual(['negative_stem', 'same_fact']);
  expect(codes(placed.options)).toEqual(['key_longest']);
  expect(codes(placed.byOption.get('b'))).toEqual(['absolute_term', 'vague_term']);
  expect(placed.byOption.has('a')).toBe(false);
  expect(codes(placed.evidence)).toEqual(['evidence_not_verbatim']);
});

test('places the flaw of a removed option at the options, and an old one without a place at the stem', () => {
  const placed = placeFlaws(
    [flaw('absolute_term', 'options', 4), { code: 'old', message: 'Of an older Lectern.' }],
    ['a', 'b'],
  );
  expect(placed.options.map(({ code }) => code)).toEqual(['absolute_term']);
  expect(placed.stem.map(({ code }) => code)).toEqual(['old']);
});

test('offers to dismiss the flaws that the server lets you dismiss', () => {
  for (const code of FLAW_CODES)
    expect(isDismissible(code)).toBe(flawDismissal.safeParse({ code, reason: 'As the book says.' }).success);
});
