import { expect, test } from 'vitest';
import type { ComposedQuestion } from '#server/features/quizzes/writer/compose/composed-question.ts';
import { analyzeLesson } from '#server/language/analysis.ts';
import { readPlainText } from '../reading/read-lessons.ts';
import { makeRuler, measureQuestions } from './measure-questions.ts';

const lesson = readPlainText(
  '# Bridges\n\n## Forces\n\nTension is a force that pulls a material apart. Compression is a force that squeezes a material.\n\n## Types\n\nAn arch carries its load by compression.',
  'Bridges',
);
const ruler = makeRuler('bridges', lesson, analyzeLesson(lesson));

const sound: ComposedQuestion = {
  text: 'Which force pulls a material apart?',
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  explanation: '',
  evidence: {
    quote: 'Tension is a force that pulls a material apart.',
    passage_id: lesson.passages[0]?.id ?? '',
    page: null,
    start_second: null,
    end_second: null,
  },
  options: [
    { text: 'Torsion', is_correct: false },
    { text: 'Tension', is_correct: true },
    { text: 'Buckling', is_correct: false },
    { text: 'Shear', is_correct: false },
  ],
  key_points: [],
  rubric: null,
  flaws: [],
};

test('a sound question counts for everything', () => {
  const tally = measureQuestions([sound], 10, ruler);
  expect(tally).toMatchObject({
    asked: 10,
    made: 1,
    cited: 1,
    atMostOneFlaw: 1,
    atMostOneBroken: 1,
    worded: 1,
    keyLongest: 0,
    positions: [0, 1, 0, 0],
    expected: [0.25, 0.25, 0.25, 0.25],
    overlappingOptions: 0,
    suspectDistractors: 0,
    duplicateStems: 0,
    levelFound: 1,
    sectionShare: 0.5,
    failures: [],
  });
});

test('evidence that is not the lesson’s, a stem that comes twice and options that are the same are found', () => {
  const [first, second, third, fourth] = sound.options;
  const broken: ComposedQuestion = {
    ...sound,
    evidence: { ...sound.evidence, quote: 'Tension pulls.' },
    options: [first!, second!, third!, { ...fourth!, text: 'The torsion' }],
  };
  const tally = measureQuestions([sound, broken], 2, ruler);
  expect(tally.cited).toBe(1);
  expect(tally.duplicateStems).toBe(1);
  expect(tally.overlappingOptions).toBe(1);
});

test('a wrong answer that the lesson states is found by the blunter search too', () => {
  const [first, second, third, fourth] = sound.options;
  const stated: ComposedQuestion = {
    ...sound,
    text: 'Which force acts on a material?',
    options: [first!, second!, third!, { ...fourth!, text: 'Compression' }],
  };
  const tally = measureQuestions([{ ...stated, text: 'Which force squeezes a material?' }], 1, ruler);
  expect(tally.suspectDistractors).toBe(1);
});
