import type { Evidence } from '#contract/evidence.ts';
import type { KeyTerm, Lesson, SummaryLength, SummaryPoint } from '#contract/lessons.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { describePlace } from '#server/printing/describe-place.ts';
import { escapeMarkdown } from '#server/printing/markdown.ts';
import type { Block } from '#server/printing/printed-document.ts';
import { tidyLine, tidyText } from '#server/printing/tidy-text.ts';
import { listSummaries } from '../kept-summaries.ts';
import { findLessonTexts } from '../lesson.store.ts';

/** A summary and the terms that the lesson explains, as they are written to a file. */
export interface WrittenSummary {
  /** One without points is text alone. */
  readonly text: string;
  readonly points: readonly SummaryPoint[];
  readonly keyTerms: readonly KeyTerm[];
}

/** Of a length, or as it was written or edited last. Who may read it was asked before. */
export async function readSummary(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
  length?: SummaryLength,
): Promise<WrittenSummary | undefined> {
  const texts = await findLessonTexts(database, lessonId);
  if (texts === undefined) return undefined;
  const kept: readonly Lesson['summaries'][number][] = listSummaries(texts);
  const { text, points } =
    length === undefined
      ? { text: texts.summary, points: texts.summary_points }
      : (kept.find((each) => each.length === length) ?? { text: '', points: [] });
  return { text, points, keyTerms: texts.key_terms };
}

export const hasSummary = ({ text, points }: WrittenSummary): boolean =>
  text.trim() !== '' || points.length > 0;

const placeIn = (evidence: Evidence): string => {
  const place = tidyLine(describePlace(evidence));
  return place === '' ? '' : ` (${place})`;
};

/** The quote that a line rests on, and where it is. */
export const quoteOf = (evidence: Evidence): string => `“${tidyLine(evidence.quote)}”${placeIn(evidence)}`;

const paragraphsOf = (text: string): string[] =>
  tidyText(text)
    .split(/\n+/u)
    .filter((paragraph) => paragraph.trim() !== '');

/** The summary as blocks of a printed document: each point with its evidence. */
export const summaryBlocks = ({ text, points }: WrittenSummary): Block[] =>
  points.length === 0
    ? paragraphsOf(text).map((paragraph) => ({ kind: 'text', text: paragraph }))
    : points.map((point) => ({
        kind: 'labelled',
        label: '•',
        isTogether: true,
        blocks: [
          { kind: 'text', text: tidyLine(point.text) },
          { kind: 'text', look: 'quote', text: quoteOf(point.evidence) },
        ],
      }));

export const keyTermBlocks = ({ keyTerms }: WrittenSummary): Block[] =>
  keyTerms.flatMap(({ term, definition, evidence }): Block[] => [
    { kind: 'heading', level: 2, text: tidyLine(term) },
    {
      kind: 'labelled',
      label: '',
      isTogether: true,
      blocks: [
        { kind: 'text', text: tidyLine(definition) },
        { kind: 'text', look: 'quote', text: quoteOf(evidence) },
      ],
    },
  ]);

export function* summaryMarkdown({ text, points }: WrittenSummary): Generator<string> {
  if (points.length === 0) {
    for (const paragraph of paragraphsOf(text)) yield `\n${escapeMarkdown(paragraph)}\n`;
    return;
  }
  yield '\n';
  for (const point of points)
    yield `- ${escapeMarkdown(point.text)}\n\n  > ${escapeMarkdown(quoteOf(point.evidence))}\n\n`;
}

export function* keyTermMarkdown({ keyTerms }: WrittenSummary): Generator<string> {
  yield '\n';
  for (const { term, definition, evidence } of keyTerms)
    yield `- **${escapeMarkdown(term)}**: ${escapeMarkdown(definition)}\n\n  > ${escapeMarkdown(quoteOf(evidence))}\n\n`;
}
