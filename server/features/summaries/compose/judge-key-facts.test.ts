import { expect, test } from 'vitest';
import type { AnswerCandidate, JudgeAnswers } from '#server/ai/answer-judge.ts';
import { analyzeLesson } from '#server/language/analysis.ts';
import { readLesson } from '#server/language/testing/read-lesson.ts';
import { composeSummary } from './compose-summary.ts';
import { judgeKeyFacts } from '#server/language/statements/rate-statements.ts';

const lesson = readLesson('biology');
const analysis = analyzeLesson(lesson);

/** Recognised by its name. */
class ModelAway extends Error {
  override readonly name = 'TextEmbedderUnavailableError';
}

test('the judge is asked one question of every sentence, with its heading and its neighbours in the section', async () => {
  const asked: { question: string; candidates: readonly AnswerCandidate[] }[] = [];
  const judge: JudgeAnswers = (question, candidates) => {
    asked.push({ question, candidates });
    return Promise.resolve(candidates.map((_, at) => at));
  };
  const sentences = analysis.sentences.slice(0, 5);
  const odds = await judgeKeyFacts(analysis, sentences, judge);
  expect(asked.map(({ question }) => question)).toEqual([`What are the key facts of ${lesson.title}?`]);
  expect(asked[0]?.candidates.map(({ sentence }) => sentence)).toEqual(sentences.map(({ text }) => text));
  expect(asked[0]?.candidates[1]?.context).toContain(`${sentences[0]?.text} ${sentences[2]?.text}`);
  // About their mean, so that a judge that is sure of all of them moves none.
  expect([...odds.values()]).toEqual([-2, -1, 0, 1, 2]);
});

test('while the model is away nothing is said of any sentence; other failures are failures', async () => {
  expect(
    (await judgeKeyFacts(analysis, analysis.sentences, () => Promise.reject(new ModelAway()))).size,
  ).toBe(0);
  await expect(
    judgeKeyFacts(analysis, analysis.sentences, () => Promise.reject(new Error('It broke.'))),
  ).rejects.toThrow('It broke.');
});

test('what the judge takes for a key fact comes into the summary, what it does not stays out', async () => {
  const plain = await composeSummary(lesson, {});
  const said = new Set(plain.points.map(({ text }) => text));
  const unsaid = analysis.sentences.filter(({ text }) => !said.has(text) && text.split(' ').length < 16);
  const wanted = new Set(unsaid.filter((_, at) => at % 4 === 0).map(({ text }) => text));
  const judge: JudgeAnswers = (_, candidates) =>
    Promise.resolve(candidates.map(({ sentence }) => (wanted.has(sentence) ? 6 : -6)));
  const judged = await composeSummary(lesson, { judge });
  const count = (points: typeof plain.points): number => points.filter(({ text }) => wanted.has(text)).length;
  expect(count(plain.points)).toBe(0);
  expect(count(judged.points)).toBeGreaterThan(3);
});
