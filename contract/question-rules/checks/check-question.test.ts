import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { flaw as contractFlaw } from '#contract/quizzes.ts';
import { estimateDifficulty } from '../difficulty/estimate-difficulty.ts';
import { findLevel } from '../levels/find-level.ts';
import { checkQuestion, checkSet } from './check-question.ts';
import { FLAW_CODES, type FlawCode } from '#contract/flaw-codes.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';

function withOptions(text: string, quote: string | null, key: string, ...wrong: string[]): CheckedQuestion {
  return {
    text,
    type: 'multiple_choice',
    quote,
    options: [
      { text: key, is_correct: true },
      ...wrong.map((option) => ({ text: option, is_correct: false })),
    ],
  };
}

const codesOf = (flaws: readonly Flaw[]): FlawCode[] => flaws.map(({ code }) => code);

test('names the words at which evidence departs from the lesson', () => {
  const quote = 'Chlorophyll absorbs red light in the leaf.';
  const question = withOptions(
    'Which pigment absorbs light in the leaf?',
    quote,
    'Chlorophyll',
    'Melanin',
    'Keratin',
  );
  const check = (evidence: string | null) =>
    checkQuestion({ ...question, quote: evidence }, [`${quote} Carotenoids absorb blue light in the leaf.`]);
  expect(check(quote)).toEqual([]);
  expect(check('Chlorophyll absorbs green light.')).toMatchObject([
    { code: 'evidence_not_verbatim', place: 'evidence', words: ['green'] },
  ]);
  expect(codesOf(check(null))).toContain('evidence_not_verbatim');
  expect(codesOf(check(' '))).toContain('evidence_not_verbatim');
});

describe('checkSet', () => {
  const steady = withOptions(
    'Why does demand for insulin stay steady?',
    null,
    'Patients have no substitute',
    'A',
    'B',
    'C',
  );

  test('finds a stem and a fact that come twice', () => {
    const [first, second, third] = checkSet([
      steady,
      { ...steady, text: 'Why does demand for insulin stay steady ?' },
      { ...steady, text: 'Why is demand for insulin steady?' },
    ]);
    expect(first).toEqual([]);
    expect(second).toMatchObject([{ code: 'duplicate_stem', place: 'set' }]);
    expect(third).toMatchObject([
      { code: 'same_fact', place: 'set', words: ['Why is demand for insulin steady?'] },
    ]);
  });

  test('finds a fact asked from both ends', () => {
    const questions = [
      withOptions('What is chlorophyll?', null, 'A green pigment that absorbs light', 'A', 'B'),
      withOptions('What name is given to a green pigment that absorbs light?', null, 'Chlorophyll', 'A', 'B'),
    ];
    expect(checkSet(questions).map(codesOf)).toEqual([[], ['same_fact']]);
  });

  const subjects = 'heart lung liver kidney spleen brain tongue stomach skin pancreas'.split(' ');
  const keyed = (positions: readonly number[]): CheckedQuestion[] =>
    positions.map((position, index) => ({
      ...steady,
      text: `What does the ${subjects[index] ?? ''} do?`,
      options: ['one', 'two', 'three', 'four'].map((word, at) => ({
        text: `It ${word} ${subjects[index] ?? ''}`,
        is_correct: at === position,
      })),
    }));

  test('finds a key that is in one position more often than chance allows', () => {
    const found = checkSet(keyed([1, 1, 1, 1, 1, 1])).map(codesOf);
    expect(found.slice(0, 4).flat()).toEqual([]);
    expect(found.at(-1)).toEqual(['key_position']);
    expect(checkSet(keyed([1, 1, 1, 1, 1, 1])).at(-1)?.[0]).toMatchObject({
      option_index: 1,
      words: ['It two brain'],
    });
  });

  test.each([[[0, 1, 2, 3, 0, 1, 2, 3]], [[2, 2, 0, 2, 1, 3, 2, 0, 2]], [[1, 1, 1, 1]]])(
    'lets %j pass',
    (positions) => {
      expect(checkSet(keyed(positions)).flat()).toEqual([]);
    },
  );
});

/** Texts of all kinds: any code units, words that the rules look for, other scripts, and far too much. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        ...'what is not the of these it always true false none all above and or a an A B 10–20 15 1/2 more less rises falls because “x” "y" … ____ ? ! . , ; \n 👩‍🔬 مرحبا שלום 水 e\u0301 İ ß explain compare is suppose this photosynthesis'.split(
          ' ',
        ),
      ),
      { maxLength: 30 },
    )
    .map((words) => words.join(' ')),
);
const question: fc.Arbitrary<CheckedQuestion> = fc.record({
  text,
  type: fc.constantFrom('multiple_choice' as const, 'essay' as const),
  options: fc.array(fc.record({ text, is_correct: fc.boolean() }), { maxLength: 7 }),
  quote: fc.option(text),
});

/** Every flaw fits the contract, and its words stand where it says. */
function expectWellFormed(flaws: readonly Flaw[], checked: CheckedQuestion): void {
  const places: Record<Flaw['place'], readonly string[]> = {
    stem: [checked.text],
    options: checked.options.map((option) => option.text),
    evidence: [checked.quote ?? ''],
    set: [checked.text, ...checked.options.map((option) => option.text)],
  };
  for (const found of flaws) {
    contractFlaw.parse(found);
    expect(FLAW_CODES).toContain(found.code);
    expect(found.message).toMatch(/^[^\n]+\.$/u);
    const within =
      found.option_index === null ? places[found.place] : [checked.options[found.option_index]?.text ?? ''];
    for (const word of found.words) {
      expect(word).not.toBe('');
      expect(
        within.some((place) => place.includes(word)),
        JSON.stringify({ found, checked }),
      ).toBe(true);
    }
  }
  expect(new Set(codesOf(flaws)).size).toBe(flaws.length);
}

describe('any question at all', () => {
  test('is checked without an error, always alike, and contains the words at fault', () => {
    fc.assert(
      fc.property(question, fc.array(text, { maxLength: 4 }), (checked, passages) => {
        const flaws = checkQuestion(checked, passages);
        expectWellFormed(flaws, checked);
        expect(checkQuestion(structuredClone(checked), passages)).toEqual(flaws);
        const level = findLevel(checked);
        expect(wordMessage(estimateDifficulty(checked, level).reason)).toMatch(/\.$/u);
      }),
      { numRuns: 600 },
    );
  });

  test('and so is any set', () => {
    fc.assert(
      fc.property(fc.array(question, { maxLength: 8 }), (questions) => {
        const flaws = checkSet(questions);
        expect(flaws).toHaveLength(questions.length);
        flaws.forEach((found, index) => {
          expectWellFormed(found, questions[index] as CheckedQuestion);
        });
      }),
      {
        numRuns: 100,
        // An empty stem whose key repeats another stem, found once in five thousand runs.
        examples: [
          [
            [
              { text: 'always', type: 'multiple_choice', options: [], quote: null },
              {
                text: '',
                type: 'multiple_choice',
                options: [{ text: 'always', is_correct: true }],
                quote: null,
              },
            ],
          ],
        ],
      },
    );
  });

  // A rule that tried every way to match these would still be at it when the test runner gives up.
  const pieces =
    'a| |\n|"|“|‘|(|1|1,|1/|_|…|.|?|a |A. |a, |not |and |, and |which of these |which statement about |if a, |when a |because |suppose |explain |10–20 |a\u0301|👩‍🔬|مرحبا |differ from |what is a and what is b? |what do the main |—|İ';
  test.each(pieces.split('|'))('a hundred kilobytes of %j', (piece) => {
    const long = piece.repeat(Math.ceil(100_000 / piece.length));
    for (const type of ['multiple_choice', 'essay'] as const) {
      const checked: CheckedQuestion = {
        text: long,
        type,
        quote: `${long} beyond`,
        options: [long, `${long}x`, 'A tax', long].map((option, index) => ({
          text: option,
          is_correct: index === 1,
        })),
      };
      const flaws = checkQuestion(checked, [long]);
      expectWellFormed(flaws, checked);
      expect(codesOf(flaws)).toContain('evidence_not_verbatim');
      expect(checkSet([checked, checked])).toHaveLength(2);
      findLevel(checked);
    }
  });
});
