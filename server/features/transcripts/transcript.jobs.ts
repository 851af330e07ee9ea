import { z } from 'zod';
import { toWire } from '#contract/wire-names.ts';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const transcribePayload = z.object({ video_id: z.string() });

/** Hours of lecture take minutes; the limit is for a run that hangs. */
export const transcribeVideo: JobDefinition<z.infer<typeof transcribePayload>> = {
  name: 'transcribe-video',
  payload: transcribePayload,
  retryLimit: 5,
  expireInSeconds: 6 * 3600,
  concurrency: 1,
  answersRequest: false,
  // Two models at once on two cores would both take twice as long, and the instructor waits for the transcript.
  delaysBackgroundWork: true,
  isLimited: true,
  load: async () => {
    const { runTranscription } = await import('./run-transcription.ts');
    return (dependencies, payload, context) => runTranscription(dependencies, payload.video_id, context);
  },
};

const readTranscriptPayload = z.object({ instructor_id: z.int(), video_id: z.string() });

/** Reads a transcript that a person brought, while the request waits. */
export const readTranscript: JobDefinition<z.infer<typeof readTranscriptPayload>> = {
  name: 'read-transcript',
  payload: readTranscriptPayload,
  retryLimit: 2,
  expireInSeconds: 120,
  concurrency: 2,
  answersRequest: true,
  isLimited: true,
  load: async () => {
    const { readBroughtTranscript } = await import('./read-brought-transcript.ts');
    return async (dependencies, payload, context) =>
      toWire(await readBroughtTranscript(dependencies, payload.video_id, context));
  },
};
