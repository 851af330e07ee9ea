import { USUAL_MINUTES } from '#contract/exams.ts';
import { fileForm } from '#server/testing/test-instructor.ts';
import { edits } from './content-routes.ts';
import { about, type Request, type RouteExpectation } from './route-expectation.ts';
import type { Things } from './things.ts';

const set = ({ questionSet }: Things): string => `/api/question-sets/${questionSet}`;

/** Exports, print, exams and import. */
export const EXCHANGE_ROUTES: Record<string, RouteExpectation> = {
  'GET /api/lessons/:id/transcript/export/': about(409, (of) => ({
    path: `/api/lessons/${of.lesson}/transcript/export/?format=txt`,
  })),
  'GET /api/lessons/:id/summary/export/': about(200, (of) => ({
    path: `/api/lessons/${of.lesson}/summary/export/?format=md`,
  })),
  'GET /api/question-sets/:id/export/': about(200, (of) => ({ path: `${set(of)}/export/?format=json` })),
  'GET /api/question-sets/:id/export-formats/': about(200, (of) => ({ path: `${set(of)}/export-formats/` })),
  'POST /api/question-sets/:id/print/': about(200, (of) => ({
    path: `${set(of)}/print/`,
    json: { part: 'paper', format: 'pdf' },
  })),
  'GET /api/lessons/:id/question-bank/export/': about(200, (of) => ({
    path: `/api/lessons/${of.lesson}/question-bank/export/?format=json`,
  })),
  'GET /api/lessons/:id/question-bank/export-formats/': about(200, (of) => ({
    path: `/api/lessons/${of.lesson}/question-bank/export-formats/`,
  })),
  'GET /api/courses/:id/questions/export/': about(200, (of) => ({
    path: `/api/courses/${of.course}/questions/export/?format=json`,
  })),
  'GET /api/courses/:id/questions/export-formats/': about(200, (of) => ({
    path: `/api/courses/${of.course}/questions/export-formats/`,
  })),
  'GET /api/courses/:id/exam-blueprint/': about(200, (of) => ({
    path: `/api/courses/${of.course}/exam-blueprint/`,
  })),
  'PUT /api/courses/:id/exam-blueprint/': about(
    200,
    (of) => examRequest('exam-blueprint', of.course, of.lesson),
    {
      mixed: [
        { ask: (mine, theirs) => examRequest('exam-blueprint', mine.course, theirs.lesson), answers: 404 },
      ],
    },
  ),
  // The bank has one question, an essay.
  'POST /api/courses/:id/exams/': about(201, (of) => examRequest('exams', of.course, of.lesson), {
    mixed: [
      { ask: (mine, theirs) => examRequest('exams', mine.course, theirs.lesson), answers: 404 },
      { ask: (mine, theirs) => examRequest('exams', theirs.course, mine.lesson), answers: 404 },
    ],
  }),

  'POST /api/lessons/:id/questions-import/preview/': about(200, (of) => ({
    path: `/api/lessons/${of.lesson}/questions-import/preview/`,
    body: fileForm('Why? {=a ~b}', 'quiz.gift'),
  })),
  'POST /api/lessons/:id/questions-import/': about(200, (of) => ({
    path: `/api/lessons/${of.lesson}/questions-import/`,
    json: { name: 'Imported', questions: edits.questions },
  })),
};

const examRequest = (call: string, id: number | string, lesson: number | string): Request => ({
  path: `/api/courses/${id}/${call}/`,
  json: {
    name: 'Exam',
    lesson_ids: [lesson],
    version_count: 1,
    minutes: USUAL_MINUTES,
    cells: [{ outcome: null, level: 'understand', answer_style: 'essay', count: 1 }],
  },
});
