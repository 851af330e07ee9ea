import { idParameters } from '#contract/fields.ts';
import {
  generateQuestionsRequest,
  questionSetList,
  questionSetListQuery,
  questionSetQuery,
  questionSetWithQuestions,
  quizPreview,
  renameQuestionSetRequest,
  saveQuestionSetRequest,
} from '#contract/quizzes.ts';
import { lessonPageQuery } from '#contract/transcripts.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import {
  deleteQuestionSet,
  listQuestionSets,
  listQuestionSetsOfLesson,
  renameQuestionSet,
  saveQuestionSet,
  openQuestionSet,
} from './question-sets.ts';
import { generateQuestions, generateQuestionsOverLevels } from './generate-questions.ts';
import { previewQuiz } from './preview-quiz.ts';

const tag = 'question sets';

export function registerQuizRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/question-sets/generate/',
    describeRoute(tag, 'Generate a question set from a lesson', {
      config: { work: 'quiz', addsText: true },
      body: generateQuestionsRequest,
      response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => generateQuestions(dependencies, actorOf(request), request.body),
  );
  app.post(
    '/api/question-sets/generate_blooms/',
    describeRoute(tag, 'Generate a question set across all Bloom levels', {
      config: { work: 'quiz', addsText: true },
      body: generateQuestionsRequest,
      response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => generateQuestionsOverLevels(dependencies, actorOf(request), request.body),
  );
  app.post(
    '/api/question-sets/preview/',
    describeRoute(tag, 'Preview the mix of a question set', {
      body: generateQuestionsRequest,
      response: { 200: quizPreview, ...problemResponses(400, 401, 404) },
    }),
    (request) => previewQuiz(dependencies, actorOf(request), request.body),
  );
  app.post(
    '/api/question-sets/save/',
    describeRoute(tag, 'Save a question set under a name', {
      body: saveQuestionSetRequest,
      response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404) },
    }),
    (request) =>
      saveQuestionSet(dependencies, actorOf(request), request.body.question_set_id, request.body.name),
  );
  app.get(
    '/api/question-sets/',
    describeRoute(tag, 'List your saved or unsaved question sets', {
      querystring: questionSetListQuery,
      response: { 200: questionSetList, ...problemResponses(400, 401, 404) },
    }),
    (request) =>
      listQuestionSets(dependencies, actorOf(request), {
        courseId: request.query.course_id,
        isSaved: request.query.saved !== 'false',
        before: request.query.before,
      }),
  );
  app.get(
    '/api/question-sets/by_lesson/',
    describeRoute(tag, 'List a lesson’s saved question sets', {
      querystring: lessonPageQuery,
      response: { 200: questionSetList, ...problemResponses(400, 401, 404) },
    }),
    (request) =>
      listQuestionSetsOfLesson(dependencies, actorOf(request), {
        lessonId: request.query.lesson_id,
        before: request.query.before,
      }),
  );
  app.get(
    '/api/question-sets/by_question_set/',
    describeRoute(tag, 'Read a question set with its questions', {
      config: { isLong: true },
      querystring: questionSetQuery,
      response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404) },
    }),
    (request) => openQuestionSet(dependencies, actorOf(request), request.query.question_set_id),
  );
  app.patch(
    '/api/question-sets/:id/',
    describeRoute(tag, 'Rename and save a question set', {
      params: idParameters,
      body: renameQuestionSetRequest,
      response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404) },
    }),
    (request) => renameQuestionSet(dependencies, actorOf(request), request.params.id, request.body.name),
  );
  app.delete(
    '/api/question-sets/:id/',
    describeRoute(tag, 'Move a question set to the trash', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    (request) => deleteQuestionSet(dependencies, actorOf(request), request.params.id),
  );
}
