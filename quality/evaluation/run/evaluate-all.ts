import { SUMMARY_LENGTHS, type SummaryLength } from '#contract/lessons.ts';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import type { SummaryFigures } from '../measures/measure-summary.ts';
import { makeHardLessons } from '../reading/hard-lessons.ts';
import { readEvaluationLesson } from '../reading/read-lessons.ts';
import { readHourOfSpeech } from '../reading/read-hour-of-speech.ts';
import { tellFailure } from '../read-aloud.ts';
import {
  listQuestionFigures,
  listSideFigures,
  listSpeedFigures,
  listSummaryFigures,
  type Figure,
} from '../report/figures.ts';
import {
  tabulateFigures,
  tabulateHardLessons,
  tabulateLessons,
  tabulateSummaries,
} from '../report/tables.ts';
import { evaluateHardLesson, type HardOutcome } from './evaluate-hard-lessons.ts';
import { evaluateLesson, evaluateSummary, type LessonFigures } from './evaluate-lesson.ts';
import { evaluateSpeed } from './evaluate-speed.ts';
import { rememberOdds } from './remember-odds.ts';
import type { Writer } from './writer.ts';

/** A tenth is the bar of the project; the other two lengths are held to about half and twice of it. */
const SUMMARY_GOALS = {
  short: { share: [0.02, 0.075], facts: null },
  medium: { share: [0.06, 0.125], facts: 0.6 },
  long: { share: [0.125, 0.25], facts: null },
} as const satisfies Record<SummaryLength, unknown>;

export interface EvaluationRequest {
  readonly names: readonly string[];
  readonly seeds: readonly number[];
  readonly writers: readonly Writer[];
  readonly embed: Embed;
  /** The same, with an answer once given kept: for all but the times. */
  readonly remembered: Embed;
  readonly judge: JudgeAnswers;
  /** Questions, summaries or both. */
  readonly parts: readonly string[];
  readonly withHardLessons: boolean;
  readonly tellFailures: boolean;
}

/**
 * Runs every measure and tells of them in Markdown.
 * @returns the report, and the names of the gates that the built-in composer missed
 */
export async function evaluateAll(
  request: EvaluationRequest,
): Promise<{ readonly report: string; readonly missedGates: readonly string[] }> {
  const parts: string[] = [];
  const missedGates: string[] = [];
  const note = (figures: readonly Figure[]): void => {
    missedGates.push(...figures.filter(({ gate, met }) => gate && !met).map(({ name }) => name));
  };
  for (const writer of request.writers) {
    for (const [part, evaluate] of [
      ['questions', evaluateWriter],
      ['summaries', evaluateSummaries],
    ] as const) {
      if (!request.parts.includes(part)) continue;
      const { figures, text } = await evaluate(writer, request);
      parts.push(text);
      if (writer.builtIn) note(figures);
    }
  }
  return { report: parts.join('\n\n'), missedGates };
}

async function evaluateWriter(
  writer: Writer,
  { names, seeds, embed, remembered, judge, withHardLessons, tellFailures }: EvaluationRequest,
): Promise<{ figures: Figure[]; text: string }> {
  const models = { embed: remembered, judge: rememberOdds(judge) };
  const lessons: LessonFigures[] = [];
  for (const name of names)
    lessons.push(await evaluateLesson(await readEvaluationLesson(name), writer, seeds, models));
  const figures = listQuestionFigures(lessons);
  const hour = await readHourOfSpeech();
  figures.push(...listSpeedFigures(await evaluateSpeed(hour.text, hour.words, writer, { embed, judge })));
  const hard: HardOutcome[] = [];
  if (withHardLessons)
    for await (const lesson of makeHardLessons()) hard.push(await evaluateHardLesson(lesson, writer, models));
  const failed = hard.filter(({ problems }) => problems.length > 0);
  if (withHardLessons)
    figures.push({
      name: 'Bad lessons stood',
      value: `${hard.length - failed.length} of ${hard.length}`,
      goal: 'all',
      met: failed.length === 0,
      gate: true,
    });
  const text = [
    `#### Questions by the ${writer.name}, ${names.length} lessons, seeds ${seeds.join(', ')}`,
    tabulateFigures(figures),
    tabulateLessons(lessons),
    listSideFigures(lessons)
      .map((line) => `- ${line}`)
      .join('\n'),
    ...(writer.tell === undefined ? [] : [writer.tell()]),
    ...(withHardLessons ? [tabulateHardLessons(hard)] : []),
    ...(tellFailures ? [tellAllFailures(lessons)] : []),
  ].join('\n\n');
  return { figures, text };
}

function tellAllFailures(lessons: readonly LessonFigures[]): string {
  const read = lessons.filter(({ lesson }) => !lesson.heldBack);
  const lines = read.flatMap(({ ten, thirty, essaysTen, essaysThirty, levels }) =>
    [ten, thirty, essaysTen, essaysThirty, ...levels.values()].flatMap((tally) =>
      tally.failures.map(tellFailure),
    ),
  );
  return [...new Set(lines)]
    .toSorted()
    .map((line) => `- ${line}`)
    .join('\n');
}

async function evaluateSummaries(
  writer: Writer,
  { names, remembered, judge, tellFailures }: EvaluationRequest,
): Promise<{ figures: Figure[]; text: string }> {
  const rows: { lesson: string; heldBack: boolean; length: SummaryLength; figures: SummaryFigures }[] = [];
  for (const name of names) {
    const lesson = await readEvaluationLesson(name);
    for (const length of SUMMARY_LENGTHS)
      rows.push({
        lesson: name,
        heldBack: lesson.heldBack,
        length,
        figures: await evaluateSummary(lesson, length, writer, { embed: remembered, judge }),
      });
  }
  const figures = SUMMARY_LENGTHS.flatMap((length) =>
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
  const text = [
    `#### Summaries by the ${writer.name}`,
    tabulateFigures(figures),
    tabulateSummaries(rows),
    ...(tellFailures ? [missed.join('\n')] : []),
  ].join('\n\n');
  return { figures, text };
}
