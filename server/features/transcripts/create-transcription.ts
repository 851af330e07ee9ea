import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { createdTranscription } from '../../../contract/transcripts.ts';
import { inTransaction } from '../../database/database.ts';
import { findFileKey } from '../../files/file-links.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField, notFound } from '../../problem-error.ts';
import { findOwnFile } from '../uploads/find-own-file.ts';
import { newVideoId } from './start-transcription.ts';
import { transcribeVideo } from './transcript.jobs.ts';
import { insertTranscription } from './transcription.store.ts';

export const hashAccessToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Transcribes an own file or a public address without a lesson.
 * @throws {ProblemError} not_found for another's file; validation_failed.
 */
export async function createTranscription(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  videoUrl: string,
): Promise<z.infer<typeof createdTranscription>> {
  const key = findFileKey(videoUrl);
  const file = key === undefined ? undefined : await findOwnFile(dependencies, actor, key);
  // Only Lectern names files so: kept as an address, it would lead nowhere.
  if (key !== undefined && file === undefined) throw notFound('file');
  if (file !== undefined && file.kind !== 'video') throw invalidField('video_url', 'This file is no video.');
  const url = URL.parse(videoUrl);
  if (file === undefined && (url === null || !/^https?:$/.test(url.protocol))) {
    throw invalidField('video_url', 'Invalid file URL format');
  }
  const videoId = newVideoId();
  const accessToken = randomBytes(24).toString('base64url');
  await inTransaction(dependencies.database, async (transaction) => {
    await insertTranscription(transaction, {
      id: videoId,
      instructor_id: actor.instructorId,
      lesson_id: null,
      file_key: file?.key ?? null,
      source_url: file === undefined ? (url?.href ?? null) : null,
      access_token_hash: hashAccessToken(accessToken),
      plain_text: null,
    });
    await dependencies.jobs.enqueue(transaction, transcribeVideo, { video_id: videoId });
  });
  return { video_id: videoId, access_token: accessToken };
}
