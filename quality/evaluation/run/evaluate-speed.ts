import { performance } from 'node:perf_hooks';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import type { Embed, LessonText } from '#server/language/lesson-text.ts';
import type { Writer } from './writer.ts';

export interface SpeedFigures {
  readonly words: number;
  readonly secondsForTen: number;
  readonly secondsForFifty: number;
  readonly madeOfFifty: number;
}

/** Takes the time of ten and fifty questions on a lesson, its analysis included, with the real models. */
export async function evaluateSpeed(
  lesson: LessonText,
  words: number,
  writer: Writer,
  models: { readonly embed: Embed; readonly judge: JudgeAnswers },
): Promise<SpeedFigures> {
  const take = async (count: number): Promise<{ seconds: number; made: number }> => {
    const start = performance.now();
    const { questions } = await writer.write(lesson, {
      count,
      answerStyle: 'multiple_choice',
      seed: 1,
      ...models,
    });
    return { seconds: (performance.now() - start) / 1000, made: questions.length };
  };
  // The first texts wait for the models' processes to start; a worker that runs all day has it running.
  await models.embed(['A first text.']);
  await models.judge('A first question?', [{ sentence: 'A first answer.', context: '' }]);
  const ten = await take(10);
  const fifty = await take(50);
  return {
    words,
    secondsForTen: ten.seconds,
    secondsForFifty: fifty.seconds,
    madeOfFifty: fifty.made,
  };
}
