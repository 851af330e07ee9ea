import { describe, expect, test } from 'vitest';
import { checkItem, checkSet } from './check-item.ts';
import type { CheckedItem, FlawCode } from './checked-item.ts';
import { createLessonSupport } from './lesson-support.ts';

const sound: CheckedItem = {
  text: 'Why does demand for insulin stay steady?',
  type: 'multiple_choice',
  quote: 'Patients have no substitute for it.',
  options: [
    { text: 'Because patients have no substitute', is_correct: true },
    { text: 'Because producers agree on a low price', is_correct: false },
    { text: 'Because shops keep large stocks', is_correct: false },
    { text: 'Because doctors prefer other medicines', is_correct: false },
  ],
};

function codes(changes: Partial<CheckedItem>): FlawCode[] {
  return checkItem({ ...sound, ...changes }).map(({ code }) => code);
}

function withOptions(key: string, ...wrong: string[]): Partial<CheckedItem> {
  return {
    options: [{ text: key, is_correct: true }, ...wrong.map((text) => ({ text, is_correct: false }))],
  };
}

describe('checkItem', () => {
  test('finds nothing wrong with a sound item', () => {
    expect(codes({})).toEqual([]);
  });

  test.each<[FlawCode, Partial<CheckedItem>]>([
    ['unfocused_stem', { text: 'Demand for insulin' }],
    ['unfocused_stem', { text: 'Which of these is true?' }],
    ['negative_stem', { text: 'Which of these is not a pigment?' }],
    ['negative_stem', { text: "Which of these doesn't absorb light?" }],
    ['fill_in_the_blank', { text: 'What absorbs ____ light?' }],
    ['true_or_false', { ...withOptions('True', 'False') }],
    ['gratuitous_information', { text: 'According to the lecture, what does demand for insulin do?' }],
    ['ambiguous_reference', { text: 'Why does this process stay steady?' }],
    ['ambiguous_reference', { text: 'Why does it?'.replace('does it', 'does it stay steady') }],
    ['vague_term', { text: 'What usually happens to demand?' }],
    ['none_of_the_above', withOptions('None of the above', 'A tax on bread', 'A price floor', 'A subsidy')],
    ['all_of_the_above', withOptions('All of the above', 'A tax on bread', 'A price floor', 'A subsidy')],
    ['k_type', withOptions('A and C only', 'B and C', 'A', 'D')],
    ['absolute_term', withOptions('It always rises', 'It falls', 'It stays', 'It doubles')],
    ['key_count', { options: sound.options.map(({ text }) => ({ text, is_correct: true })) }],
    ['option_count', withOptions('A tax on bread', 'A price floor')],
    ['duplicate_options', withOptions('A price floor', 'A tax', 'a tax.', 'A subsidy')],
    ['overlapping_options', withOptions('A price ceiling', 'A tax', 'A tax on bread', 'A subsidy')],
    ['lost_sequence', withOptions('12', '30', '7', '50')],
    ['implausible_distractor', withOptions('1789', 'A king', '1815', '1848')],
    [
      'key_longest',
      withOptions(
        'Because patients have no other medicine that would do the same for them',
        'Because of stocks',
        'Because of price',
        'Because of luck',
      ),
    ],
    [
      'word_repeat',
      {
        text: 'What does elasticity measure?',
        ...withOptions(
          'How strongly elasticity responds',
          'The price of a good',
          'The size of a crop',
          'The rate of a tax',
        ),
      },
    ],
    [
      'logical_cue',
      {
        text: 'What drives photosynthesis?',
        ...withOptions('Photosynthetic pigments', 'Blood sugar', 'Iron filings', 'Cold water'),
      },
    ],
    ['grammatical_cue', withOptions('To store energy', 'A membrane', 'A pigment', 'A leaf')],
    ['grammatical_cue', withOptions('store energy', 'Read books', 'Move house', 'Cook dinner')],
  ])('finds %s', (code, changes) => {
    expect(codes(changes)).toContain(code);
  });

  test('lets numbers in order, and words of all options, pass', () => {
    expect(
      codes({
        text: 'In which year did the war end?',
        quote: 'It ended in 1815.',
        ...withOptions('1815', '1820', '1830', '1848'),
      }),
    ).toEqual([]);
  });

  test('holds the item against the lesson', () => {
    const passages = [
      'Chlorophyll absorbs red light in the leaf. Carotenoids absorb blue light in the leaf.',
    ];
    const support = createLessonSupport([
      'Chlorophyll absorbs red light in the leaf.',
      'Carotenoids absorb blue light in the leaf.',
    ]);
    const item: CheckedItem = {
      text: 'Which pigment absorbs light in the leaf?',
      type: 'multiple_choice',
      quote: 'Chlorophyll absorbs red light in the leaf.',
      options: [
        { text: 'Chlorophyll', is_correct: true },
        { text: 'Carotenoids', is_correct: false },
        { text: 'Melanin', is_correct: false },
      ],
    };
    expect(checkItem(item, { passages, support }).map(({ code }) => code)).toEqual(['distractor_supported']);
    expect(
      checkItem({ ...item, quote: 'Chlorophyll absorbs green light.' }, { passages, support }).map(
        ({ code }) => code,
      ),
    ).toContain('evidence_not_verbatim');
    expect(
      checkItem({ ...item, quote: 'Carotenoids absorb blue light in the leaf.' }, { passages, support }).map(
        ({ code }) => code,
      ),
    ).toContain('key_unsupported');
  });

  test('every message is a sentence that says what to do', () => {
    for (const flaw of checkItem({ ...sound, text: 'It is not ____', options: [] }))
      expect(flaw.message).toMatch(/^[A-Z"0-9].*\.$/u);
  });
});

describe('createLessonSupport', () => {
  const support = createLessonSupport(['Photosynthesis stores energy, whereas respiration releases energy.']);
  test('keeps the sides of a contrast apart', () => {
    expect(support.supports('What does photosynthesis do?', 'It stores energy')).toBe(true);
    expect(support.supports('What does photosynthesis do?', 'It releases energy')).toBe(false);
  });
});

describe('checkSet', () => {
  test('finds a stem and a fact that come twice', () => {
    const [first, second, third] = checkSet([
      sound,
      sound,
      { ...sound, text: 'Why is demand for insulin steady?' },
    ]);
    expect(first).toEqual([]);
    expect(second?.map(({ code }) => code)).toEqual(['duplicate_stem']);
    expect(third?.map(({ code }) => code)).toContain('same_fact');
  });
});
