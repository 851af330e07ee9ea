import { describe, expect, test } from 'vitest';
import { createRandom } from '#server/language/random.ts';
import type { WrittenQuestion } from './written-question.ts';
import { placeKeys, selectQuestions, type Selectable, type SelectionRequest } from './select-questions.ts';

const questionWith = (...texts: string[]): WrittenQuestion => ({
  text: 'What is it?',
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  explanation: '',
  evidence: { quote: '', passage_id: '1', page: null, start_second: null, end_second: null },
  options: texts.map((text, index) => ({ text, is_correct: index === 0 })),
  key_points: [],
  rubric: null,
  flaws: [],
});
const placeOf = ({ options }: WrittenQuestion): number => options.findIndex((option) => option.is_correct);

test('spreads the keys of a quiz evenly over the positions, and repeats the order for a seed', () => {
  const questions = Array.from({ length: 40 }, () => questionWith('key', 'one', 'two', 'three'));
  const placed = placeKeys(questions, createRandom(5));
  const counts = [0, 1, 2, 3].map((place) => placed.filter((question) => placeOf(question) === place).length);
  expect(counts).toEqual([10, 10, 10, 10]);
  expect(new Set(placed[0]?.options.map(({ text }) => text))).toEqual(
    new Set(['key', 'one', 'two', 'three']),
  );
  expect(placeKeys(questions, createRandom(5))).toEqual(placed);
});

test('numbers stay in their order, essays as they are', () => {
  const numbers = questionWith('12 km', '14 km', '19 km');
  const essay = questionWith();
  expect(placeKeys([numbers, essay], createRandom(1))).toEqual([numbers, essay]);
});

describe('even shares', () => {
  const NOUNS = 'anchor basalt copper dynamo engine filter garnet helium iodine jigsaw kernel lattice'.split(
    ' ',
  );
  let made = 0;
  const candidate = (change: Partial<WrittenQuestion>, score: number): Selectable => {
    const noun = NOUNS[made % NOUNS.length] ?? '';
    made += 1;
    return {
      question: {
        ...questionWith(
          `${noun} ${made}`,
          `wrong one ${made}`,
          `another wrong ${made}`,
          `third wrong ${made}`,
        ),
        text: `What does the ${noun} of lesson ${made} consist of?`,
        evidence: {
          ...questionWith().evidence,
          quote: `${noun} ${made}`,
          passage_id: String(made),
          page: made,
        },
        ...change,
      },
      score,
      section: 0,
    };
  };
  const easy = [0.9, 0.9, 0.9, 0.9].map((score) => candidate({ difficulty: 'easy', outcome: 'ONE' }, score));
  const hard = [0.1, 0.05].map((score) =>
    candidate({ difficulty: 'hard', outcome: 'TWO', blooms_taxonomy: 'understand' }, score),
  );
  const draw = (request: Partial<SelectionRequest>): WrittenQuestion[] =>
    selectQuestions([...easy, ...hard], {
      count: 4,
      answerStyle: 'multiple_choice',
      seed: 1,
      ...request,
    }).map(({ question }) => question);
  const hardOnes = (questions: readonly WrittenQuestion[]): number =>
    questions.filter(({ difficulty }) => difficulty === 'hard').length;

  test('follows the scores without a criterion', () => {
    expect(hardOnes(draw({}))).toBe(0);
  });

  test.each([
    ['the difficulties', { criteria: 'difficulty', difficulty: 'mixed' }],
    ['the cognitive levels', { criteria: 'levels' }],
    ['the chosen levels', { levels: ['remember', 'understand'] }],
    ['the outcomes', { criteria: 'outcomes' }],
    ['the chosen outcomes', { outcomes: ['ONE', 'TWO'] }],
  ] as const)('gives %s even shares when they are the criterion', (_, request) => {
    expect(hardOnes(draw(request))).toBe(2);
  });

  test('draws chosen outcomes first', () => {
    expect(hardOnes(draw({ outcomes: ['TWO'] }))).toBe(2);
  });

  test('draws only from the requested passages or pages', () => {
    const [first, second] = easy.map(({ question }) => question);
    expect(draw({ passageIds: [first?.evidence.passage_id ?? ''] }).map(({ text }) => text)).toEqual([
      first?.text,
    ]);
    expect(draw({ pages: [second?.evidence.page ?? 0] }).map(({ text }) => text)).toEqual([second?.text]);
  });
});
