import {
  editableTranscript,
  savedTranscript,
  transcriptEditsRequest,
  transcriptRestoreRequest,
  transcriptVersionList,
  transcriptVersionParameters,
} from '#contract/transcript-editing/edits.ts';
import { idParameters } from '#contract/fields.ts';
import { sendPieces } from '#server/platform/http/send-pieces.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import {
  listTranscriptVersions,
  readEditableTranscript,
  restoreTranscriptVersion,
  saveTranscriptEdits,
} from './edit-transcript.ts';

const tag = 'transcripts';
/** “Replace all” in the longest lecture is one edit. */
const EDITS_BODY_BYTES = 8 * 1024 * 1024;

export function registerTranscriptEditingRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/lessons/:id/transcript/',
    describeRoute(tag, 'Read the cues of a transcript, and the version that edits refer to', {
      params: idParameters,
      response: { 200: editableTranscript, ...problemResponses(400, 401, 404, 409) },
    }),
    async (request, reply) => {
      const { params } = request;
      const hold = reply.holdTexts.bind(reply);
      return sendPieces(reply, await readEditableTranscript(dependencies, actorOf(request), params.id, hold));
    },
  );
  app.post(
    '/api/lessons/:id/transcript/edits/',
    {
      config: { continues: true, addsText: true, bodyBecomesObjects: true },
      bodyLimit: EDITS_BODY_BYTES,
      ...describeRoute(tag, 'Correct a transcript', {
        params: idParameters,
        body: transcriptEditsRequest,
        response: { 200: savedTranscript, ...problemResponses(400, 401, 404, 409, 413) },
      }),
    },
    (request, reply) => {
      const { params, body } = request;
      const hold = reply.holdTexts.bind(reply);
      return saveTranscriptEdits(dependencies, actorOf(request), params.id, body, hold);
    },
  );
  app.get(
    '/api/lessons/:id/transcript/versions/',
    describeRoute(tag, 'List the earlier versions of a transcript', {
      params: idParameters,
      response: { 200: transcriptVersionList, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => listTranscriptVersions(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/lessons/:id/transcript/versions/:version/restore/',
    describeRoute(tag, 'Restore an earlier version of a transcript', {
      config: { addsText: true },
      params: transcriptVersionParameters,
      body: transcriptRestoreRequest,
      response: { 200: savedTranscript, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => {
      const { id, version } = request.params;
      return restoreTranscriptVersion(dependencies, actorOf(request), id, { ...request.body, version });
    },
  );
}
