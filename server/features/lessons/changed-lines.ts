import type { Evidence } from '#contract/evidence.ts';
import { SUMMARY_LENGTHS, type SummaryPoint } from '#contract/lessons.ts';
import type { KeptSummaries } from '#server/platform/database/schema.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listSummaries } from './kept-summaries.ts';
import { findLessonTexts, holdLessonTexts, updateSummaryLines } from './lesson.store.ts';
import { evidenceOf, replaceEvidence, type CitingLine } from './place-evidence.ts';

/** A summary point or key term whose words the lesson no longer says. */
export interface ChangedLine {
  readonly kind: 'summary_point' | 'key_term';
  readonly text: string;
  readonly evidence: Evidence;
}

/** Corrections of the lesson wait until the transaction ends. */
export async function holdSummaries(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
): Promise<void> {
  await holdLessonTexts(database, lessonId);
}

/** The lines of a lesson's summaries and its key terms whose evidence changed. A point of several lengths is listed once. */
export async function listChangedLines(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
): Promise<ChangedLine[]> {
  const texts = await findLessonTexts(database, lessonId);
  if (texts === undefined) return [];
  const points = listSummaries(texts).flatMap((summary) => summary.points);
  const lines: ChangedLine[] = [
    ...points.flatMap((point) =>
      evidenceOf(point).map((evidence) => ({ kind: 'summary_point' as const, text: point.text, evidence })),
    ),
    ...texts.key_terms.map(({ term, definition, evidence }) => ({
      kind: 'key_term' as const,
      text: nameTerm(term, definition),
      evidence,
    })),
  ];
  const changed = lines.filter(({ evidence }) => evidence.changed !== undefined);
  return [
    ...new Map(changed.map((line) => [`${line.kind}\n${line.text}\n${line.evidence.quote}`, line])).values(),
  ];
}

const nameTerm = (term: string, definition: string): string => `${term}: ${definition}`;

/** Takes what the lesson says now as evidence of a line, or takes the line away. Call it in a transaction. */
export async function decideLine(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
  line: ChangedLine,
  action: 'keep' | 'remove',
): Promise<void> {
  const texts = await holdLessonTexts(database, lessonId);
  if (texts === undefined) return;
  const decide = async <Line extends CitingLine>(
    lines: readonly Line[],
    kind: ChangedLine['kind'],
    nameOf: (each: Line) => string,
  ): Promise<Line[]> => {
    const decided = lines.map(async (each): Promise<Line[]> => {
      const isSame = kind === line.kind && nameOf(each) === line.text;
      const meant = evidenceOf(each).find(({ quote }) => isSame && quote === line.evidence.quote);
      const changed = meant?.changed;
      if (changed === undefined) return [each];
      if (action === 'remove' || changed === null) return [];
      return [await replaceEvidence(each, (cited) => Promise.resolve(cited === meant ? changed : cited))];
    });
    return (await Promise.all(decided)).flat();
  };
  const decidePoints = (points: readonly SummaryPoint[]) =>
    decide(points, 'summary_point', ({ text }) => text);
  const summaries: KeptSummaries = {};
  for (const length of SUMMARY_LENGTHS) {
    const kept = texts.summaries[length];
    if (kept === undefined) continue;
    const points = await decidePoints(kept.points);
    const isShorter = points.length < kept.points.length;
    summaries[length] = {
      ...kept,
      points,
      ...(isShorter ? { text: cutPoint(kept.text, line.text), is_edited: true } : {}),
    };
  }
  const points = await decidePoints(texts.summary_points);
  await updateSummaryLines(database, lessonId, {
    summary: points.length < texts.summary_points.length ? cutPoint(texts.summary, line.text) : texts.summary,
    summary_points: points,
    key_terms: await decide(texts.key_terms, 'key_term', ({ term, definition }) =>
      nameTerm(term, definition),
    ),
    summaries,
  });
}

/** A summary without the text of one of its points. */
const cutPoint = (text: string, point: string): string =>
  text
    .split(point)
    .map((part) => part.replace(/^ +| +$/gu, ''))
    .filter((part) => part !== '')
    .join(' ')
    .replace(/ *\n{2,} */gu, '\n\n')
    .trim();
