import { performance } from 'node:perf_hooks';
import type { Embed, LessonText } from '../../server/language/lesson-text.ts';
import type { Writer } from './writer.ts';

export interface SpeedFigures {
  readonly words: number;
  readonly secondsForTen: number;
  readonly secondsForFifty: number;
  readonly madeOfFifty: number;
}

/** Takes the time of ten and fifty questions on a lesson, its analysis included, with the real embedder. */
export async function evaluateSpeed(
  lesson: LessonText,
  words: number,
  writer: Writer,
  embed: Embed,
): Promise<SpeedFigures> {
  const take = async (count: number): Promise<{ seconds: number; made: number }> => {
    const start = performance.now();
    const { questions } = await writer.write(lesson, {
      count,
      answerStyle: 'multiple_choice',
      seed: 1,
      embed,
    });
    return { seconds: (performance.now() - start) / 1000, made: questions.length };
  };
  // The first texts wait for the embedder's process to start; a worker that runs all day has it running.
  await embed(['A first text.']);
  const ten = await take(10);
  const fifty = await take(50);
  return {
    words,
    secondsForTen: ten.seconds,
    secondsForFifty: fifty.seconds,
    madeOfFifty: fifty.made,
  };
}
