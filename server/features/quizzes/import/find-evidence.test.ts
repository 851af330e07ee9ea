import { expect, test } from 'vitest';
import { TextEmbedderUnavailableError } from '#server/ai/text-embedder.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import { BARE_QUESTION } from '#server/question-files/question-texts.ts';
import type { ReadQuestion } from '#server/question-files/question-file.ts';
import { createEvidenceFinder } from './find-evidence.ts';

const passageOf = (text: string, index: number): LessonPassage => ({
  id: String(index + 1),
  position: index,
  text,
  section: 0,
  heading: null,
  titlePath: [],
  kind: 'prose',
  isAdministrative: false,
  page: index + 1,
  pageEnd: index + 1,
  startSecond: null,
  endSecond: null,
  startOffset: 0,
  endOffset: text.length,
});
const passages = [
  'Chlorophyll absorbs red and blue light in the leaves of plants. It reflects green light.',
  'In 1779 Jan Ingenhousz showed that plants release oxygen only in sunlight. Animals breathe it in.',
  'When the price rises, the quantity demanded falls. Inflation does not raise the real wage of workers.',
  'The liver stores glycogen, while the kidneys filter the blood.',
].map(passageOf);

const choice = (text: string, key: string, ...wrong: string[]): ReadQuestion => ({
  ...BARE_QUESTION,
  text,
  type: 'multiple_choice',
  options: [key, ...wrong].map((option) => ({ text: option, is_correct: option === key })),
});
const signal = new AbortController().signal;
const unavailable = (): Promise<number[]> => Promise.reject(new TextEmbedderUnavailableError('No files.'));
const byWords = createEvidenceFinder(passages, unavailable);
const find = (question: ReadQuestion) => byWords.find(question, signal);

test('finds the sentence that says the right answer, with its page', async () => {
  const question = choice(
    'Which pigment absorbs red and blue light in leaves?',
    'Chlorophyll',
    'Keratin',
    'Melanin',
  );
  expect(await find(question)).toMatchObject({
    quote: 'Chlorophyll absorbs red and blue light in the leaves of plants.',
    page: 1,
    passage_id: '1',
  });
});

test.each([
  ['another subject', choice('Which planet has the most moons?', 'Saturn', 'Mars')],
  [
    'the right word for another question',
    choice('Which pigment colours autumn forests orange?', 'Chlorophyll', 'Carotene'),
  ],
  ['a wrong key', choice('Which pigment absorbs red and blue light in leaves?', 'Keratin', 'Chlorophyll')],
  [
    'a negative question',
    choice('Which pigment does not absorb red and blue light in leaves?', 'Chlorophyll', 'Keratin'),
  ],
  [
    'another number',
    choice('Who showed in 1879 that plants release oxygen only in sunlight?', 'Jan Ingenhousz', 'Priestley'),
  ],
  [
    'a number as key',
    choice('In which year did Jan Ingenhousz show that plants release oxygen in sunlight?', '1780', '1665'),
  ],
  [
    'the opposite',
    choice(
      'What happens to the quantity demanded when the price falls?',
      'It falls in quantity demanded',
      'Nothing',
    ),
  ],
  [
    'what the lesson denies',
    choice('What does inflation raise for workers?', 'the real wage', 'nothing at all'),
  ],
  [
    'a sentence that also has a wrong answer',
    choice('Which organs filter the blood while another stores glycogen?', 'the kidneys', 'the liver'),
  ],
  [
    'a collective answer',
    choice('Which of these absorbs red and blue light?', 'All of the above', 'Chlorophyll'),
  ],
  [
    'true or false',
    choice('Chlorophyll absorbs red and blue light in the leaves of plants.', 'True', 'False'),
  ],
  [
    'an essay',
    {
      ...BARE_QUESTION,
      text: 'Why does chlorophyll absorb red and blue light in leaves?',
      type: 'essay' as const,
    },
  ],
])('claims nothing for %s', async (_, question) => {
  expect(await find(question)).toBeNull();
});

test('finds the words that a file quotes, exactly or nearly so', async () => {
  const essay: ReadQuestion = { ...BARE_QUESTION, text: 'Discuss.', type: 'essay' };
  expect(await find({ ...essay, quote: 'It reflects green light.' })).toMatchObject({
    quote: 'It reflects green light.',
    page: 1,
  });
  expect(
    await find({
      ...essay,
      quote: 'in 1779, Jan Ingenhousz showed that plants release oxygen only in sunlight',
    }),
  ).toMatchObject({
    quote: 'In 1779 Jan Ingenhousz showed that plants release oxygen only in sunlight.',
    page: 2,
  });
  expect(await find({ ...essay, quote: 'Mitochondria are the power plants of the cell.' })).toBeNull();
});

test('lets the answer judge decide among sentences that contain the answer', async () => {
  // Shares too few words to be sure by words alone.
  const question = choice(
    'Which wavelengths does the pigment of leaves take up for photosynthesis?',
    'red and blue light',
    'infrared',
  );
  expect(await find(question)).toBeNull();
  const asked: string[] = [];
  const judged = (rating: number) =>
    createEvidenceFinder(passages, (stem, candidates) => {
      asked.push(stem);
      return Promise.resolve(candidates.map(() => rating));
    }).find(choice('Which light do leaves of most plants take up?', 'red and blue', 'infrared'), signal);
  expect(await judged(1)).toMatchObject({ page: 1 });
  expect(await judged(-1)).toBeNull();
  expect(asked).toHaveLength(2);
});

test('a failure of the judge is no answer', async () => {
  const broken = createEvidenceFinder(passages, () => Promise.reject(new Error('Broken')));
  const question = choice('Which pigment absorbs red and blue light in leaves?', 'Chlorophyll', 'Keratin');
  await expect(broken.find(question, signal)).rejects.toThrow('Broken');
});
