import { about, own, spends, type RouteExpectation } from './route-expectation.ts';

/** The trash, where each owner has a course, a lesson of another course and a quiz. */
export const TRASH_ROUTES: Record<string, RouteExpectation> = {
  'GET /api/trash/': own(200, '/api/trash/'),
  'DELETE /api/trash/': { ...own(204, '/api/trash/'), ...spends },
  'POST /api/trash/courses/:id/restore/': about(
    200,
    (of) => ({ path: `/api/trash/courses/${of.trashedCourse}/restore/` }),
    spends,
  ),
  'DELETE /api/trash/courses/:id/': about(
    204,
    (of) => ({ path: `/api/trash/courses/${of.trashedCourse}/` }),
    spends,
  ),
  'POST /api/trash/lessons/:id/restore/': about(
    200,
    (of) => ({ path: `/api/trash/lessons/${of.trashedLesson}/restore/` }),
    spends,
  ),
  'DELETE /api/trash/lessons/:id/': about(
    204,
    (of) => ({ path: `/api/trash/lessons/${of.trashedLesson}/` }),
    spends,
  ),
  'POST /api/trash/question-sets/:id/restore/': about(
    200,
    (of) => ({ path: `/api/trash/question-sets/${of.trashedQuestionSet}/restore/` }),
    spends,
  ),
  'DELETE /api/trash/question-sets/:id/': about(
    204,
    (of) => ({ path: `/api/trash/question-sets/${of.trashedQuestionSet}/` }),
    spends,
  ),
};
