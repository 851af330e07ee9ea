import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { giveEachOtherAway, readForGiveaways, type TellingQuestion } from './giveaways.ts';

const choice = (text: string, key: string, explanation = '', wrong = ['Iron', 'Salt']): TellingQuestion => ({
  text,
  type: 'multiple_choice',
  options: [key, ...wrong].map((option, index) => ({ text: option, is_correct: index === 0 })),
  quote: null,
  explanation,
  key_points: [],
});
const essay = (text: string, points: string[], explanation = ''): TellingQuestion => ({
  text,
  type: 'essay',
  options: [],
  quote: null,
  explanation,
  key_points: points,
});
const conflict = (one: TellingQuestion, other: TellingQuestion): boolean =>
  giveEachOtherAway(readForGiveaways(one), readForGiveaways(other));

const ORGANELLE = choice('Which organelle releases energy from sugar?', 'The mitochondrion');

describe('questions that give each other away', () => {
  test.each<[string, TellingQuestion]>([
    ['the stem names the key', choice('What do mitochondrions need to work?', 'Oxygen')],
    ['the key is the same', choice('Where is pyruvate broken down?', 'A mitochondrion')],
    [
      'the explanation names the key',
      choice('What is ATP?', 'A carrier', 'Each mitochondrion makes ATP all day.'),
    ],
    ['the stem is the same', choice('Which organelle releases energy from sugar?', 'A chloroplast')],
    [
      'an essay names the key',
      essay('Compare the mitochondrion with a power plant.', ['Both release energy for others.']),
    ],
  ])('%s', (_, other) => {
    expect(conflict(ORGANELLE, other)).toBe(true);
    expect(conflict(other, ORGANELLE)).toBe(true);
  });

  test('a sentence states in other words what is asked', () => {
    const asked = choice('What do the light reactions supply to the Calvin cycle?', 'Energy and electrons');
    const telling = choice(
      'Why does sugar form at night?',
      'It does not',
      'The Calvin cycle needs electrons and energy that light reactions supply.',
    );
    expect(conflict(asked, telling)).toBe(true);
  });

  test('an explanation states a point of an essay', () => {
    const asked = essay('Explain why ice floats on a lake.', [
      'Frozen water is less dense than liquid water.',
    ]);
    const telling = choice(
      'What happens to a lake in winter?',
      'It freezes from above',
      'Ice floats on a lake, as frozen water is less dense than liquid water.',
    );
    expect(conflict(asked, telling)).toBe(true);
  });

  test.each<[string, TellingQuestion, TellingQuestion]>([
    ['another subject', ORGANELLE, choice('Which gas do leaves take in?', 'Carbon dioxide')],
    [
      'a number that counts something else',
      choice('How many chambers has a heart?', '4'),
      choice('What was signed in 4 languages?', 'A treaty'),
    ],
    [
      'only a wrong answer is named',
      choice('Which metal rusts?', 'Iron', '', ['Gold', 'Silver']),
      choice('Which metal is found in rivers?', 'Gold', '', ['Copper', 'Iron']),
    ],
    [
      'hidden points of an essay',
      choice('Which pigment absorbs red light?', 'Chlorophyll'),
      essay('Explain how a leaf feeds a plant.', ['Chlorophyll takes up light.']),
    ],
  ])('not: %s', (_, one, other) => {
    expect(conflict(one, other)).toBe(false);
    expect(conflict(other, one)).toBe(false);
  });

  test('a number gives away where the subject is the same', () => {
    expect(
      conflict(
        choice('How many chambers has a heart?', '4'),
        choice('What separates the 4 chambers of a heart?', 'Walls'),
      ),
    ).toBe(true);
  });
});

const WORDS = [
  'glacier',
  'valley',
  'river',
  'harbour',
  'copper',
  'tariff',
  'enzyme',
  'neuron',
  'basalt',
  'lichen',
];
const phrase = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const anyQuestion = fc
  .tuple(phrase, phrase, phrase)
  .map(([stem, key, explanation]) => choice(`What about ${stem}?`, key, explanation));

test('whatever contains another question’s key gives it away, whichever comes first', () => {
  fc.assert(
    fc.property(anyQuestion, phrase, phrase, fc.nat(2), (asked, before, after, place) => {
      const key = asked.options[0]?.text ?? '';
      const telling = `${before} ${key} ${after}`;
      const other = [
        choice(`What about ${telling}?`, 'Nothing'),
        choice('What is it?', telling),
        choice('What is it?', 'Nothing', telling),
      ][place];
      if (other === undefined) throw new Error('No such place.');
      expect(conflict(asked, other)).toBe(true);
      expect(conflict(other, asked)).toBe(true);
    }),
  );
});

test('the order of two questions makes no difference', () => {
  fc.assert(
    fc.property(anyQuestion, anyQuestion, (one, other) => {
      expect(conflict(one, other)).toBe(conflict(other, one));
    }),
  );
});
