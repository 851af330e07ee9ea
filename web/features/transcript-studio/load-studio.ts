import type { EditableTranscript } from '#contract/transcript-editing/edits.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { removeStored } from '#web/api-client/browser-storage.ts';
import { takeBatch } from './edit-queue.ts';
import { listLeftEdits, type PendingEdit, type PendingEdits } from './kept-edits.ts';
import { rebaseEdits } from './rebase-edits.ts';
import { fetchTranscript, sendEdits } from './studio.queries.ts';
import { openStudio, type Studio } from './studio.ts';

export interface LoadedStudio {
  readonly studio: Studio;
  readonly transcript: EditableTranscript;
  /** Edits of an earlier visit, or of a conflict, that are made again. */
  readonly remadeCount: number;
  /** The text typed into lines that were changed elsewhere at the same time. */
  readonly lost: readonly string[];
}

/** Opens a lesson's transcript, with the edits that tabs left behind which were closed before they could send them. */
export async function loadStudio(
  lessonId: number,
  unsent: readonly PendingEdit[] = [],
): Promise<LoadedStudio> {
  let transcript = await fetchTranscript(lessonId);
  const { transcription_id: id } = transcript;
  const rejected: PendingEdit[] = [...unsent];
  let sentCount = 0;
  const left = await listLeftEdits(id);
  for (const { pending } of left) {
    if (await wasSent(lessonId, id, pending)) sentCount += pending.edits.length;
    else rejected.push(...pending.edits);
  }
  if (sentCount > 0) transcript = await fetchTranscript(lessonId);
  const { edits, lost } = rebaseEdits(rejected, transcript.cues);
  const studio = openStudio(transcript, (version, batch) => sendEdits(lessonId, id, version, batch), edits);
  // Only now: from here on, the studio keeps them.
  for (const { place } of left) removeStored(place);
  return { studio, transcript, remadeCount: sentCount + edits.length, lost };
}

/** False when the transcript was changed elsewhere since. */
async function wasSent(lessonId: number, transcriptionId: string, pending: PendingEdits): Promise<boolean> {
  let { baseVersion, edits } = pending;
  try {
    while (edits.length > 0) {
      const batch = takeBatch(edits);
      baseVersion = await sendEdits(lessonId, transcriptionId, baseVersion, batch);
      edits = edits.slice(batch.length);
    }
    return true;
  } catch (error) {
    // One that does not fit will not do so later either; what it wrote is shown.
    if (error instanceof ApiError && (error.status === 409 || error.status === 400)) return false;
    throw error;
  }
}
