import { idParameters } from '../../../contract/fields.ts';
import { lesson, lessonIdRequest } from '../../../contract/lessons.ts';
import {
  createdTranscription,
  createTranscriptionRequest,
  lessonIdQuery,
  retrievedTranscription,
  retrieveTranscriptionRequest,
  transcriptionState,
  transcriptRequest,
} from '../../../contract/transcripts.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { originOf } from '../../http/origin.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { presentLesson } from '../lessons/present-lesson.ts';
import { awaitBroughtTranscript, bringTranscript } from './bring-transcript.ts';
import { checkTranscription } from './check-transcription.ts';
import { createTranscription } from './create-transcription.ts';
import { retrieveTranscription } from './retrieve-transcription.ts';
import { startTranscription } from './start-transcription.ts';

const tags = ['transcripts'];
/** JSON may escape each character of 10 MiB of text. */
const TRANSCRIPT_BODY_BYTES = 24 * 1024 * 1024;

export function registerTranscriptRoutes(app: Application, dependencies: Dependencies): void {
  const { config } = dependencies;
  for (const url of ['/api/transcribe-video/', '/api/transcribe/']) {
    app.post(
      url,
      {
        schema: {
          tags,
          summary: 'Start the transcription of a video lesson',
          body: lessonIdRequest,
          response: { 202: lesson, ...problemResponses(400, 401, 404) },
        },
      },
      async (request, reply) => {
        const started = await startTranscription(dependencies, actorOf(request), request.body.lesson_id);
        return reply.code(202).send(await presentLesson(dependencies, originOf(config, request), started));
      },
    );
  }
  app.get(
    '/api/transcribe-video/check-by-lesson/',
    {
      schema: {
        tags,
        summary: 'Ask how a lesson’s transcription stands',
        querystring: lessonIdQuery,
        response: { 200: transcriptionState, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => checkTranscription(dependencies, actorOf(request), request.query.lesson_id),
  );
  app.post(
    '/api/transcribe/create',
    {
      schema: {
        tags,
        summary: 'Transcribe a video without a lesson',
        body: createTranscriptionRequest,
        response: { 202: createdTranscription, ...problemResponses(400, 401, 404) },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await createTranscription(dependencies, actorOf(request), request.body.video_url)),
  );
  app.post(
    '/api/transcribe/retrieve',
    {
      schema: {
        tags,
        summary: 'Ask for a transcription without a lesson',
        body: retrieveTranscriptionRequest,
        response: { 200: retrievedTranscription, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => retrieveTranscription(dependencies, actorOf(request), request.body),
  );
  app.put(
    '/api/lessons/:id/transcript/',
    {
      bodyLimit: TRANSCRIPT_BODY_BYTES,
      schema: {
        tags,
        summary: 'Give a video lesson a transcript of one’s own: plain text, SRT or WebVTT',
        params: idParameters,
        body: transcriptRequest,
        response: { 200: lesson, ...problemResponses(400, 401, 404, 413, 422) },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params;
      const jobId = await bringTranscript(dependencies, actor, id, request.body.text);
      request.releaseBody();
      const lessonRow = await awaitBroughtTranscript(dependencies, actor, id, jobId);
      return presentLesson(dependencies, originOf(config, request), lessonRow);
    },
  );
}
