import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { RetrievedTranscription, retrieveTranscriptionRequest } from '../../../contract/transcripts.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { hashAccessToken } from './create-transcription.ts';
import { findTranscription } from './transcription.store.ts';

/** How a transcription without a lesson stands. @throws {ProblemError} not_found, also for a wrong token. */
export async function retrieveTranscription(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  input: z.infer<typeof retrieveTranscriptionRequest>,
): Promise<RetrievedTranscription> {
  const found = await findTranscription(dependencies.database, input.video_id);
  const isAllowed =
    found?.instructor_id === actor.instructorId &&
    found.access_token_hash !== null &&
    timingSafeEqual(found.access_token_hash, hashAccessToken(input.access_token));
  if (!isAllowed) throw notFound('transcription');
  return {
    video_id: found.id,
    status: found.status,
    progress: found.progress,
    error: found.error,
    transcript: found.status === 'done' ? found.plain_text : null,
    cues: found.status === 'done' ? found.cues : [],
  };
}
