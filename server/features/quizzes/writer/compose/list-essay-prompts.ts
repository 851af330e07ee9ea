import { contentStems } from '#contract/question-rules/words.ts';
import type { LessonAnalysis } from '#server/language/analysis.ts';
import { subjectText } from '#server/language/clause-text.ts';
import { findApposition } from '#server/language/appositions.ts';
import { findContrast } from '#server/language/contrasts.ts';
import { findDefinition } from '#server/language/definitions.ts';
import type { Sentence } from '#server/language/sentence.ts';
import { weighStems } from '#server/language/statements/word-weights.ts';
import { isTelling } from './kinds-of-terms.ts';

/** An essay that could be set: what it asks, and the statement it starts from. */
export interface EssayPrompt {
  readonly level: 'understand' | 'analyze';
  readonly text: string;
  readonly sentence: Sentence;
  /** Words a key point must be about. */
  readonly topic: ReadonlySet<string>;
  /** The least share of them that a key point contains. */
  readonly leastTopic: number;
  readonly worth: number;
  /** What a full answer does beside naming the key points. */
  readonly demand: string;
}

/** Essays on what the lesson explains and contrasts. Rules cannot find out why a term matters, or how two terms are related. */
export function listEssayPrompts(analysis: LessonAnalysis): EssayPrompt[] {
  const weigh = weighStems(analysis);
  const worthOf = ({ stems }: Sentence): number => 0.5 + 0.4 * weigh(stems);
  return analysis.statements.flatMap((sentence) => [
    ...promptsOnMeaning(sentence, analysis, worthOf(sentence)),
    ...promptsOnContrast(sentence, analysis, worthOf(sentence)),
  ]);
}

function promptsOnMeaning(sentence: Sentence, analysis: LessonAnalysis, worth: number): EssayPrompt[] {
  const found = findDefinition(sentence, analysis) ?? findApposition(sentence, analysis);
  if (found === undefined || !isTelling(found.bareTerm)) return [];
  return [
    {
      sentence,
      topic: contentStems(found.bareTerm),
      leastTopic: 1,
      level: 'understand',
      text: `Explain in your own words what ${found.term} ${found.be}.`,
      worth,
      demand: 'explains in the student’s own words instead of reciting',
    },
  ];
}

function promptsOnContrast(sentence: Sentence, { casing }: LessonAnalysis, worth: number): EssayPrompt[] {
  const contrast = findContrast(sentence);
  if (contrast === undefined) return [];
  const first = subjectText(sentence, contrast.first, casing);
  const second = subjectText(sentence, contrast.second, casing);
  return [
    {
      sentence,
      topic: contentStems(`${first} ${second}`),
      leastTopic: 0.5,
      level: 'analyze',
      text: `Compare ${first} with ${second}: how do they differ?`,
      worth: worth + 0.3,
      demand: 'treats both sides under the same points',
    },
  ];
}
