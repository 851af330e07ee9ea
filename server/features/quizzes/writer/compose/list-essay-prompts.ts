import { containment, contentStems } from '#contract/question-rules/words.ts';
import { isQuotable, type LessonAnalysis, type Term } from '#server/language/analysis.ts';
import { subjectText } from '#server/language/clause-text.ts';
import { findApposition } from '#server/language/appositions.ts';
import { findContrast } from '#server/language/contrasts.ts';
import { findDefinition } from '#server/language/definitions.ts';
import type { Sentence } from '#server/language/sentence.ts';
import { weighStems } from '#server/language/statements/word-weights.ts';
import type { BloomLevel } from './composed-question.ts';
import { isTelling } from './kinds-of-terms.ts';

/** An essay that could be set: what it asks, and the statement it starts from. */
export interface EssayPrompt {
  readonly level: BloomLevel;
  readonly text: string;
  readonly sentence: Sentence;
  /** Words a key point must be about. */
  readonly topic: ReadonlySet<string>;
  readonly worth: number;
  /** What a full answer does beside naming the key points. */
  readonly demand: string;
}

/** A term that fewer sentences name is an aside. */
const FEWEST_USES = 2;
const MOST_TERMS = 24;
const LONGEST_SIDE = 50;

/** Essays on what the lesson explains, sets side by side and keeps coming back to. */
export function listEssayPrompts(analysis: LessonAnalysis): EssayPrompt[] {
  const weigh = weighStems(analysis);
  const worthOf = ({ stems }: Sentence): number => 0.5 + 0.4 * weigh(stems);
  return [
    ...analysis.statements.flatMap((sentence) => [
      ...promptsOnMeaning(sentence, analysis, worthOf(sentence)),
      ...promptsOnContrast(sentence, analysis, worthOf(sentence)),
    ]),
    ...promptsOnTerms(analysis, worthOf),
  ];
}

const readTopic = (text: string): ReadonlySet<string> => contentStems(text);

function promptsOnMeaning(sentence: Sentence, analysis: LessonAnalysis, worth: number): EssayPrompt[] {
  const found = findDefinition(sentence, analysis) ?? findApposition(sentence, analysis);
  if (found === undefined) return [];
  const { term, be, plural } = found;
  const about = { sentence, topic: readTopic(found.bareTerm) };
  return [
    {
      ...about,
      level: 'remember',
      text: `Define ${term}.`,
      worth,
      demand: 'gives a complete definition in correct terms',
    },
    {
      ...about,
      level: 'understand',
      text: `Explain in your own words what ${term} ${be}, and describe why ${plural ? 'they matter' : 'it matters'}.`,
      worth: worth + 0.15,
      demand: 'explains in words of its own instead of reciting',
    },
    {
      ...about,
      level: 'create',
      text: `Design a short worked example that would teach a beginner what ${term} ${be}.`,
      worth,
      demand: 'is a new example, and every feature of the definition can be seen in it',
    },
  ];
}

function promptsOnContrast(sentence: Sentence, { casing }: LessonAnalysis, worth: number): EssayPrompt[] {
  const contrast = findContrast(sentence);
  if (contrast === undefined) return [];
  const first = subjectText(sentence, contrast.first, casing);
  const second = subjectText(sentence, contrast.second, casing);
  const about = { sentence, topic: readTopic(`${first} ${second}`) };
  const compare: EssayPrompt = {
    ...about,
    level: 'analyze',
    text: `Compare ${first} with ${second}: how do they differ, and why does the difference matter?`,
    worth: worth + 0.3,
    demand: 'treats both sides under the same points',
  };
  const prefer: EssayPrompt = {
    ...about,
    level: 'evaluate',
    text: `Assess in what circumstances ${first} would be preferable to ${second}.`,
    worth: worth - 0.3,
    demand: 'weighs both sides before it judges',
  };
  return first.length + second.length < LONGEST_SIDE ? [compare, prefer] : [compare];
}

/** On the terms that the lesson uses most, each from the weightiest sentence that names it. */
function promptsOnTerms(analysis: LessonAnalysis, worthOf: (sentence: Sentence) => number): EssayPrompt[] {
  const terms = [...analysis.terms.values()]
    .filter(({ text, sentences }) => sentences.length >= FEWEST_USES && isTelling(text))
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_TERMS);
  const startOf = (topic: ReadonlySet<string>): Sentence | undefined =>
    analysis.sentences
      .filter((sentence) => isQuotable(sentence) && containment(topic, sentence.stems) === 1)
      .toSorted((one, other) => worthOf(other) - worthOf(one))[0];
  return [
    ...terms.flatMap((term) => {
      const topic = readTopic(term.text);
      const sentence = startOf(topic);
      return sentence ? promptsOnTerm(term, { sentence, topic }, worthOf(sentence)) : [];
    }),
    ...listPairs(terms).flatMap(([one, other]): EssayPrompt[] => {
      const topic = readTopic(`${one.text} ${other.text}`);
      const sentence = startOf(topic);
      if (sentence === undefined) return [];
      return [
        {
          sentence,
          topic,
          level: 'analyze',
          text: `Analyze how ${one.text} and ${other.text} are related.`,
          worth: worthOf(sentence) + 0.05,
          demand: 'says how each bears on the other',
        },
      ];
    }),
  ];
}

function promptsOnTerm(
  { text, plural }: Term,
  about: Pick<EssayPrompt, 'sentence' | 'topic'>,
  worth: number,
): EssayPrompt[] {
  return [
    {
      ...about,
      level: 'understand',
      text: `Explain the part that ${text} ${plural ? 'play' : 'plays'}, and how it comes about.`,
      worth: worth - 0.05,
      demand: 'connects its statements instead of listing them',
    },
    {
      ...about,
      level: 'apply',
      text: `Describe a case of your own in which ${text} ${plural ? 'matter' : 'matters'}, and explain step by step what happens in it.`,
      worth: worth - 0.1,
      demand: 'applies what was taught to the case and explains each step',
    },
    {
      ...about,
      level: 'evaluate',
      text: `Assess the importance of ${text}, and support your judgment with evidence.`,
      worth: worth - 0.05,
      demand: 'reaches a judgment and supports it with evidence',
    },
  ];
}

/** Pairs of terms that at least two sentences name together. */
function listPairs(terms: readonly Term[]): [Term, Term][] {
  return terms.flatMap((one, at) =>
    terms
      .slice(at + 1)
      .filter(({ sentences }) => sentences.filter((place) => one.sentences.includes(place)).length >= 2)
      .filter(({ text }) => containment(contentStems(text), contentStems(one.text)) === 0)
      .filter(({ text }) => containment(contentStems(one.text), contentStems(text)) === 0)
      .map((other): [Term, Term] => [one, other]),
  );
}
