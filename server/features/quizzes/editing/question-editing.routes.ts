import { idParameters } from '#contract/fields.ts';
import {
  editedQuestion,
  editedQuestionParameters,
  publishRequest,
  questionSetDraft,
  questionSetVersionList,
  questionSetVersionWithQuestions,
  regeneratedQuestion,
  regenerateQuestionRequest,
  reviewedQuestionSet,
  reviewQuestionsRequest,
  saveDraftRequest,
  skipQuestionRequest,
  versionParameters,
} from '#contract/question-editing.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { discardDraft, getDraft, saveDraft, publishQuestions } from './edit-questions.ts';
import { getVersion, listVersions } from './list-versions.ts';
import { regenerateQuestion } from './regenerate-question.ts';
import { editQuestion, reviewQuestions, skipQuestion, undoReviewStep } from './review-questions.ts';

const tag = 'question sets';

/** A hundred long essays with their rubrics, in a script of three bytes a letter. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export function registerQuestionEditingRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/question-sets/:id/draft/',
    describeRoute(tag, 'Read a question set for editing: the draft, or the published questions', {
      config: { isLong: true },
      params: idParameters,
      response: { 200: questionSetDraft, ...problemResponses(400, 401, 404) },
    }),
    (request) => getDraft(dependencies, actorOf(request), request.params.id),
  );
  app.put(
    '/api/question-sets/:id/draft/',
    {
      config: { addsText: true, bodyBecomesObjects: true },
      bodyLimit: BODY_LIMIT_BYTES,
      ...describeRoute(tag, 'Save edits of a question set as its draft', {
        params: idParameters,
        body: saveDraftRequest,
        response: { 200: questionSetDraft, ...problemResponses(400, 401, 404, 409, 413) },
      }),
    },
    (request) => saveDraft(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/question-sets/:id/draft/',
    describeRoute(tag, 'Discard the draft of a question set', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    (request) => discardDraft(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/question-sets/:id/publish/',
    {
      config: { addsText: true, bodyBecomesObjects: true },
      bodyLimit: BODY_LIMIT_BYTES,
      ...describeRoute(tag, 'Publish edited questions; the previous ones are kept as a version', {
        params: idParameters,
        body: publishRequest,
        response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404, 409, 413) },
      }),
    },
    (request) => publishQuestions(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.post(
    '/api/question-sets/:id/review/',
    describeRoute(tag, 'Mark drafts of the small model as accepted, or as drafts again', {
      params: idParameters,
      body: reviewQuestionsRequest,
      response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404) },
    }),
    (request) => reviewQuestions(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.post(
    '/api/question-sets/:id/review/skip/',
    describeRoute(tag, 'Replace a question with the next best one of the lesson’s bank, or remove it', {
      config: { addsText: true },
      params: idParameters,
      body: skipQuestionRequest,
      response: { 200: reviewedQuestionSet, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => skipQuestion(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.post(
    '/api/question-sets/:id/review/undo/',
    describeRoute(tag, 'Undo the last accepted, edited or skipped question', {
      config: { addsText: true },
      params: idParameters,
      response: { 200: reviewedQuestionSet, ...problemResponses(400, 401, 404) },
    }),
    (request) => undoReviewStep(dependencies, actorOf(request), request.params.id),
  );
  app.put(
    '/api/question-sets/:id/questions/:question_id/',
    describeRoute(tag, 'Edit one published question; it is no longer a draft', {
      config: { addsText: true },
      params: editedQuestionParameters,
      body: editedQuestion,
      response: { 200: reviewedQuestionSet, ...problemResponses(400, 401, 404) },
    }),
    (request) =>
      editQuestion(dependencies, actorOf(request), {
        questionSetId: request.params.id,
        questionId: request.params.question_id,
        edited: request.body,
      }),
  );
  app.post(
    '/api/question-sets/:id/regenerate/',
    describeRoute(tag, 'Generate one more question, to replace another or to add; nothing is stored', {
      config: { work: 'quiz', addsText: true },
      params: idParameters,
      body: regenerateQuestionRequest,
      response: { 200: regeneratedQuestion, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => regenerateQuestion(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.get(
    '/api/question-sets/:id/versions/',
    describeRoute(tag, 'List the published versions of a question set, newest first', {
      params: idParameters,
      response: { 200: questionSetVersionList, ...problemResponses(400, 401, 404) },
    }),
    (request) => listVersions(dependencies, actorOf(request), request.params.id),
  );
  app.get(
    '/api/question-sets/:id/versions/:version/',
    describeRoute(tag, 'Read one version of a question set with its questions', {
      config: { isLong: true },
      params: versionParameters,
      response: { 200: questionSetVersionWithQuestions, ...problemResponses(400, 401, 404) },
    }),
    (request) => getVersion(dependencies, actorOf(request), request.params.id, request.params.version),
  );
}
