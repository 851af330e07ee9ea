import { idParameters } from '../../../contract/fields.ts';
import {
  generateQuestionsRequest,
  questionSetList,
  questionSetListQuery,
  questionSetQuery,
  questionSetWithQuestions,
  renameQuestionSetRequest,
  saveQuestionSetRequest,
} from '../../../contract/quizzes.ts';
import { lessonIdQuery } from '../../../contract/transcripts.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { noContent, problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import {
  deleteQuestionSet,
  listQuestionSets,
  listQuestionSetsOfLesson,
  renameQuestionSet,
  saveQuestionSet,
} from './change-question-set.ts';
import { generateQuestions, generateQuestionsOverLevels } from './generate-questions.ts';
import { getOwnQuestionSet } from './get-own-question-set.ts';

const tags = ['question sets'];

export function registerQuizRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/question-sets/generate/',
    {
      schema: {
        tags,
        summary: 'Make a question set from a lesson',
        body: generateQuestionsRequest,
        response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404, 409) },
      },
    },
    (request) => generateQuestions(dependencies, actorOf(request), request.body),
  );
  app.post(
    '/api/question-sets/generate_blooms/',
    {
      schema: {
        tags,
        summary: 'Make a question set over all Bloom levels',
        body: generateQuestionsRequest,
        response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404, 409) },
      },
    },
    (request) => generateQuestionsOverLevels(dependencies, actorOf(request), request.body),
  );
  app.post(
    '/api/question-sets/save/',
    {
      schema: {
        tags,
        summary: 'Save a question set under a name',
        body: saveQuestionSetRequest,
        response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404) },
      },
    },
    (request) =>
      saveQuestionSet(dependencies, actorOf(request), request.body.question_set_id, request.body.name),
  );
  app.get(
    '/api/question-sets/',
    {
      schema: {
        tags,
        summary: 'List one’s own question sets: the saved ones, or those that are not',
        querystring: questionSetListQuery,
        response: { 200: questionSetList, ...problemResponses(400, 401, 404) },
      },
    },
    (request) =>
      listQuestionSets(dependencies, actorOf(request), {
        courseId: request.query.course_id,
        isSaved: request.query.saved !== 'false',
      }),
  );
  app.get(
    '/api/question-sets/by_lesson/',
    {
      schema: {
        tags,
        summary: 'List a lesson’s saved question sets',
        querystring: lessonIdQuery,
        response: { 200: questionSetList, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => listQuestionSetsOfLesson(dependencies, actorOf(request), request.query.lesson_id),
  );
  app.get(
    '/api/question-sets/by_question_set/',
    {
      schema: {
        tags,
        summary: 'Read a question set with its questions',
        querystring: questionSetQuery,
        response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => getOwnQuestionSet(dependencies, actorOf(request), request.query.question_set_id),
  );
  app.patch(
    '/api/question-sets/:id/',
    {
      schema: {
        tags,
        summary: 'Rename a question set',
        params: idParameters,
        body: renameQuestionSetRequest,
        response: { 200: questionSetWithQuestions, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => renameQuestionSet(dependencies, actorOf(request), request.params.id, request.body.name),
  );
  app.delete(
    '/api/question-sets/:id/',
    {
      schema: {
        tags,
        summary: 'Delete a question set',
        params: idParameters,
        response: { 204: noContent, ...problemResponses(400, 401, 404) },
      },
    },
    async (request, reply) => {
      await deleteQuestionSet(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
