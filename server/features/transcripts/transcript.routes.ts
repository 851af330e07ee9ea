import { toWire } from '#contract/wire-names.ts';
import { idParameters } from '#contract/fields.ts';
import { lesson, lessonIdRequest } from '#contract/lessons.ts';
import {
  createdTranscription,
  createTranscriptionRequest,
  lessonIdQuery,
  retrievedTranscription,
  retrieveTranscriptionRequest,
  transcriptionState,
  transcriptRequest,
} from '#contract/transcripts.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { originOf } from '#server/platform/http/origin.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import { sendPieces } from '#server/platform/http/send-pieces.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { sendLesson } from '../lessons/send-lesson.http.ts';
import { awaitBroughtTranscript, bringTranscript } from './bring-transcript.ts';
import {
  checkTranscription,
  createTranscription,
  retrieveTranscription,
  startTranscription,
} from './transcriptions.ts';

const tag = 'transcripts';
/** JSON may escape each character of 10 MiB of text. */
const TRANSCRIPT_BODY_BYTES = 24 * 1024 * 1024;

export function registerTranscriptRoutes(app: Application, dependencies: Dependencies): void {
  const { config } = dependencies;
  for (const url of ['/api/transcribe-video/', '/api/transcribe/']) {
    app.post(
      url,
      describeRoute(tag, 'Start the transcription of a video lesson', {
        config: { work: 'transcription', addsText: true },
        body: lessonIdRequest,
        response: { 202: lesson, ...problemResponses(400, 401, 404) },
      }),
      async (request, reply) => {
        const started = await startTranscription(dependencies, actorOf(request), request.body.lesson_id);
        return sendLesson(dependencies, request, reply, started);
      },
    );
  }
  app.get(
    '/api/transcribe-video/check-by-lesson/',
    describeRoute(tag, 'Get the status of a lesson’s transcription', {
      querystring: lessonIdQuery,
      response: { 200: transcriptionState, ...problemResponses(400, 401, 404) },
    }),
    async (request) =>
      toWire(await checkTranscription(dependencies, actorOf(request), request.query.lesson_id)),
  );
  app.post(
    '/api/transcribe/create',
    describeRoute(tag, 'Transcribe a video without a lesson', {
      config: { work: 'transcription', addsText: true },
      body: createTranscriptionRequest,
      response: { 202: createdTranscription, ...problemResponses(400, 401, 404) },
    }),
    async (request) =>
      toWire(
        await createTranscription(
          dependencies,
          actorOf(request),
          request.body.video_url,
          originOf(config, request),
        ),
      ),
  );
  app.post(
    '/api/transcribe/retrieve',
    describeRoute(tag, 'Get a transcription that belongs to no lesson', {
      body: retrieveTranscriptionRequest,
      response: { 200: retrievedTranscription, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) =>
      sendPieces(
        reply,
        await retrieveTranscription(
          dependencies,
          actorOf(request),
          request.body,
          reply.holdTexts.bind(reply),
        ),
      ),
  );
  app.put(
    '/api/lessons/:id/transcript/',
    {
      config: { work: 'transcription', addsText: true },
      bodyLimit: TRANSCRIPT_BODY_BYTES,
      ...describeRoute(tag, 'Import a transcript for a video lesson: plain text, SRT or WebVTT', {
        params: idParameters,
        body: transcriptRequest,
        response: { 200: lesson, ...problemResponses(400, 401, 404, 413, 422) },
      }),
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { id } = request.params;
      const { text, file_name: fileName } = request.body;
      const jobId = await bringTranscript(dependencies, actor, id, { text, fileName });
      request.releaseBody();
      const lessonRow = await awaitBroughtTranscript(dependencies, actor, id, jobId);
      return sendLesson(dependencies, request, reply, lessonRow);
    },
  );
}
