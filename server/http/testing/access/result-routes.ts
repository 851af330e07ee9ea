import { about, own, spends, type RouteExpectation } from './route-expectation.ts';
import type { Things } from './things.ts';

const results = ({ sharedQuiz }: Things): string => `/api/shared-quizzes/${sharedQuiz}/results/`;
const attempt = (of: Things): string => `${results(of)}${of.attempt}/`;

/** What students answered, and class lists. */
export const RESULT_ROUTES: Record<string, RouteExpectation> = {
  'GET /api/shared-quizzes/:id/results/': about(200, (of) => ({ path: results(of) })),
  'GET /api/shared-quizzes/:id/export/': about(200, (of) => ({
    path: `/api/shared-quizzes/${of.sharedQuiz}/export/?format=csv`,
  })),
  'GET /api/shared-quizzes/:id/results/:attempt_id/': about(200, (of) => ({ path: attempt(of) })),
  // The answer is a choice, which has its points already.
  'PUT /api/shared-quizzes/:id/results/:attempt_id/answers/:key/': about(404, (of) => ({
    path: `${attempt(of)}answers/1/`,
    json: { points: 1 },
  })),
  'DELETE /api/shared-quizzes/:id/results/:attempt_id/': about(204, (of) => ({ path: attempt(of) }), spends),
  'PUT /api/shared-quizzes/:id/results/:attempt_id/': about(200, (of) => ({
    path: attempt(of),
    json: { late_accepted: false },
  })),
  'GET /api/class-lists/': own(200, '/api/class-lists/'),
  'POST /api/class-lists/': own(201, '/api/class-lists/', {
    json: { name: 'Class', members: [{ name: 'Ana' }] },
  }),
  'POST /api/class-lists/:id/codes/': about(200, (of) => ({
    path: `/api/class-lists/${of.classList}/codes/`,
  })),
  'DELETE /api/class-lists/:id/': about(204, (of) => ({ path: `/api/class-lists/${of.classList}/` }), spends),
};
