import { expect, test } from 'vitest';
import { listQuestionFigures } from './report/figures.ts';
import { readEvaluationLesson } from './reading/read-lessons.ts';
import { evaluateLesson } from './run/evaluate-lesson.ts';
import { builtInComposer } from './run/writer.ts';

/** Words stand in for meanings: the composer does the same while its model is away. */
function embed(): Promise<Float32Array[]> {
  class TextEmbedderUnavailableError extends Error {
    override readonly name = 'TextEmbedderUnavailableError';
  }
  return Promise.reject(new TextEmbedderUnavailableError('left out for speed'));
}

function judgeItems(): Promise<number[]> {
  return embed().then(() => []);
}

const MODELS = { embed, judgeItems };

/** Balance and levels need more questions than two lessons give; `npm run evaluate -- --gate` holds those. */
const HELD = [
  /^Quote verbatim/u,
  /^At most one/u,
  /^Duplicate/u,
  /^Wrong answers that the lesson makes true/u,
] as const;

test('what the built-in composer writes on two unseen lessons passes both rulers', async () => {
  const lessons = [];
  for (const name of ['immunology', 'music-theory'])
    lessons.push(await evaluateLesson(await readEvaluationLesson(name), builtInComposer, [1], MODELS));
  const figures = listQuestionFigures(lessons);
  const held = figures.filter(({ name }) => HELD.some((pattern) => pattern.test(name)));
  expect(held).toHaveLength(6);
  expect(held.filter(({ met }) => !met)).toEqual([]);
  expect(lessons.map(({ ten }) => ten.made)).toEqual([expect.any(Number), expect.any(Number)]);
  for (const { ten, essaysTen } of lessons) {
    expect(ten.made).toBeGreaterThanOrEqual(6);
    expect(essaysTen.made).toBe(10);
  }
});
