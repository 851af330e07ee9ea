import type { SummaryExportQuery } from '#contract/lesson-exports.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { markdownHeading } from '#server/printing/markdown.ts';
import type { Block } from '#server/printing/printed-document.ts';
import { setDocument } from '#server/printing/set-document.ts';
import { tidyLine } from '#server/printing/tidy-text.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { LessonRow } from '../lesson.store.ts';
import { getOwnLesson } from '../lessons.ts';
import type { LessonFile } from './export-transcript.ts';
import { EXPORT_WORDS } from './export-words.ts';
import {
  hasSummary,
  keyTermBlocks,
  keyTermMarkdown,
  quoteOf,
  readSummary,
  summaryBlocks,
  summaryMarkdown,
  type WrittenSummary,
} from './lesson-summary.ts';

/** @throws {ProblemError} not_found; nothing_to_work_with without a summary of that length; payload_too_large. */
export async function exportSummary(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  query: SummaryExportQuery,
): Promise<LessonFile> {
  const lesson = await getOwnLesson(dependencies, actor, id);
  const summary = await readSummary(dependencies, id, query.length);
  if (summary === undefined || !hasSummary(summary)) throw new ProblemError('lesson_without_summary');
  const name = lesson.title;
  if (query.format === 'txt') return { name, pieces: writePlain(lesson, summary, query) };
  if (query.format === 'md') return { name, pieces: writeMarkdown(lesson, summary, query) };
  const title = tidyLine(lesson.title);
  const words = EXPORT_WORDS[query.language];
  const blocks: Block[] = [
    { kind: 'title', text: title, above: words.summary },
    ...summaryBlocks(summary),
    ...(summary.keyTerms.length === 0
      ? []
      : [{ kind: 'heading', level: 1, text: words.keyTerms } as const, ...keyTermBlocks(summary)]),
  ];
  const section = { head: { left: title, right: '' }, foot: words.summary, blocks };
  const { paper, language } = query;
  return { name, print: await setDocument({ title, paper, language, sections: [section] }, 'docx') };
}

function* writePlain(
  { title }: LessonRow,
  { text, points, keyTerms }: WrittenSummary,
  { language }: SummaryExportQuery,
): Generator<string> {
  yield `${tidyLine(title)}\n\n`;
  if (points.length === 0) yield `${text.trim()}\n`;
  for (const point of points) yield `• ${tidyLine(point.text)}\n  ${quoteOf(point.evidence)}\n`;
  if (keyTerms.length > 0) yield `\n${EXPORT_WORDS[language].keyTerms}\n\n`;
  for (const { term, definition, evidence } of keyTerms)
    yield `${tidyLine(term)}: ${tidyLine(definition)}\n  ${quoteOf(evidence)}\n`;
}

function* writeMarkdown(
  { title }: LessonRow,
  summary: WrittenSummary,
  { language }: SummaryExportQuery,
): Generator<string> {
  yield markdownHeading(1, title);
  yield* summaryMarkdown(summary);
  if (summary.keyTerms.length === 0) return;
  yield `\n${markdownHeading(2, EXPORT_WORDS[language].keyTerms)}`;
  yield* keyTermMarkdown(summary);
}
