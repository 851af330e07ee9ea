import { idParameters } from '#contract/fields.ts';
import { importPreview, importQuestionsRequest } from '#contract/quiz-import.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { acceptForms, readUpload } from '#server/features/uploads/read-upload.http.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import { importQuestions } from './import-questions.ts';
import { previewImport } from './preview-import.ts';

const tag = 'question sets';

/** A hundred long questions, in a script of three bytes a letter. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export async function registerImportRoutes(app: Application, dependencies: Dependencies): Promise<void> {
  app.post(
    '/api/lessons/:id/questions-import/',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      ...describeRoute(tag, 'Import questions into a new saved question set of a lesson', {
        params: idParameters,
        body: importQuestionsRequest,
        response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404, 413) },
      }),
    },
    (request) => importQuestions(dependencies, actorOf(request), request.params.id, request.body),
  );
  await app.register(async (scope) => {
    await acceptForms(scope);
    registerPreview(scope, dependencies);
  });
}

function registerPreview(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/lessons/:id/questions-import/preview/',
    describeRoute(tag, 'Preview the questions of a file: GIFT, Moodle XML, Aiken, QTI, CSV or JSON', {
      consumes: ['multipart/form-data'],
      description: 'Multipart form with one part, named file. Nothing is changed.',
      params: idParameters,
      response: { 200: importPreview, ...problemResponses(400, 401, 404, 413, 422, 507) },
    }),
    (request) => previewImport(dependencies, actorOf(request), request.params.id, () => readUpload(request)),
  );
}
