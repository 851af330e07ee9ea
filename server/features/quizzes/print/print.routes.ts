import { z } from 'zod';
import { idParameters } from '#contract/fields.ts';
import { printQuizRequest } from '#contract/quiz-print.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import { PRINT_TYPES, sendPrint } from '#server/http/send-print.ts';
import { printQuiz } from './print-quiz.ts';

export function registerPrintRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/question-sets/:id/print/',
    describeRoute('question sets', 'Print a question set: exam paper, answer sheet or key, in versions', {
      params: idParameters,
      body: printQuizRequest,
      response: {
        200: {
          description:
            'The file. The header `lectern-missing-characters` lists characters that the PDF cannot show, if any.',
          content: {
            [PRINT_TYPES.pdf]: { schema: z.string() },
            [PRINT_TYPES.docx]: { schema: z.string() },
          },
        },
        ...problemResponses(400, 401, 404, 413),
      },
    }),
    async (request, reply) => {
      const { body, params } = request;
      const printed = await printQuiz(dependencies, actorOf(request), params.id, body);
      // No schema describes the bytes of a file.
      return sendPrint(reply, printed, body.format);
    },
  );
}
