import { z } from 'zod';
import type { JobDefinition } from '../../jobs/job-definition.ts';

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
    return async (dependencies, payload, { signal }) => {
      await ingestDocument(
        dependencies,
        {
          docsourceId: payload.docsource_id,
          instructorId: payload.instructor_id,
          fileKey: payload.file_key,
          kind: payload.kind,
        },
        signal,
      );
      return { docsource_id: payload.docsource_id };
    };
  },
};

const ingestLinkPayload = z.object({ instructor_id: z.int(), lesson_id: z.int() });

/** Fetches and reads the document behind a lesson made from a link, while the request waits. */
export const ingestLink: JobDefinition<z.infer<typeof ingestLinkPayload>> = {
  name: 'ingest-link',
  payload: ingestLinkPayload,
  retryLimit: 1,
  expireInSeconds: 600,
  concurrency: 2,
  answersRequest: true,
  isLimited: true,
  load: async () => {
    const { ingestLinkedDocument } = await import('./ingest-linked-document.ts');
    return (dependencies, payload, context) => ingestLinkedDocument(dependencies, payload.lesson_id, context);
  },
};
