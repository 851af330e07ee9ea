import { expect, test } from 'vitest';
import { TextEmbedderUnavailableError } from '#server/ai/text-embedder.ts';
import type { AnswerCandidate, JudgeAnswers } from '#server/ai/answer-judge.ts';
import { judgeSentences, rateSentences, type Rating } from './rate-sentences.ts';
import { listSentences } from './list-sentences.ts';
import { readQuestion } from './read-question.ts';
import { foundPassage } from './testing/found-passages.ts';
import { weighWords } from './compare-words.ts';

const question = readQuestion('Who built the bridge?');
const passages = [
  foundPassage(
    'The bridge was built in 1890 by many hands. Its builder was Ada Stone. The bridge is long. Ships pass under it.',
    { heading: 'The old bridge' },
  ),
];

async function rate(): Promise<Rating> {
  const rating = await rateSentences(listSentences(passages), question, weighWords(passages), (texts) =>
    Promise.resolve(texts.map(() => Float32Array.of(1))),
  );
  return { ...rating, byMeaning: true };
}

const textsOf = (rating: Rating): string[] => rating.sentences.map(({ sentence }) => sentence.text);

test('the sentence that the judge is surest of comes first, with its rating', async () => {
  const asked: AnswerCandidate[] = [];
  const judge: JudgeAnswers = (_, candidates) => {
    asked.push(...candidates);
    return Promise.resolve(candidates.map(({ sentence }) => (sentence.includes('Ada Stone') ? 6 : -6)));
  };
  const judged = await judgeSentences(await rate(), question, judge);
  expect(judged.surest).toBe(6);
  expect(textsOf(judged)[0]).toBe('Its builder was Ada Stone.');
  expect(judged.sentences[0]?.odds).toBe(6);
  // The sentence before says what "Its" means.
  expect(asked.find(({ sentence }) => sentence.includes('Ada Stone'))?.context).toBe(
    'The old bridge: The bridge was built in 1890 by many hands. The bridge is long.',
  );
});

test('without a judge, or while its model is missing, nothing changes', async () => {
  const rating = await rate();
  expect(await judgeSentences(rating, question, undefined)).toBe(rating);
  const missing: JudgeAnswers = () => Promise.reject(new TextEmbedderUnavailableError('not here yet'));
  expect(await judgeSentences(rating, question, missing)).toBe(rating);
  const words = { ...rating, byMeaning: false };
  expect(await judgeSentences(words, question, () => Promise.reject(new Error('asked')))).toBe(words);
});

test('only the likeliest are read, and no other overtakes them', async () => {
  const many = [
    foundPassage(Array.from({ length: 30 }, (_, at) => `The bridge has ${at + 2} piers of stone.`).join(' ')),
  ];
  const rating = await rateSentences(listSentences(many), question, weighWords(many), (texts) =>
    Promise.resolve(texts.map(() => Float32Array.of(1))),
  );
  let count = 0;
  const judged = await judgeSentences(rating, question, (_, candidates) => {
    count += candidates.length;
    return Promise.resolve(candidates.map(() => -8));
  });
  expect(count).toBe(10);
  expect(judged.sentences.slice(0, 10).every(({ odds }) => odds === -8)).toBe(true);
});
