import { describeContext, type JudgeAnswers } from '../../ai/answer-judge.ts';
import type { LessonAnalysis } from '../analysis.ts';
import type { Sentence } from '../sentence.ts';

/**
 * How much rather than the lesson's other sentences each states a key fact, in log-odds about their mean: the judge of answers
 * (training/answer-judge) has learnt what instructors would write down of a lesson, as the answer to this one question.
 * Empty while there is no model.
 * @throws what `judge` throws, except `TextEmbedderUnavailableError`
 */
export async function judgeKeyFacts(
  { lesson, sentences, sectionHeadings }: LessonAnalysis,
  asked: readonly Sentence[],
  judge: JudgeAnswers | undefined,
  signal?: AbortSignal,
): Promise<ReadonlyMap<Sentence, number>> {
  if (judge === undefined || asked.length === 0) return new Map();
  const contextOf = ({ index, section }: Sentence): string => {
    const [before, after] = [sentences[index - 1], sentences[index + 1]].map((beside) =>
      beside?.section === section ? beside : undefined,
    );
    return describeContext(sectionHeadings[section] ?? lesson.title, before, after);
  };
  const candidates = asked.map((sentence) => ({ sentence: sentence.text, context: contextOf(sentence) }));
  try {
    // Word for word as in training: training/answer-judge/pairs.py.
    const odds = await judge(`What are the key facts of ${lesson.title}?`, candidates, signal);
    const mean = odds.reduce((sum, own) => sum + own, 0) / odds.length;
    return new Map(asked.map((sentence, at) => [sentence, (odds[at] ?? mean) - mean]));
  } catch (error) {
    if (error instanceof Error && error.name === 'TextEmbedderUnavailableError') return new Map();
    throw error;
  }
}
