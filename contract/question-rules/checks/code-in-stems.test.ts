import { describe, expect, test } from 'vitest';
import { findLevel } from '../levels/find-level.ts';
import { fenceCode } from '../stem-parts.ts';
import { checkQuestion, checkSet } from './check-question.ts';
import type { CheckedQuestion } from './checked-question.ts';

const FUNCTION = 'def count(n):\n    if n == 0:\n        return 0\n    return 1 + count(n - 1)';

const questionOf = (text: string): CheckedQuestion => ({
  text,
  type: 'multiple_choice',
  quote: null,
  options: ['3', '2', '4', '6'].map((option, index) => ({ text: option, is_correct: index === 0 })),
});

const codesOf = (text: string): string[] => checkQuestion(questionOf(text)).map(({ code }) => code);

describe('a question that shows code', () => {
  test.each([
    ['before the code', `What does this function return for n = 3?\n${fenceCode(FUNCTION, 'python')}`],
    ['after the code', `${fenceCode(FUNCTION)}\nWhat does it return when it is called as count(3)?`],
    ['on both sides', `Consider this function:\n${fenceCode(FUNCTION)}\nWhat does it return for n = 3?`],
    ['about code that is longer than a stem', `What does it print?\n${fenceCode('print(x) \n'.repeat(60))}`],
    [
      'about names that look like blanks',
      `What does it print?\n${fenceCode('self.__init__()  # ----- ....')}`,
    ],
    ['about code shown above', `${fenceCode(FUNCTION)}\nWhat does the code shown above return for n = 3?`],
  ])('has no flaw of wording %s', (_where, stem) => {
    expect(codesOf(stem).filter((code) => code !== 'lost_sequence')).toEqual([]);
  });

  test('still needs a figure that it points at, and a question', () => {
    expect(codesOf(`What does the figure above show?\n${fenceCode(FUNCTION)}`)).toContain(
      'ambiguous_reference',
    );
    expect(codesOf(fenceCode(FUNCTION))).toContain('unfocused_stem');
  });

  test('has the words of its fence in no message', () => {
    const flaws = checkQuestion(
      questionOf(`Which of these does the function not return?\n${fenceCode(FUNCTION)}`),
    );
    expect(flaws.find(({ code }) => code === 'negative_stem')?.words).toEqual(['not']);
    for (const { message, words } of flaws) expect([message, ...words].join()).not.toContain('```');
  });

  test('duplicates another only when its code is the same', () => {
    const ask = (code: string): CheckedQuestion => questionOf(`What does this print?\n${fenceCode(code)}`);
    const [, other, same] = checkSet([ask('print(1 + 2)'), ask('print(1 - 2)'), ask('print(1  +  2)')]);
    expect(other).toEqual([]);
    expect(same?.map(({ code }) => code)).toEqual(['duplicate_stem']);
  });

  test('asks to apply when it asks what the code comes to', () => {
    expect(findLevel(questionOf(`What does this function return for n = 3?\n${fenceCode(FUNCTION)}`))).toBe(
      'apply',
    );
    expect(findLevel(questionOf(`Why does this function stop?\n${fenceCode(FUNCTION)}`))).toBe('understand');
  });
});
