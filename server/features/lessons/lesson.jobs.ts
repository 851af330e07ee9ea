import { z } from 'zod';
import { toWire } from '#contract/wire-names.ts';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const ingestFilePayload = z.object({
  instructor_id: z.int(),
  docsource_id: z.string(),
  file_key: z.string(),
  kind: z.enum(['pdf', 'text']),
});

/** Reads an uploaded document into passages while the upload's request waits. */
export const ingestFile: JobDefinition<z.infer<typeof ingestFilePayload>> = {
  name: 'ingest-file',
  payload: ingestFilePayload,
  retryLimit: 2,
  expireInSeconds: 600,
  concurrency: 2,
  answersRequest: true,
  isLimited: true,
  load: async () => {
    const { ingestDocument } = await import('./ingest-document.ts');
    return async (dependencies, payload, { signal }) =>
      toWire(
        await ingestDocument(
          dependencies,
          {
            documentSourceId: payload.docsource_id,
            instructorId: payload.instructor_id,
            fileKey: payload.file_key,
            kind: payload.kind,
          },
          signal,
        ),
      );
  },
};

const readLessonPayload = z.object({ instructor_id: z.int(), lesson_id: z.int() });

/** Reads the document of a lesson, which may be a scan of a thousand pages, whether or not a request waits. */
export const readLesson: JobDefinition<z.infer<typeof readLessonPayload>> = {
  name: 'read-lesson',
  payload: readLessonPayload,
  retryLimit: 2,
  expireInSeconds: 6 * 3600,
  // Scans share the recognizers page by page, so that a short document does not wait for a long one.
  concurrency: 4,
  answersRequest: true,
  isLimited: true,
  load: async () => {
    const { readLessonDocument } = await import('./read-lesson-document.ts');
    return async (dependencies, payload, context) =>
      toWire(await readLessonDocument(dependencies, payload.lesson_id, context));
  },
};
