import { SUMMARY_LENGTHS, type SummaryLength } from '#contract/lessons.ts';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import { composeSummary } from '#server/features/summaries/compose/compose-summary.ts';
import { summarizeByModel } from '#server/features/summaries/writer/summarize-by-model.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { measureSummary, type SummaryFigures } from './measures/measure-summary.ts';
import { readEvaluationLesson } from './read-lessons.ts';
import { listLines, makeTable, percent, reportFigures, type Figure, type Report } from './report.ts';

/** The project's goal is a tenth of the lesson; the other lengths should be about half and twice that. */
const GOALS = {
  short: { share: [0.02, 0.075], facts: null },
  medium: { share: [0.06, 0.125], facts: 0.6 },
  long: { share: [0.125, 0.25], facts: null },
} as const satisfies Record<SummaryLength, unknown>;

interface Row {
  readonly lesson: string;
  readonly heldBack: boolean;
  readonly length: SummaryLength;
  readonly figures: SummaryFigures;
}

/**
 * Summarizes each lesson in every length.
 * @param generator without one, the sentences are extracted
 * @param tellFailures also lists what was missed, except in lessons that are held back
 */
export async function evaluateSummaries(
  names: readonly string[],
  models: { readonly embed: Embed; readonly judge: JudgeAnswers },
  generator: ObjectGenerator | undefined,
  tellFailures: boolean,
): Promise<Report> {
  const rows: Row[] = [];
  for (const name of names) {
    const lesson = await readEvaluationLesson(name);
    for (const length of SUMMARY_LENGTHS) {
      const request = { ...models, length };
      const summary =
        generator === undefined
          ? await composeSummary(lesson.text, request)
          : await summarizeByModel(lesson.text, request, generator);
      const figures = await measureSummary(summary, lesson, models.embed);
      rows.push({ lesson: name, heldBack: lesson.heldBack, length, figures });
    }
  }
  const figures = SUMMARY_LENGTHS.flatMap((length) =>
    listFigures(
      length,
      rows.filter((row) => row.length === length).map((row) => row.figures),
    ),
  );
  return reportFigures(
    `Summaries by the ${generator === undefined ? 'built-in composer' : `language model ${generator.name}`}`,
    figures,
    tabulate(rows),
    tellFailures ? listMisses(rows) : '',
  );
}

function listFigures(length: SummaryLength, summaries: readonly SummaryFigures[]): Figure[] {
  const { share, facts: factsGoal } = GOALS[length];
  const sum = (pick: (summary: SummaryFigures) => number): number =>
    summaries.reduce((total, summary) => total + pick(summary), 0);
  const mean = sum((summary) => summary.shareOfLesson) / summaries.length;
  const facts = sum((summary) => summary.facts);
  const covered = sum((summary) => summary.factsCovered);
  const points = sum((summary) => summary.points);
  const supported = sum((summary) => summary.supported);
  const sections = sum((summary) => summary.sectionShare);
  const untidy = sum((summary) => summary.untidy.length);
  const inOrder = summaries.filter((summary) => summary.inOrder).length;
  const figure = (name: string, value: string, goal: string, met: boolean): Figure => ({
    name: `${name} (${length})`,
    value,
    goal,
    met,
    gate: true,
  });
  return [
    ...(factsGoal === null
      ? []
      : [
          figure(
            'Key facts covered',
            `${percent(covered, facts)} of ${facts}`,
            `≥ ${(factsGoal * 100).toFixed(0)} %`,
            covered >= factsGoal * facts,
          ),
        ]),
    figure(
      'Length, share of the lesson',
      `${(mean * 100).toFixed(1)} %`,
      `${(share[0] * 100).toFixed(0)}–${(share[1] * 100).toFixed(0)} %`,
      mean >= share[0] && mean <= share[1],
    ),
    figure(
      'Points supported by their passage',
      `${percent(supported, points)} of ${points}`,
      '100 %',
      supported === points,
    ),
    figure(
      'Points in the lesson’s order',
      `${inOrder} of ${summaries.length} lessons`,
      'all',
      inOrder === summaries.length,
    ),
    figure(
      'Sections with a point, mean',
      percent(sections, summaries.length),
      '≥ 70 %',
      sections >= 0.7 * summaries.length,
    ),
    figure('Points with fillers, breaks or loose pronouns', `${untidy} of ${points}`, '0', untidy === 0),
  ];
}

const tabulate = (rows: readonly Row[]): string =>
  makeTable(
    ['Lesson', 'Length', 'Words', 'Share', 'Points', 'Key facts', 'Supported', 'Sections', 'Untidy'],
    rows.map(({ lesson, length, figures }) => [
      lesson,
      length,
      String(figures.words),
      percent(figures.shareOfLesson, 1),
      String(figures.points),
      `${figures.factsCovered}/${figures.facts}`,
      percent(figures.supported, figures.points),
      percent(figures.sectionShare, 1),
      String(figures.untidy.length),
    ]),
  );

const listMisses = (rows: readonly Row[]): string =>
  listLines(
    rows
      .filter(({ heldBack }) => !heldBack)
      .flatMap(({ lesson, length, figures: { missedFacts, unsupported, untidy } }) => [
        ...(length === 'medium' ? missedFacts : []).map(
          (fact) => `[fact missed] ${lesson} (${length}): ${fact}`,
        ),
        ...unsupported.map((point) => `[point unsupported] ${lesson} (${length}): ${point}`),
        ...untidy.map((point) => `[untidy] ${lesson} (${length}): ${point}`),
      ]),
  );
