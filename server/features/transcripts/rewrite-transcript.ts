import { readCuesAsJson } from '#server/database/read-in-slices.ts';
import type { StoredCue } from '#server/database/transcript-tables.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { extractTextPages } from '#server/documents/text-blocks.ts';
import { keepLessonInPlace } from '../lessons/lessons.ts';
import { rewriteCues } from './editing/edit-transcript.ts';
import { makePassagesFollow } from './editing/follow-corrections.ts';
import { completeTranscription } from './end-transcription.ts';
import { findLessonOfTranscription, setLessonTranscription } from './transcription-of-lesson.store.ts';
import { findTranscription, getTranscriptionTexts, insertTranscription } from './transcription.store.ts';
import { newTranscriptionId } from './transcriptions.ts';

interface WrittenTexts {
  readonly cues: StoredCue[];
  readonly plain_text: string;
}

interface Rewritten {
  readonly transcriptionId: string;
  /** Of the cues; 0 without times. */
  readonly version: number;
  readonly before: WrittenTexts;
}

/**
 * Gives a lesson its transcript with other words and the same times, and has what quotes it follow. Call it in a transaction.
 * @param target.version the version that the change is for; without it, the newest one
 * @param change of each line, or the texts to use instead
 * @returns undefined when the lesson no longer has that transcript, or nothing would change.
 */
export async function rewriteTranscript(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  target: { lesson_id: number; video_id: string; version?: number },
  change: ((line: string) => string) | WrittenTexts,
): Promise<Rewritten | undefined> {
  const { database } = dependencies;
  const { lesson_id: lessonId, video_id: transcriptionId } = target;
  await keepLessonInPlace(dependencies, lessonId);
  const lesson = await findLessonOfTranscription(database, transcriptionId);
  const former = await findTranscription(database, transcriptionId);
  if (lesson?.id !== lessonId || former?.status !== 'done') return undefined;
  const { cues, plain_text: plainText } = await getTranscriptionTexts(database, transcriptionId);
  if (cues.length === 0)
    return rewriteUntimed(dependencies, lessonId, { ...former, plainText: plainText ?? '' }, change);
  const rewritten = await rewriteCues(
    dependencies,
    transcriptionId,
    (current) => (typeof change === 'function' ? current.map((cue) => changeCue(cue, change)) : change.cues),
    target.version,
  );
  if (rewritten === undefined) return undefined;
  await makePassagesFollow(dependencies, transcriptionId, { isByHand: false });
  const { version, before } = rewritten;
  return { transcriptionId, version, before: { cues: before, plain_text: plainText ?? '' } };
}

/** How sure the recognizer was of each word says nothing of other words. */
function changeCue(
  { word_confidences: confidences, ...cue }: StoredCue,
  change: (line: string) => string,
): StoredCue {
  const text = change(cue.text);
  return text === cue.text && confidences !== undefined
    ? { ...cue, word_confidences: confidences }
    : { ...cue, text };
}

/** A transcript without times is not corrected line by line: another one takes its place. */
async function rewriteUntimed(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  lessonId: number,
  former: {
    instructor_id: number;
    file_key: string | null;
    source_url: string | null;
    duration_seconds: number | null;
    plainText: string;
  },
  change: ((line: string) => string) | WrittenTexts,
): Promise<Rewritten | undefined> {
  const { database } = dependencies;
  const { plainText } = former;
  const written =
    typeof change === 'function' ? plainText.split('\n').map(change).join('\n') : change.plain_text;
  if (written === plainText) return undefined;
  const id = newTranscriptionId();
  await insertTranscription(database, {
    id,
    instructor_id: former.instructor_id,
    lesson_id: lessonId,
    file_key: former.file_key,
    source_url: former.source_url,
    access_token_hash: null,
    plain_text: null,
  });
  await setLessonTranscription(database, lessonId, id);
  await completeTranscription(
    dependencies,
    { id, instructor_id: former.instructor_id },
    {
      cues: [],
      text: splitDocument(extractTextPages(Buffer.from(written, 'utf8'))),
      durationSeconds: former.duration_seconds,
    },
  );
  return { transcriptionId: id, version: 0, before: { cues: [], plain_text: plainText } };
}

/** The cues of a transcription, or the lines of one without times. Of a long one, a part at a time. */
export async function* readTranscriptLines(
  { database }: Pick<Dependencies, 'database'>,
  transcriptionId: string,
): AsyncGenerator<{ start_second: number | null; text: string }> {
  let isTimed = false;
  for await (const piece of readCuesAsJson(database, transcriptionId)) {
    isTimed = true;
    yield* JSON.parse(`[${piece.replace(/^,/u, '')}]`) as StoredCue[];
  }
  if (isTimed) return;
  const { plain_text: text } = await getTranscriptionTexts(database, transcriptionId);
  for (const line of (text ?? '').split('\n')) yield { start_second: null, text: line };
}
