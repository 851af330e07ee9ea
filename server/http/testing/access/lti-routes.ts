import { about, administered, open, own, spends, type RouteExpectation } from './route-expectation.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const platform = {
  name: 'Moodle',
  issuer: 'https://moodle.example',
  client_id: 'client',
  deployment_ids: ['1'],
  authorization_url: 'https://moodle.example/auth',
  token_url: 'https://moodle.example/token',
  token_audience: null,
  jwks_url: 'https://moodle.example/jwks',
  frame_origins: ['https://moodle.example'],
};
/** Without the token of a launch. What a token grants is the matter of lti.routes.test.ts. */
const withoutToken = (path: string, json?: object): RouteExpectation => ({
  access: 'public',
  ask: () => ({ path, ...(json === undefined ? {} : { json }) }),
  answers: 401,
});
/** A form that no registered platform sent. */
const form = (path: string, body: string, answers: number): RouteExpectation => ({
  access: 'public',
  ask: () => ({ path, body, headers: FORM }),
  answers,
});

/** Learning platforms. */
export const LTI_ROUTES: Record<string, RouteExpectation> = {
  'GET /api/lti/keys/': open('/api/lti/keys/'),
  'GET /api/lti/login/': open('/api/lti/login/?iss=https://unknown.example&login_hint=1', 303),
  'POST /api/lti/login/': form('/api/lti/login/', 'iss=https%3A%2F%2Funknown.example', 303),
  'GET /api/lti/login/continue/': open('/api/lti/login/continue/?request=unknown', 303),
  'POST /api/lti/launch/': form('/api/lti/launch/', 'state=unknown&id_token=unknown', 303),
  'POST /api/lti/open/': form('/api/lti/open/', 'launch=unknown', 403),
  'GET /api/lti/launch/': withoutToken('/api/lti/launch/'),
  'POST /api/lti/launch/join/': withoutToken('/api/lti/launch/join/', {}),
  'GET /api/lti/launch/quizzes/': withoutToken('/api/lti/launch/quizzes/'),
  'POST /api/lti/launch/place/': withoutToken('/api/lti/launch/place/', { question_set_id: 1 }),
  'POST /api/lti/session/': withoutToken('/api/lti/session/', { launch: 'unknown' }),
  'POST /api/lti/link/': own(401, '/api/lti/link/', { json: { launch: 'unknown' } }),
  'GET /api/lti/identities/': own(200, '/api/lti/identities/'),
  'DELETE /api/lti/identities/:platform_id/': about(
    204,
    (of) => ({ path: `/api/lti/identities/${of.platform}/` }),
    spends,
  ),
  'GET /api/admin/lti/': administered(200, () => ({ path: '/api/admin/lti/' })),
  // Registered at each call, under the same client: the first one only.
  'POST /api/admin/lti/platforms/': administered(400, () => ({
    path: '/api/admin/lti/platforms/',
    json: { ...platform, deployment_ids: [] },
  })),
  'PUT /api/admin/lti/platforms/:id/': administered(
    200,
    (of) => ({
      path: `/api/admin/lti/platforms/${of.platform}/`,
      json: { ...platform, client_id: `client of ${of.platform}` },
    }),
    { names: true },
  ),
  'DELETE /api/admin/lti/platforms/:id/': administered(
    204,
    (of) => ({ path: `/api/admin/lti/platforms/${of.platform}/` }),
    { names: true, ...spends },
  ),
  'POST /api/admin/lti/key/': administered(200, () => ({ path: '/api/admin/lti/key/' })),
};
