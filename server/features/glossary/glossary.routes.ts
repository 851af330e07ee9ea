import { idParameters } from '#contract/fields.ts';
import {
  dismissSuggestionRequest,
  glossary,
  glossaryTerm,
  glossaryTermRequest,
  previewReplacementRequest,
  replacementOutcome,
  replacementPreview,
  replacementRequest,
} from '#contract/glossary.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import { addTerm, changeTerm, dismissSuggestion, readGlossary, removeTerm } from './glossary.ts';
import { previewReplacement, replaceEverywhere, undoEverywhere } from './replacements.ts';

const tag = 'glossary';

export function registerGlossaryRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/courses/:id/glossary/',
    describeRoute(tag, 'Read the names and terms of a course, and suggestions', {
      params: idParameters,
      response: { 200: glossary, ...problemResponses(400, 401, 404) },
    }),
    (request) => readGlossary(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/courses/:id/glossary/',
    describeRoute(tag, 'Add a term to the glossary of a course', {
      params: idParameters,
      body: glossaryTermRequest,
      response: { 201: glossaryTerm, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) =>
      reply.code(201).send(await addTerm(dependencies, actorOf(request), request.params.id, request.body)),
  );
  app.post(
    '/api/courses/:id/glossary/dismiss/',
    describeRoute(tag, 'Dismiss a suggestion for the glossary', {
      params: idParameters,
      body: dismissSuggestionRequest,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await dismissSuggestion(dependencies, actorOf(request), request.params.id, request.body.term);
      return reply.code(204).send(null);
    },
  );
  app.put(
    '/api/glossary-terms/:id/',
    describeRoute(tag, 'Change a term of a glossary', {
      params: idParameters,
      body: glossaryTermRequest,
      response: { 200: glossaryTerm, ...problemResponses(400, 401, 404) },
    }),
    (request) => changeTerm(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/glossary-terms/:id/',
    describeRoute(tag, 'Remove a term from a glossary', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await removeTerm(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/courses/:id/transcript-replacements/preview/',
    describeRoute(tag, 'Preview a replacement in the transcripts of a course', {
      params: idParameters,
      body: previewReplacementRequest,
      response: { 200: replacementPreview, ...problemResponses(400, 401, 404) },
    }),
    (request) => previewReplacement(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.post(
    '/api/courses/:id/transcript-replacements/',
    describeRoute(tag, 'Replace words in transcripts of a course', {
      params: idParameters,
      body: replacementRequest,
      response: { 200: replacementOutcome, ...problemResponses(400, 401, 404) },
    }),
    (request) => replaceEverywhere(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.post(
    '/api/transcript-replacements/:id/undo/',
    describeRoute(tag, 'Undo a replacement in the transcripts of a course', {
      params: idParameters,
      response: { 200: replacementOutcome, ...problemResponses(400, 401, 404) },
    }),
    (request) => undoEverywhere(dependencies, actorOf(request), request.params.id),
  );
}
