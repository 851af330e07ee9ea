import { about, own, spends, type RouteExpectation } from './route-expectation.ts';
import type { Things } from './things.ts';

const quiz = ({ sharedQuiz }: Things): string => `/api/shared-quizzes/${sharedQuiz}`;
const attempt = (of: Things): string => `${quiz(of)}/attempts/${of.attempt}`;
const minutes = { json: { minutes: 5 } };
/** Without the token of an attempt. What a token grants is the matter of attempt.routes.test.ts. */
const withoutToken = (path: string, json?: object): RouteExpectation => ({
  access: 'public',
  ask: () => ({ path, ...(json === undefined ? {} : { json }) }),
  answers: 401,
});

/** Quizzes that students take. */
export const SHARED_QUIZ_ROUTES: Record<string, RouteExpectation> = {
  'POST /api/question-sets/:id/share/': about(200, (of) => ({
    path: `/api/question-sets/${of.questionSet}/share/`,
  })),
  'GET /api/shared-quizzes/': own(200, '/api/shared-quizzes/'),
  'GET /api/shared-quizzes/:id/': about(200, (of) => ({ path: `${quiz(of)}/` })),
  'PATCH /api/shared-quizzes/:id/': about(200, (of) => ({
    path: `${quiz(of)}/`,
    json: { shuffle_questions: false },
  })),
  'DELETE /api/shared-quizzes/:id/': about(204, (of) => ({ path: `${quiz(of)}/` }), spends),
  'POST /api/shared-quizzes/:id/version/': about(200, (of) => ({
    path: `${quiz(of)}/version/`,
    json: { open_attempts: 'keep' },
  })),
  'POST /api/shared-quizzes/:id/preview/': about(200, (of) => ({ path: `${quiz(of)}/preview/` })),
  'GET /api/shared-quizzes/:id/live/': about(200, (of) => ({ path: `${quiz(of)}/live/` })),
  'GET /api/shared-quizzes/:id/events/': about(200, (of) => ({ path: `${quiz(of)}/events/` }), {
    streams: true,
  }),
  'POST /api/shared-quizzes/:id/extend/': about(200, (of) => ({ path: `${quiz(of)}/extend/`, ...minutes })),
  'POST /api/shared-quizzes/:id/attempts/:attempt_id/extend/': about(200, (of) => ({
    path: `${attempt(of)}/extend/`,
    ...minutes,
  })),
  'DELETE /api/shared-quizzes/:id/attempts/:attempt_id/': about(
    204,
    (of) => ({ path: `${attempt(of)}/` }),
    spends,
  ),
  'GET /api/q/:code/': { access: 'public', ask: () => ({ path: '/api/q/AAAAAA/' }), answers: 404 },
  'POST /api/q/:code/join/': {
    access: 'public',
    ask: () => ({ path: '/api/q/AAAAAA/join/', json: { name: 'A student' } }),
    answers: 404,
  },
  'GET /api/attempt/': withoutToken('/api/attempt/'),
  'PUT /api/attempt/answers/:key/': withoutToken('/api/attempt/answers/1/', {
    choice: 0,
    text: null,
    is_flagged: false,
    seconds_spent: 1,
    device: 'test-device',
    sequence: 1,
  }),
  'POST /api/attempt/submit/': withoutToken('/api/attempt/submit/'),
  'POST /api/attempt/again/': withoutToken('/api/attempt/again/'),
  'GET /api/attempt/evidence/:key/': withoutToken('/api/attempt/evidence/1/'),
};
