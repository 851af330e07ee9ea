import { performance } from 'node:perf_hooks';
import type { ComposedAnswer } from '#server/features/assistant/composed-answer.ts';
import { findAnswer } from '#server/features/assistant/find-answer.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { measureAnswer, type AnswerScore } from './measures/measure-answers.ts';
import type { Library } from './open-library.ts';
import { readQuestions, type QuestionSet } from './questions/read-questions.ts';
import { makeTable, percent, plainFigure, reportFigures, type Figure, type Report } from './report.ts';

const RECOGNISED_GOAL = 0.85;
const REFUSED_GOAL = 0.08;
const ABOUT_GOAL = 0.95;
const MEDIAN_GOAL_MILLISECONDS = 300;

interface Outcome extends AnswerScore {
  readonly kind: string;
  readonly needs: 'any' | 'all';
  readonly milliseconds: number;
}

/** Asks the questions of the named lessons and all unanswerable ones, over all lessons, as the assistant does. */
export async function evaluateAnswers(
  library: Library,
  embed: Embed,
  set: QuestionSet,
  names: readonly string[],
): Promise<Report> {
  const questions = await readQuestions(set);
  const ask = async (
    question: string,
    quotes: readonly string[],
  ): Promise<AnswerScore & { milliseconds: number }> => {
    const start = performance.now();
    const { composed } = await findAnswer(library.dependencies, library.actor, {
      text: question,
      scope: {},
      previousQuestion: undefined,
    });
    const milliseconds = performance.now() - start;
    return {
      ...measureAnswer(composed, question, quotes, await compare(question, composed, embed)),
      milliseconds,
    };
  };
  // The first question waits for the embedder's process.
  await ask('What is this?', []);
  const answerable: Outcome[] = [];
  for (const { question, kind, needs, quotes, lesson } of questions.answerable)
    if (names.includes(lesson)) answerable.push({ kind, needs, ...(await ask(question, quotes)) });
  const unanswerable: Outcome[] = [];
  for (const { question, kind } of questions.unanswerable)
    unanswerable.push({ kind, needs: 'any', ...(await ask(question, [])) });
  return reportFigures(
    `Answers, ${set} set, ${answerable.length} questions with an answer and ${unanswerable.length} without`,
    listFigures(answerable, unanswerable),
    makeTable(
      ['Without an answer', 'Questions', 'Recognised'],
      groupByKind(unanswerable).map(([kind, of]) => [
        kind,
        String(of.length),
        percent(of.filter(({ answered }) => !answered).length, of.length),
      ]),
    ),
    makeTable(
      ['Kind', 'Questions', 'Refused', 'Right', 'Sentences'],
      groupByKind(answerable).map(([kind, of]) => [
        kind,
        String(of.length),
        percent(of.filter(({ answered }) => !answered).length, of.length),
        percent(of.filter(isRight).length, of.length),
        meanSentences(of.filter(({ answered }) => answered)),
      ]),
    ),
  );
}

/** Cosines between the question and everything an answer cites, computed independently of the code that composes answers. */
async function compare(
  question: string,
  answer: ComposedAnswer,
  embed: Embed,
): Promise<(one: string, other: string) => number> {
  const sources =
    answer.outcome === 'answered' ? answer.statements.flatMap((statement) => statement.sources) : [];
  const texts = [...new Set([question, ...sources.flatMap(({ quote, passage }) => [quote, passage.text])])];
  const vectors = sources.length === 0 ? [] : await embed(texts);
  const byText = new Map(texts.map((text, index) => [text, vectors[index]]));
  return (one, other) => {
    const [first, second] = [byText.get(one), byText.get(other)];
    return first?.reduce((sum, value, index) => sum + value * (second?.[index] ?? 0), 0) ?? 0;
  };
}

const sum = (of: readonly Outcome[], pick: (outcome: Outcome) => number): number =>
  of.reduce((total, outcome) => total + pick(outcome), 0);

const meanSentences = (answered: readonly Outcome[]): string =>
  (sum(answered, ({ sentences }) => sentences) / Math.max(1, answered.length)).toFixed(1);

/** Contains a right quote, or all of them if all are needed. */
const isRight = ({ needs, holdsAll, holdsAny }: Outcome): boolean => (needs === 'all' ? holdsAll : holdsAny);

const groupByKind = (outcomes: readonly Outcome[]): [string, Outcome[]][] =>
  [...Map.groupBy(outcomes, ({ kind }) => kind)].toSorted(([one], [other]) => one.localeCompare(other));

function listFigures(answerable: readonly Outcome[], unanswerable: readonly Outcome[]): Figure[] {
  const all = [...answerable, ...unanswerable];
  const answered = answerable.filter((outcome) => outcome.answered);
  const recognised = unanswerable.filter((outcome) => !outcome.answered).length;
  const refused = answerable.length - answered.length;
  const citations = sum(all, (outcome) => outcome.citations);
  const verbatim = sum(all, (outcome) => outcome.verbatim);
  const cited = sum(answered, (outcome) => outcome.citations);
  const supporting = sum(answered, (outcome) => outcome.supporting);
  const times = all.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  const timeAt = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
  return [
    {
      name: 'Recognised as without an answer',
      value: `${percent(recognised, unanswerable.length)} of ${unanswerable.length}`,
      goal: `≥ ${RECOGNISED_GOAL * 100} %`,
      met: recognised >= RECOGNISED_GOAL * unanswerable.length,
      gate: true,
    },
    {
      name: 'Refused though there is an answer',
      value: `${percent(refused, answerable.length)} of ${answerable.length}`,
      goal: `≤ ${REFUSED_GOAL * 100} %`,
      met: refused <= REFUSED_GOAL * answerable.length,
      gate: true,
    },
    {
      name: 'Citations verbatim in their passage',
      value: `${percent(verbatim, citations)} of ${citations}`,
      goal: '100 %',
      met: verbatim === citations,
      gate: true,
    },
    {
      name: 'Citations about what was asked',
      value: percent(supporting, cited),
      goal: `≥ ${ABOUT_GOAL * 100} % (bar of this evaluation)`,
      met: supporting >= ABOUT_GOAL * cited,
      gate: false,
    },
    plainFigure(
      'Right quote in the answer, of all with an answer',
      percent(answerable.filter(isRight).length, answerable.length),
    ),
    plainFigure(
      'Right quote in the answer, of those answered',
      percent(answered.filter(isRight).length, answered.length),
    ),
    plainFigure('Sentences an answer, mean', meanSentences(answered)),
    {
      name: 'Search and answer, half within',
      value: `${timeAt(0.5).toFixed(0)} ms`,
      goal: `≤ ${MEDIAN_GOAL_MILLISECONDS} ms`,
      met: timeAt(0.5) <= MEDIAN_GOAL_MILLISECONDS,
      gate: false,
    },
    plainFigure('Search and answer, 95 % within', `${timeAt(0.95).toFixed(0)} ms`),
  ];
}
