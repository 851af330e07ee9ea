import type { RouteOptions } from 'fastify';
import type { WorkKind } from '../security/rate-limits.ts';
import type { Application } from './application.ts';

/** What a call to a route takes up, beyond the moment that most take. */
export interface RouteWork {
  /**
   * What a request holds while it is under way: a place among the uploads, among those that wait for a job or an answer, or
   * only its connection, such as a video that plays. Each has a limit of its own.
   */
  readonly holds?: 'upload' | 'job' | 'connection';
  /** Work that a worker, or a language model, will have with it, counted for each person. */
  readonly kind?: WorkKind;
  /** It goes on with what was begun before, such as a part of an upload: it is not turned away for a busy moment. */
  readonly goesOn?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    work?: RouteWork;
    /** Answers in the worst of times, too: whether the process lives must be told. */
    isNeverShed?: boolean;
  }
}

/** Every route that costs more than a few questions to the database. All others hold nothing. */
const WORK: Record<string, RouteWork> = {
  'GET /api/events/': { holds: 'connection' },
  'GET /files/*': { holds: 'connection' },
  'POST /ai/upload-video/': { holds: 'upload' },
  'POST /ai/upload_doc_qagen/': { holds: 'upload', kind: 'document' },
  'HEAD /ai/uploads/:id/': { goesOn: true },
  'PATCH /ai/uploads/:id/': { holds: 'upload', goesOn: true },
  'POST /ai/uploads/:id/finish/': { holds: 'job', kind: 'document', goesOn: true },
  'POST /api/lessons/:id/ingest/': { holds: 'job', kind: 'document' },
  'POST /api/transcribe-video/': { kind: 'transcription' },
  'POST /api/transcribe/': { kind: 'transcription' },
  'POST /api/transcribe/create': { kind: 'transcription' },
  'PUT /api/lessons/:id/transcript/': { holds: 'job', kind: 'transcription' },
  // Edits wait in a browser until they are stored.
  'POST /api/lessons/:id/transcript/edits/': { goesOn: true },
  'POST /api/summarize-video/': { holds: 'job', kind: 'summary' },
  'POST /api/summarize-file/': { holds: 'job', kind: 'summary' },
  'POST /api/question-sets/generate/': { holds: 'job', kind: 'quiz' },
  'POST /api/question-sets/generate_blooms/': { holds: 'job', kind: 'quiz' },
  'POST /api/question-sets/:id/regenerate/': { holds: 'job', kind: 'quiz' },
  'POST /api/lessons/:id/question-bank/prepare/': { kind: 'quiz' },
  'GET /api/search/': { holds: 'job' },
  'POST /api/admin/language-model/models/': { holds: 'job', kind: 'model_connection' },
  'POST /api/admin/language-model/discover/': { holds: 'job', kind: 'model_connection' },
  'POST /api/admin/language-model/test/': { holds: 'job', kind: 'model_connection' },
  'POST /api/assistant/messages/': { holds: 'job', kind: 'answer' },
  'POST /api/assistant/messages/stream/': { holds: 'job', kind: 'answer' },
};

/** The routes that the table above names, for a test that each exists. */
export const listRoutesWithWork = (): string[] => Object.keys(WORK);

/** Says of each route registered from now on what it takes up. */
export function nameRouteWork(app: Application): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    for (const method of [route.method].flat()) {
      const work = WORK[`${method} ${route.url}`];
      if (work === undefined) continue;
      route.config = { work, ...route.config };
    }
  });
}
