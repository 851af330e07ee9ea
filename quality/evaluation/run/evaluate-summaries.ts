import { SUMMARY_LENGTHS, type SummaryLength } from '#contract/lessons.ts';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import { composeSummary } from '#server/features/summaries/compose/compose-summary.ts';
import { summarizeByModel } from '#server/features/summaries/writer/summarize-by-model.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { measureSummary, type SummaryFigures } from '../measures/measure-summary.ts';
import { readEvaluationLesson } from '../reading/read-lessons.ts';
import { listSummaryFigures, type Figure } from '../report/figures.ts';
import { tabulateFigures, tabulateSummaries } from '../report/tables.ts';
import { rememberOdds } from './remember-odds.ts';

/** A tenth is the bar of the project; the other two lengths are held to about half and twice of it. */
const SUMMARY_GOALS = {
  short: { share: [0.02, 0.075], facts: null },
  medium: { share: [0.06, 0.125], facts: 0.6 },
  long: { share: [0.125, 0.25], facts: null },
} as const satisfies Record<SummaryLength, unknown>;

export interface EvaluationRequest {
  readonly names: readonly string[];
  /** Null for the summaries that are made without one. */
  readonly generator: ObjectGenerator | null;
  readonly embed: Embed;
  readonly judge: JudgeAnswers;
  readonly tellFailures: boolean;
}

/**
 * Measures the summaries of all lessons and tells of them in Markdown.
 * @returns the report, and the names of the gates that were missed; a configured model is held to none
 */
export async function evaluateSummaries({
  names,
  generator,
  embed,
  judge,
  tellFailures,
}: EvaluationRequest): Promise<{ readonly report: string; readonly missedGates: readonly string[] }> {
  const models = { embed, judge: rememberOdds(judge) };
  const rows: { lesson: string; heldBack: boolean; length: SummaryLength; figures: SummaryFigures }[] = [];
  for (const name of names) {
    const lesson = await readEvaluationLesson(name);
    for (const length of SUMMARY_LENGTHS) {
      const summary =
        generator === null || generator.statementWriter !== undefined
          ? await composeSummary(lesson.text, { ...models, length })
          : await summarizeByModel(lesson.text, { ...models, length }, generator);
      const figures = await measureSummary(summary, lesson, embed);
      rows.push({ lesson: name, heldBack: lesson.heldBack, length, figures });
    }
  }
  const figures: Figure[] = SUMMARY_LENGTHS.flatMap((length) =>
    listSummaryFigures(
      length,
      rows.filter((row) => row.length === length).map((row) => row.figures),
      SUMMARY_GOALS[length],
    ),
  );
  const missed = rows
    .filter(({ heldBack }) => !heldBack)
    .flatMap(({ lesson, length, figures: { missedFacts, unsupported, untidy } }) => [
      ...(length === 'medium' ? missedFacts : []).map(
        (fact) => `- [fact missed] ${lesson} (${length}): ${fact}`,
      ),
      ...unsupported.map((point) => `- [point unsupported] ${lesson} (${length}): ${point}`),
      ...untidy.map((point) => `- [untidy] ${lesson} (${length}): ${point}`),
    ]);
  const report = [
    `#### Summaries by the ${generator === null ? 'built-in composer' : `language model ${generator.name}`}`,
    tabulateFigures(figures),
    tabulateSummaries(rows),
    ...(tellFailures ? [missed.join('\n')] : []),
  ].join('\n\n');
  return {
    report,
    missedGates:
      generator === null ? figures.filter(({ gate, met }) => gate && !met).map(({ name }) => name) : [],
  };
}
