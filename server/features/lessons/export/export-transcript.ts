import type { TranscriptExportQuery } from '#contract/lesson-exports.ts';
import { WEBVTT_HEADER, writeSubRipCue, writeWebVttCue } from '#contract/subtitle-files.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeTime } from '#server/printing/describe-place.ts';
import { escapeMarkdown, markdownHeading } from '#server/printing/markdown.ts';
import type { Block, SetDocument } from '#server/printing/printed-document.ts';
import { MOST_PRINTED_CHARACTERS, setDocument } from '#server/printing/set-document.ts';
import { tidyLine, tidyText } from '#server/printing/tidy-text.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { LessonRow } from '../lesson.store.ts';
import { getOwnLesson } from '../lessons.ts';
import { EXPORT_WORDS } from './export-words.ts';
import { hasCues, joinCues, readCues, readText } from './read-transcript.ts';

type Needed = Pick<Dependencies, 'database'>;

/** A file as it is read, or as a thread set it. */
export type LessonFile = { readonly name: string } & (
  { readonly pieces: AsyncIterable<string> | Iterable<string> } | { readonly print: SetDocument }
);

/** @throws {ProblemError} not_found; transcript_missing, also for subtitles without times; payload_too_large. */
export async function exportTranscript(
  dependencies: Needed,
  actor: Actor,
  id: number,
  query: TranscriptExportQuery,
): Promise<LessonFile> {
  const lesson = await getOwnLesson(dependencies, actor, id);
  if (!lesson.has_transcript) throw new ProblemError('lesson_without_transcript');
  const { format } = query;
  if ((format === 'srt' || format === 'vtt') && !hasCues(lesson))
    throw new ProblemError('transcript_without_times');
  const name = lesson.title;
  if (format === 'srt') return { name, pieces: writeSubRip(dependencies, lesson) };
  if (format === 'vtt') return { name, pieces: writeWebVtt(dependencies, lesson) };
  if (format === 'txt') return { name, pieces: writePlain(dependencies, lesson) };
  if (format === 'md') return { name, pieces: writeMarkdown(dependencies, lesson) };
  return { name, print: await printTranscript(dependencies, lesson, query) };
}

async function* writeSubRip(dependencies: Needed, lesson: LessonRow): AsyncGenerator<string> {
  let index = 0;
  for await (const cue of readCues(dependencies, lesson)) {
    yield (index === 0 ? '' : '\n') + writeSubRipCue(cue, index);
    index += 1;
  }
}

async function* writeWebVtt(dependencies: Needed, lesson: LessonRow): AsyncGenerator<string> {
  yield WEBVTT_HEADER;
  for await (const cue of readCues(dependencies, lesson)) yield `\n${writeWebVttCue(cue)}`;
}

async function* writePlain(dependencies: Needed, lesson: LessonRow): AsyncGenerator<string> {
  yield* readText(dependencies, lesson);
  yield '\n';
}

async function* writeMarkdown(dependencies: Needed, lesson: LessonRow): AsyncGenerator<string> {
  yield markdownHeading(1, lesson.title);
  for await (const { startSecond, text } of readParagraphs(dependencies, lesson)) {
    const time = startSecond === null ? '' : `**${writeTime(startSecond)}** `;
    yield `\n${time}${escapeMarkdown(text)}\n`;
  }
}

/** With times where the transcript has them. */
async function* readParagraphs(
  dependencies: Needed,
  lesson: LessonRow,
): AsyncGenerator<{ startSecond: number | null; text: string }> {
  if (hasCues(lesson)) {
    yield* joinCues(readCues(dependencies, lesson));
    return;
  }
  let rest = '';
  for await (const piece of readText(dependencies, lesson)) {
    const lines = (rest + piece).split(/\n+/u);
    rest = lines.pop() ?? '';
    for (const text of lines) if (text.trim() !== '') yield { startSecond: null, text };
  }
  if (rest.trim() !== '') yield { startSecond: null, text: rest };
}

async function printTranscript(
  dependencies: Needed,
  lesson: LessonRow,
  { paper, language }: TranscriptExportQuery,
): Promise<SetDocument> {
  const title = tidyLine(lesson.title);
  const words = EXPORT_WORDS[language];
  const blocks: Block[] = [{ kind: 'title', text: title, above: words.transcript }];
  let characters = 0;
  for await (const { startSecond, text } of readParagraphs(dependencies, lesson)) {
    characters += text.length;
    if (characters > MOST_PRINTED_CHARACTERS) throw new ProblemError('print_too_long');
    const paragraph = { kind: 'text', text: tidyText(text) } as const;
    blocks.push(
      startSecond === null
        ? paragraph
        : { kind: 'labelled', label: writeTime(startSecond), blocks: [paragraph] },
    );
  }
  const section = { head: { left: title, right: '' }, foot: words.transcript, blocks };
  return setDocument({ title, language, paper, sections: [section] }, 'docx');
}
