import { PATCH_TYPE, encodeMetadata, makeVideo } from '#server/testing/test-tus-client.ts';
import { fileForm, type CallOptions } from '#server/testing/test-instructor.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import { ADMINISTRATION_ROUTES } from './administration-routes.ts';
import { CONTENT_ROUTES } from './content-routes.ts';
import { TRASH_ROUTES } from './trash-routes.ts';
import { about, open, outside, own, spends, type RouteExpectation } from './route-expectation.ts';
import { strangerEmail } from './things.ts';

const password = { password: TEST_PASSWORD };
const tus = { 'tus-resumable': '1.0.0' };
const course = { title: 'Changed', description: 'x', department: 'x' };
/** Every route. One that is missing here fails the tests: whoever adds one must say who may use it. */
export const ROUTES: Record<string, RouteExpectation> = {
  'GET /api/health/': open('/api/health/'),
  'GET /api/health/live/': open('/api/health/live/'),
  'GET /api/health/ready/': open('/api/health/ready/'),
  'GET /metrics': open('/metrics'),

  'POST /api/auth/register/': {
    access: 'public',
    ask: () => ({
      path: '/api/auth/register/',
      json: { email: strangerEmail(), ...password, password2: TEST_PASSWORD },
    }),
    answers: 201,
  },
  // Without mail there is no link.
  'POST /api/auth/registration/link/': {
    access: 'public',
    ask: () => ({ path: '/api/auth/registration/link/', json: { email: strangerEmail() } }),
    answers: 409,
  },
  'GET /api/auth/registration/': open('/api/auth/registration/'),
  'POST /api/auth/login/': {
    access: 'public',
    ask: () => ({ path: '/api/auth/login/', json: { email: strangerEmail(), ...password } }),
    answers: 401,
  },
  'POST /api/auth/login/second-factor/': {
    access: 'public',
    ask: () => ({ path: '/api/auth/login/second-factor/', json: { challenge: 'unknown', code: '000000' } }),
    answers: 401,
  },
  'GET /api/auth/two-factor/': own(200, '/api/auth/two-factor/'),
  'POST /api/auth/two-factor/setup/': own(200, '/api/auth/two-factor/setup/', { json: password }),
  // The set-up was begun by the call before; these are not the digits that its app would show.
  'POST /api/auth/two-factor/confirm/': own(400, '/api/auth/two-factor/confirm/', {
    json: { code: '000000' },
  }),
  'POST /api/auth/two-factor/recovery-codes/': own(409, '/api/auth/two-factor/recovery-codes/', {
    json: { ...password, code: '000000' },
  }),
  'DELETE /api/auth/two-factor/': own(409, '/api/auth/two-factor/', {
    json: { ...password, code: '000000' },
  }),
  // Without a provider there is nothing to lead to or come back from.
  'GET /api/auth/oidc/start/': open('/api/auth/oidc/start/?tab=0123456789abcdef', 404),
  'GET /api/auth/oidc/callback/': open('/api/auth/oidc/callback/', 404),
  'POST /api/auth/oidc/session/': {
    access: 'public',
    ask: () => ({ path: '/api/auth/oidc/session/', json: { token: 'unknown', tab: '0123456789abcdef' } }),
    answers: 401,
  },
  'POST /api/auth/oidc/link/': {
    access: 'public',
    ask: () => ({
      path: '/api/auth/oidc/link/',
      json: { token: 'unknown', tab: '0123456789abcdef', ...password },
    }),
    answers: 401,
  },
  'POST /api/auth/refresh/': {
    access: 'public',
    ask: () => ({ path: '/api/auth/refresh/', json: { refresh: 'unknown' } }),
    answers: 401,
  },
  'POST /api/auth/logout/': {
    access: 'public',
    ask: () => ({ path: '/api/auth/logout/', json: { refresh: 'unknown' } }),
    answers: 204,
  },
  'POST /api/password-reset/request/': {
    access: 'public',
    ask: () => ({ path: '/api/password-reset/request/', json: { email: strangerEmail() } }),
    answers: 202,
  },
  'POST /api/password-reset/confirm/': {
    access: 'public',
    ask: () => ({
      path: '/api/password-reset/confirm/',
      json: { token: 'unknown', ...password, password2: TEST_PASSWORD },
    }),
    answers: 400,
  },
  'GET /api/auth/sessions/': own(200, '/api/auth/sessions/'),
  'DELETE /api/auth/sessions/': { ...own(204, '/api/auth/sessions/', { json: password }), ...spends },
  'DELETE /api/auth/sessions/:id/': about(
    204,
    ({ session }) => ({ path: `/api/auth/sessions/${session}/`, json: password }),
    spends,
  ),
  'POST /api/auth/password/': {
    ...own(204, '/api/auth/password/', {
      json: { current_password: TEST_PASSWORD, new_password: 'another long password' },
    }),
    ...spends,
  },
  'POST /api/auth/api-key/': { ...own(200, '/api/auth/api-key/', { json: password }), ...spends },
  'GET /api/auth/api-keys/': own(200, '/api/auth/api-keys/'),
  'POST /api/auth/api-keys/': own(201, '/api/auth/api-keys/', { json: { ...password, name: 'Script' } }),
  'DELETE /api/auth/api-keys/:id/': about(
    204,
    ({ apiKey }) => ({ path: `/api/auth/api-keys/${apiKey}/`, json: password }),
    spends,
  ),
  'GET /api/auth/export/': own(200, '/api/auth/export/'),
  'GET /api/auth/account/': own(200, '/api/auth/account/'),
  'PATCH /api/auth/account/': own(200, '/api/auth/account/', { json: { department: 'Changed' } }),
  'DELETE /api/auth/account/': { ...own(204, '/api/auth/account/', { json: password }), ...spends },

  'GET /api/courses/': own(200, '/api/courses/'),
  'POST /api/courses/': {
    ...own(201, '/api/courses/', { json: course }),
    mixed: [
      {
        ask: (_, { instructor }) => ({
          path: '/api/courses/',
          json: { ...course, instructor_id: instructor },
        }),
        answers: 400,
      },
    ],
  },
  'GET /api/courses/:id/': about(200, (of) => ({ path: `/api/courses/${of.course}/` })),
  'PUT /api/courses/:id/': about(200, (of) => ({ path: `/api/courses/${of.course}/`, json: course }), {
    mixed: [
      {
        ask: (mine, { instructor }) => ({
          path: `/api/courses/${mine.course}/`,
          json: { ...course, instructor_id: instructor },
        }),
        answers: 400,
      },
    ],
  }),
  'DELETE /api/courses/:id/': about(204, (of) => ({ path: `/api/courses/${of.course}/` }), spends),
  'PUT /api/courses/:id/pin/': about(204, (of) => ({ path: `/api/courses/${of.course}/pin/` })),
  'POST /api/courses/:id/copy/': about(201, (of) => ({
    path: `/api/courses/${of.course}/copy/`,
    json: { title: 'A copy' },
  })),
  'POST /api/courses/demo/': own(201, '/api/courses/demo/'),
  'PUT /api/courses/:id/lesson_order/': about(
    204,
    (of) => ({ path: `/api/courses/${of.course}/lesson_order/`, json: { lesson_ids: [of.lesson] } }),
    {
      mixed: [
        {
          ask: (mine, theirs) => ({
            path: `/api/courses/${mine.course}/lesson_order/`,
            json: { lesson_ids: [theirs.lesson] },
          }),
          answers: 404,
        },
      ],
    },
  ),
  'DELETE /api/courses/:id/pin/': about(204, (of) => ({ path: `/api/courses/${of.course}/pin/` })),

  ...CONTENT_ROUTES,
  ...ADMINISTRATION_ROUTES,
  ...TRASH_ROUTES,

  'GET /api/dashboard/': own(200, '/api/dashboard/'),
  'GET /api/activity/': own(200, '/api/activity/'),
  'GET /api/events/': { ...own(200, '/api/events/'), streams: true },

  'POST /ai/upload-video/': {
    access: 'api_key',
    ask: () => ({ path: '/ai/upload-video/', body: fileForm(makeVideo(2_000), 'a.mp4') }),
    answers: 200,
  },
  'POST /ai/upload_doc_qagen/': {
    access: 'api_key',
    ask: () => ({ path: '/ai/upload_doc_qagen/', body: fileForm('Plants turn light into sugar.', 'a.txt') }),
    answers: 200,
  },
  'OPTIONS /ai/uploads/': outside('/ai/uploads/', 204),
  'POST /ai/uploads/': {
    access: 'api_key',
    ask: () => ({
      path: '/ai/uploads/',
      headers: { ...tus, 'upload-length': '10', 'upload-metadata': encodeMetadata({ filename: 'a.mp4' }) },
    }),
    answers: 201,
    spends: true,
  },
  // The document names no HEAD.
  'HEAD /ai/uploads/:id/': { ...upload(200), outside: true },
  'PATCH /ai/uploads/:id/': upload(204, {
    body: new Uint8Array(500),
    headers: { ...tus, 'upload-offset': '0', 'content-type': PATCH_TYPE },
  }),
  'DELETE /ai/uploads/:id/': upload(204),
  // The owner's is not all there yet.
  'POST /ai/uploads/:id/finish/': {
    access: 'api_key',
    names: true,
    ask: (of) => ({ path: `/ai/uploads/${of.upload}/finish/` }),
    answers: 409,
  },

  // The signature says who may: a link of one's own is good for whoever holds it.
  'GET /files/*': { access: 'public', ask: (of) => ({ path: of.file }), answers: 200 },

  // Where no web app is served.
  'GET /': outside('/', 302),
  'GET /*': outside('/welcome'),
  'GET /assets/*': outside('/assets/main-Ab12.js'),
  'GET /manifest.webmanifest': outside('/manifest.webmanifest'),
  'GET /api/openapi.json': outside('/api/openapi.json'),
  'GET /api/docs': outside('/api/docs'),
  'GET /api/docs/json': outside('/api/docs/json'),
  'GET /api/docs/yaml': outside('/api/docs/yaml'),
  'GET /api/docs/static/index.html': outside('/api/docs/static/index.html', 302),
  'GET /api/docs/static/swagger-initializer.js': outside('/api/docs/static/swagger-initializer.js'),
  'GET /api/docs/static/theme/lectern.css': outside('/api/docs/static/theme/lectern.css'),
  'GET /api/docs/static/*': outside('/api/docs/static/swagger-ui.css'),
};

function upload(answers: number, options: CallOptions = { headers: tus }): RouteExpectation {
  return {
    access: 'api_key',
    names: true,
    ask: (of) => ({ path: `/ai/uploads/${of.upload}/`, ...options }),
    answers,
    spends: true,
  };
}
