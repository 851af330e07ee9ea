import { z } from 'zod';
import { cue as cueSchema } from '#contract/lessons.ts';
import { readCuesAsJson, readTextAsJson } from '#server/database/read-in-slices.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { LessonRow } from '../lesson.store.ts';

type Needed = Pick<Dependencies, 'database'>;
export type Cue = z.infer<typeof cueSchema>;

const cues = z.array(cueSchema);

/** Whether the transcript has times. */
export const hasCues = ({ transcription_id: id, transcription_status: status }: LessonRow): boolean =>
  id !== null && status === 'done';

/** The cues of a lesson, a slice of the transcript at a time; none without times. */
export async function* readCues({ database }: Needed, lesson: LessonRow): AsyncGenerator<Cue> {
  if (!hasCues(lesson) || lesson.transcription_id === null) return;
  for await (const piece of readCuesAsJson(database, lesson.transcription_id))
    yield* cues.parse(JSON.parse(`[${piece.replace(/^,/u, '')}]`));
}

/** The transcript as text, in pieces. */
export async function* readText({ database }: Needed, lesson: LessonRow): AsyncGenerator<string> {
  const of = { table: 'all_lessons', column: 'audio_transcript', id: lesson.id } as const;
  for await (const piece of readTextAsJson(database, of)) yield z.string().parse(JSON.parse(`"${piece}"`));
}

export interface SpokenParagraph {
  readonly startSecond: number;
  readonly text: string;
}

const SHORT_SECONDS = 30;
const LONG_SECONDS = 90;

/** Cues as paragraphs of half a minute or more, which end with a sentence where they can. */
export async function* joinCues(spoken: AsyncIterable<Cue>): AsyncGenerator<SpokenParagraph> {
  let start: number | undefined;
  let words: string[] = [];
  for await (const cue of spoken) {
    start ??= cue.start_second;
    words.push(cue.text.trim());
    const seconds = cue.end_second - start;
    const isEnd =
      seconds >= LONG_SECONDS || (seconds >= SHORT_SECONDS && /[.?!…。？！]["'”’)]?$/u.test(cue.text.trim()));
    if (!isEnd) continue;
    yield { startSecond: start, text: words.join(' ') };
    start = undefined;
    words = [];
  }
  if (start !== undefined) yield { startSecond: start, text: words.join(' ') };
}
