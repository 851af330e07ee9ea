import { expect, test } from 'vitest';
import type { AnswerCandidate, JudgeAnswers } from '../../../ai/answer-judge.ts';
import { analyzeLesson } from '../../../language/analysis.ts';
import { readLesson } from '../../../language/testing/read-lesson.ts';
import type { Candidate, Distractor } from './candidate.ts';
import { composeQuestions } from './compose-questions.ts';
import { judgeCandidates } from './judge-candidates.ts';
import { listCandidates } from './list-candidates.ts';

const lesson = readLesson('biology');

/** Recognised by its name. */
class ModelAway extends Error {
  override readonly name = 'TextEmbedderUnavailableError';
}

const optionsOf = (...texts: string[]): Distractor[] => texts.map((text) => ({ text, fit: 0 }));

function firstCandidate(numeric: boolean): Candidate {
  const found = listCandidates(analyzeLesson(lesson), () => 0.5).find(
    (candidate) => (candidate.numeric ?? false) === numeric,
  );
  if (!found) throw new Error('The lesson gives no such candidate.');
  return found;
}

/** Thinks well of all but what is in the list. */
const judgeBut =
  (...poor: string[]): JudgeAnswers =>
  (_, pairs) =>
    Promise.resolve(pairs.map(({ sentence }) => (poor.includes(sentence) ? -3 : 3)));

const judgeOf = (candidate: Candidate, pool: readonly Distractor[], judgeItems: JudgeAnswers) =>
  judgeCandidates('Leaves', new Map([[candidate, pool]]), { count: 10, judgeItems });

test('stem and key are read with the evidence, wrong answers with the key, under the title', async () => {
  const candidate = firstCandidate(false);
  const asked: { question: string; pairs: readonly AnswerCandidate[] }[] = [];
  await judgeOf(candidate, optionsOf('one', 'two'), (question, pairs) => {
    asked.push({ question, pairs });
    return Promise.resolve(pairs.map(() => 0));
  });
  const question = `Leaves: ${candidate.stem}`;
  expect(asked).toEqual([
    { question, pairs: [{ sentence: candidate.key, context: `evidence: ${candidate.sentence.quote}` }] },
    {
      question,
      pairs: [
        { sentence: 'one', context: `answer: ${candidate.key}` },
        { sentence: 'two', context: `answer: ${candidate.key}` },
      ],
    },
  ]);
});

test('foolish wrong answers are left out, and with fewer than two the question', async () => {
  const candidate = firstCandidate(false);
  const pool = optionsOf('one', 'two', 'three');
  const keep = async (judge: JudgeAnswers): Promise<string[] | undefined> =>
    (await judgeOf(candidate, pool, judge)).get(candidate)?.pool.map(({ text }) => text);
  expect(await keep(judgeBut('two'))).toEqual(['one', 'three']);
  expect(await keep(judgeBut('two', 'three'))).toBeUndefined();
  expect(await keep(judgeBut(candidate.key))).toBeUndefined();
});

test('where a level is asked for, what is middling passes too', async () => {
  const candidate = firstCandidate(false);
  const middling: JudgeAnswers = (_, pairs) => Promise.resolve(pairs.map(() => -1));
  const pools = new Map([[candidate, optionsOf('one', 'two')]]);
  const request = { count: 10, judgeItems: middling };
  expect((await judgeCandidates('Leaves', pools, request)).size).toBe(0);
  expect((await judgeCandidates('Leaves', pools, { ...request, taxonomyLevels: ['apply'] })).size).toBe(1);
});

test('numbers are not read: they are made by rule', async () => {
  const candidate = firstCandidate(true);
  const pool = optionsOf('12', '14');
  const judged = await judgeOf(candidate, pool, judgeBut('12', '14'));
  expect(judged.get(candidate)?.pool).toEqual(pool);
});

test('while the model is away all pass; other failures are failures', async () => {
  const candidate = firstCandidate(false);
  const pool = optionsOf('one', 'two');
  const judged = await judgeOf(candidate, pool, () => Promise.reject(new ModelAway()));
  expect(judged.get(candidate)).toEqual({ pool, merit: 0.5 });
  await expect(judgeOf(candidate, pool, () => Promise.reject(new Error('It broke.')))).rejects.toThrow(
    'It broke.',
  );
});

test('what the judge thinks poorly of is not asked', async () => {
  const request = { count: 10, answerStyle: 'multiple_choice', seed: 1 } as const;
  const { questions: before } = await composeQuestions(lesson, request);
  const unwanted = before
    .slice(0, 4)
    .map(({ options }) => options.find((option) => option.is_correct)?.text ?? '');
  const { questions } = await composeQuestions(lesson, { ...request, judgeItems: judgeBut(...unwanted) });
  const keys = questions.map(({ options }) => options.find((option) => option.is_correct)?.text);
  expect(before.length).toBeGreaterThan(6);
  expect(keys.length).toBeGreaterThan(3);
  expect(keys.filter((key) => unwanted.includes(key ?? ''))).toEqual([]);
});
