import { applyEdit } from '#contract/transcript-editing/apply-edit.ts';
import type {
  EditableTranscript,
  SavedTranscript,
  TranscriptEdit,
  TranscriptEditsRequest,
  TranscriptRestoreRequest,
  TranscriptVersion,
} from '#contract/transcript-editing/edits.ts';
import type { Actor } from '#server/actor.ts';
import { toWire } from '#contract/wire-names.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import { readCuesAsJson, SLICE_BYTES } from '#server/platform/database/read-in-slices.ts';
import type { StoredCue } from '#server/platform/database/transcript-tables.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, notFound, ProblemError } from '#server/platform/problem-error.ts';
import { getOwnLesson } from '../../lessons/lessons.ts';
import { measureTranscription } from '../transcription.store.ts';
import { followCorrectionsJob } from './correction.jobs.ts';
import {
  cuesOfVersion,
  deleteOldVersions,
  findEditedTranscript,
  findStoredEdits,
  keepVersion,
  listKeptVersions,
  lockEditedTranscript,
  readCues,
  replaceCues,
  storeEdits,
  type CueSpan,
  type EditedTranscript,
} from './transcript-editing.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'clock'>;

/** Edits that are further apart are of different sessions: what was before can be restored. */
const SESSION_MILLISECONDS = 10 * 60_000;
const MOST_VERSIONS = 30;
/** A job that follows edits has died if it has not done so by then. */
const FOLLOWED_MILLISECONDS = 60_000;

/** A line of a transcript as JSON and as an object, for each byte of its text. */
const BYTES_PER_TEXT_BYTE = 4;

/**
 * The cues of the actor's lesson, with the version that edits name, as JSON in pieces.
 * @param holdTexts is given the bytes that a piece takes, before any is read.
 * @throws {ProblemError} not_found; transcript_missing without a transcript that has times.
 */
export async function readEditableTranscript(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
  holdTexts: (bytes: number) => Promise<void>,
): Promise<AsyncGenerator<string>> {
  const transcriptionId = await getTranscriptionId({ database }, actor, lessonId);
  const bytes = BYTES_PER_TEXT_BYTE * (await measureTranscription(database, transcriptionId));
  await holdTexts(Math.min(bytes, SLICE_BYTES));
  const { version } = await getTimed(findEditedTranscript(database, transcriptionId));
  return writeTranscript(database, { transcription_id: transcriptionId, version });
}

/** An edit while the cues are read must not put those of two versions together. */
async function* writeTranscript(
  database: Dependencies['database'],
  transcript: Omit<EditableTranscript, 'cues'>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(toWire(transcript)).slice(0, -1)},"cues":[`;
  for await (const piece of readCuesAsJson(database, transcript.transcription_id)) {
    yield piece;
    const now = await findEditedTranscript(database, transcript.transcription_id);
    if (now?.version !== transcript.version) throw new ProblemError('transcript_edited_elsewhere');
  }
  yield ']}';
}

/**
 * Stores edits of a transcript, all or none of them. One that is stored already is not stored again, so a client may send
 * edits as often as it likes until they are acknowledged.
 * @returns the version that the last of the edits made.
 * @throws {ProblemError} not_found; transcript_missing; conflict when something else was edited before; validation_failed
 * when an edit does not fit the cues.
 */
export async function saveTranscriptEdits(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  request: TranscriptEditsRequest,
  holdTexts: (bytes: number) => Promise<void>,
): Promise<SavedTranscript> {
  const { database, clock } = dependencies;
  const transcriptionId = await getTranscriptionId({ database }, actor, lessonId);
  if (transcriptionId !== request.transcription_id) throw new ProblemError('transcript_edited_elsewhere');
  const { edits, base_version: base } = request;
  const bytes = BYTES_PER_TEXT_BYTE * (await measureTranscription(database, transcriptionId));
  const { cue_count: count } = await getTimed(findEditedTranscript(database, transcriptionId));
  const most = spanOf(edits);
  await holdTexts(Math.ceil(bytes * Math.min(1, (most.to - most.from) / count)));
  return inTransaction(database, async (transaction) => {
    const current = await getTimed(lockEditedTranscript(transaction, transcriptionId));
    const stored = await findStoredEdits(
      transaction,
      transcriptionId,
      edits.map(({ id }) => id),
    );
    const fresh = edits.filter(({ id }) => !stored.has(id));
    if (fresh.length === 0) return { version: Math.max(...stored.values()) };
    if (current.version !== base + edits.length - fresh.length) {
      throw new ProblemError('transcript_edited_elsewhere');
    }
    const span = spanOf(fresh);
    const changed = applyWithin(span, await readCues(transaction, transcriptionId, span), fresh);
    const version = current.version + fresh.length;
    const now = clock.now();
    await keepSession(transaction, transcriptionId, current, now);
    await storeEdits(transaction, transcriptionId, {
      cues: replaceCues(span, changed),
      version,
      edits: fresh.map(({ id }, index) => ({ id, version: current.version + index + 1 })),
      now,
    });
    await requestFollowing({ ...dependencies, database: transaction }, actor, transcriptionId, current);
    return { version };
  });
}

/** The cues that edits change, plus the one before and after, by their places before the edits. */
function spanOf(edits: readonly TranscriptEdit[]): CueSpan {
  let added = 0;
  const span = { from: Number.MAX_SAFE_INTEGER, to: 0 };
  for (const step of edits.flatMap(({ steps }) => steps)) {
    const [at, count] = step.kind === 'splice' ? [step.at, step.remove] : [step.from, step.count];
    span.from = Math.min(span.from, Math.max(0, at - 1));
    span.to = Math.max(span.to, at + count + 1 - added);
    if (step.kind === 'splice') added += step.insert.length - step.remove;
  }
  return span;
}

/** The cues of a span after the edits. Cues outside the span cannot cause a conflict. */
function applyWithin(
  { from }: CueSpan,
  cues: readonly StoredCue[],
  edits: readonly TranscriptEdit[],
): readonly StoredCue[] {
  return edits.reduce((before, { steps }) => {
    const moved = steps.map((step) =>
      step.kind === 'splice' ? { ...step, at: step.at - from } : { ...step, from: step.from - from },
    );
    const applied = applyEdit(before, moved);
    if (applied === undefined) throw invalidField('edits', 'edit_does_not_fit');
    return applied.cues;
  }, cues);
}

/** Keeps the cues as they were before a session of edits. Call it in a transaction. */
async function keepSession(
  transaction: Database,
  transcriptionId: string,
  { edited_at: editedAt }: EditedTranscript,
  now: Date,
): Promise<void> {
  if (editedAt !== null && now.getTime() - editedAt.getTime() < SESSION_MILLISECONDS) return;
  await keepVersion(transaction, transcriptionId);
  await deleteOldVersions(transaction, transcriptionId, MOST_VERSIONS);
}

/** Has passages follow the cues, unless a job is about to. Call it in the transaction of the edit. */
async function requestFollowing(
  { database, jobs, clock }: Needed,
  actor: Actor,
  transcriptionId: string,
  before: EditedTranscript,
): Promise<void> {
  const isFollowed = before.version === before.passages_version;
  const sinceEdit = before.edited_at === null ? Infinity : clock.now().getTime() - before.edited_at.getTime();
  if (!isFollowed && sinceEdit < FOLLOWED_MILLISECONDS) return;
  const payload = { instructor_id: actor.instructorId, video_id: transcriptionId };
  await jobs.enqueue(database, followCorrectionsJob, payload);
}

/** The versions of the lesson's transcript that can be restored, newest first. @throws as {@link readEditableTranscript}. */
export async function listTranscriptVersions(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
): Promise<TranscriptVersion[]> {
  const transcriptionId = await getTranscriptionId({ database }, actor, lessonId);
  const versions = await listKeptVersions(database, transcriptionId);
  return versions.map(({ saved_at: savedAt, ...version }) => ({
    ...version,
    saved_at: savedAt.toISOString(),
  }));
}

/**
 * Makes an earlier version the newest. What it replaces can be restored the same way.
 * @throws {ProblemError} not_found, also for a version that is not kept; conflict as for edits.
 */
export async function restoreTranscriptVersion(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  restored: TranscriptRestoreRequest & { version: number },
): Promise<SavedTranscript> {
  const { database, clock } = dependencies;
  const transcriptionId = await getTranscriptionId({ database }, actor, lessonId);
  if (transcriptionId !== restored.transcription_id) throw new ProblemError('transcript_edited_elsewhere');
  return inTransaction(database, async (transaction) => {
    // The current transcript may have no times; only the version's matter.
    const current = await getEdited(lockEditedTranscript(transaction, transcriptionId));
    const stored = (await findStoredEdits(transaction, transcriptionId, [restored.id])).get(restored.id);
    if (stored !== undefined) return { version: stored };
    const versions = await listKeptVersions(transaction, transcriptionId);
    if (!versions.some(({ version }) => version === restored.version)) throw notFound('transcript_version');
    if (current.version !== restored.base_version) throw new ProblemError('transcript_edited_elsewhere');
    await keepVersion(transaction, transcriptionId);
    const version = current.version + 1;
    const edits = [{ id: restored.id, version }];
    const cues = cuesOfVersion(transcriptionId, restored.version);
    await storeEdits(transaction, transcriptionId, { cues, version, edits, now: clock.now() });
    // Not before: the restored version may be the oldest.
    await deleteOldVersions(transaction, transcriptionId, MOST_VERSIONS);
    await requestFollowing({ ...dependencies, database: transaction }, actor, transcriptionId, current);
    return { version };
  });
}

async function getTranscriptionId(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
): Promise<string> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  const { transcription_id: id, transcription_status: status } = lesson;
  if (id === null || status !== 'done') throw new ProblemError('lesson_without_transcript');
  return id;
}

async function getEdited(found: Promise<EditedTranscript | undefined>): Promise<EditedTranscript> {
  const transcript = await found;
  if (transcript === undefined) throw new ProblemError('lesson_without_transcript');
  return transcript;
}

async function getTimed(found: Promise<EditedTranscript | undefined>): Promise<EditedTranscript> {
  const transcript = await getEdited(found);
  if (transcript.cue_count === 0) throw new ProblemError('transcript_not_editable');
  return transcript;
}
