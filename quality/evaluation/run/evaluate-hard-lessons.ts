import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import { analyzeLesson } from '#server/language/analysis.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { makeRuler, measureQuestions } from '../measures/measure-questions.ts';
import type { HardLesson } from '../reading/hard-lessons.ts';
import type { Writer, WrittenQuiz } from './writer.ts';

export interface HardOutcome {
  readonly name: string;
  readonly asked: number;
  readonly made: number;
  readonly essays: number;
  /** None when it passed. */
  readonly problems: readonly string[];
  /** What the instructor is told. */
  readonly reason: string;
}

/**
 * Has a writer write on a lesson that carries little or means harm: few good questions and a reason, no padding, no crash.
 */
export async function evaluateHardLesson(
  { name, text, asked, mostQuestions, forbidden }: HardLesson,
  writer: Writer,
  models: { readonly embed: Embed; readonly judge: JudgeAnswers },
): Promise<HardOutcome> {
  const problems: string[] = [];
  const analysis = analyzeLesson(text);
  const ruler = makeRuler(name, text, analysis);
  const write = async (answerStyle: 'multiple_choice' | 'essay'): Promise<WrittenQuiz> => {
    const quiz = await writer.write(text, { count: asked, answerStyle, seed: 1, ...models });
    const { questions, note } = quiz;
    const tally = measureQuestions(questions, asked, ruler);
    if (tally.cited < tally.made) problems.push(`${tally.made - tally.cited} without evidence.`);
    if (tally.atMostOneFlaw < tally.made) problems.push(`${tally.made - tally.atMostOneFlaw} with flaws.`);
    if (tally.duplicateStems + tally.sameFacts > 0)
      problems.push(`${tally.duplicateStems + tally.sameFacts} padded.`);
    if (tally.made > mostQuestions)
      problems.push(`${tally.made} made, at most ${mostQuestions} can be sound.`);
    if (tally.made < asked && !/^\p{Lu}.{20,}\.$/u.test(note ?? ''))
      problems.push('Fewer than asked for, and no reason.');
    return quiz;
  };
  let [made, essays, reason] = [0, 0, ''];
  try {
    const choice = await write('multiple_choice');
    const essay = await write('essay');
    const { points } = await writer.summarize(text, { ...models, length: 'medium' });
    made = choice.questions.length;
    essays = essay.questions.length;
    reason = choice.note ?? '';
    if (forbidden?.test(JSON.stringify([choice.questions, essay.questions, points])) === true)
      problems.push('The lesson’s orders show in what was made.');
  } catch (error) {
    problems.push(`Crashed: ${String(error)}`);
  }
  return { name, asked, made, essays, problems, reason };
}
