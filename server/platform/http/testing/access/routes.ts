import { PATCH_TYPE, encodeMetadata, makeVideo } from '#server/testing/test-tus-client.ts';
import { fileForm } from '#server/testing/test-instructor.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import { CONTENT_ROUTES } from './content-routes.ts';
import { expand, json, makeRoute, open, query, spent, type Expectation, type Route } from './route.ts';
import { strangerEmail } from './things.ts';

const password = { password: TEST_PASSWORD };
const tus = { 'tus-resumable': '1.0.0' };
const UNREACHABLE = { provider: 'ollama', base_url: 'http://127.0.0.1:9', model: 'none' };
const TAB = '0123456789abcdef';

/** Every route, with the status of an allowed call. The tests fail if a route is missing here. */
const EXPECTATIONS: Record<string, number | Expectation> = {
  'GET /api/health/': open(200),
  'GET /api/health/live/': open(200),
  'GET /api/health/ready/': open(200),
  'GET /metrics': 200,

  'POST /api/auth/register/': open(201, () => ({
    json: { email: strangerEmail(), ...password, password2: TEST_PASSWORD },
  })),
  // Without mail, no link is sent.
  'POST /api/auth/registration/link/': open(409, () => ({ json: { email: strangerEmail() } })),
  'GET /api/auth/registration/': open(200),
  'POST /api/auth/login/': open(401, () => ({ json: { email: strangerEmail(), ...password } })),
  'POST /api/auth/login/second-factor/': open(401, { json: { challenge: 'unknown', code: '000000' } }),
  'GET /api/auth/two-factor/': 200,
  'POST /api/auth/two-factor/setup/': json(200, password),
  // The previous call started the setup; its app would show another code.
  'POST /api/auth/two-factor/confirm/': json(400, { code: '000000' }),
  'POST /api/auth/two-factor/recovery-codes/': json(409, { ...password, code: '000000' }),
  'DELETE /api/auth/two-factor/': json(409, { ...password, code: '000000' }),
  // No provider is configured.
  'GET /api/auth/oidc/start/': open(404, { query: `tab=${TAB}` }),
  'GET /api/auth/oidc/callback/': open(404),
  'POST /api/auth/oidc/session/': open(401, { json: { token: 'unknown', tab: TAB } }),
  'POST /api/auth/oidc/link/': open(401, { json: { token: 'unknown', tab: TAB, ...password } }),
  'POST /api/auth/refresh/': open(401, { json: { refresh: 'unknown' } }),
  'POST /api/auth/logout/': open(204, { json: { refresh: 'unknown' } }),
  'POST /api/password-reset/request/': open(202, () => ({ json: { email: strangerEmail() } })),
  'POST /api/password-reset/confirm/': open(400, {
    json: { token: 'unknown', ...password, password2: TEST_PASSWORD },
  }),
  'GET /api/auth/sessions/': 200,
  'DELETE /api/auth/sessions/': spent(json(204, password)),
  'DELETE /api/auth/sessions/:id/': spent(json(204, password)),
  'POST /api/auth/password/': spent(
    json(204, { current_password: TEST_PASSWORD, new_password: 'another long password' }),
  ),
  'POST /api/auth/api-key/': spent(json(200, password)),
  'GET /api/auth/api-keys/': 200,
  'POST /api/auth/api-keys/': json(201, { ...password, name: 'Script' }),
  'DELETE /api/auth/api-keys/:id/': spent(json(204, password)),
  'GET /api/auth/export/': 200,
  'GET /api/auth/account/': 200,
  'PATCH /api/auth/account/': json(200, { department: 'Changed' }),
  'DELETE /api/auth/account/': spent(json(204, password)),

  ...CONTENT_ROUTES,

  'GET /api/admin/accounts/': query(200, () => 'search=a&status=active'),
  'GET /api/admin/accounts/:id/': 200,
  'PATCH /api/admin/accounts/:id/': spent(json(200, { storage_quota_bytes: 1_000 })),
  'GET /api/admin/accounts/:id/contents/': 200,
  'GET /api/admin/accounts/:id/model-budget/': 200,
  'PUT /api/admin/accounts/:id/model-budget/': json(200, { tokens: null, cost: null }),
  // A different email address, because the other calls need the account.
  'DELETE /api/admin/accounts/:id/': json(400, { ...password, email: 'another@example.test' }),
  'POST /api/admin/accounts/:id/reset-link/': json(201, password),
  'GET /api/admin/registration/': 200,
  'PUT /api/admin/registration/': json(200, { mode: 'open', allowed_domains: [], ...password }),
  'GET /api/admin/two-factor/': 200,
  'PUT /api/admin/two-factor/': json(200, { required_for: 'off', ...password }),
  'DELETE /api/admin/accounts/:id/two-factor/': spent(json(204, password)),
  'GET /api/admin/invitations/': 200,
  'POST /api/admin/invitations/': json(201, password),
  'DELETE /api/admin/invitations/:id/': spent(json(204, password)),
  'GET /api/admin/jobs/': query(200, () => 'state=failed'),
  // The job is done: it can be neither retried nor cancelled.
  'POST /api/admin/jobs/:id/retry/': 409,
  'POST /api/admin/jobs/:id/cancel/': 409,
  'GET /api/admin/models/': 200,
  'POST /api/admin/models/download/': 204,
  'GET /api/language-model/': 200,
  'GET /api/admin/language-model/': 200,
  // The current setting, so that nothing changes.
  'PUT /api/admin/language-model/': json(200, { provider: 'none', ...password }),
  'DELETE /api/admin/language-model/': json(200, password),
  'POST /api/admin/language-model/models/': json(200, UNREACHABLE),
  'GET /api/admin/language-model/budget/': 200,
  'PUT /api/admin/language-model/budget/': json(200, {
    tokens: null,
    cost: null,
    account_tokens: null,
    account_cost: null,
  }),
  'POST /api/admin/language-model/discover/': 200,
  'POST /api/admin/language-model/test/': json(200, UNREACHABLE),
  'GET /api/admin/storage/': 200,
  'GET /api/admin/version/': 200,
  'GET /api/admin/audit-log/': query(200, () => 'limit=5'),
  'GET /api/admin/audit-log/export/': query(200, () => 'format=jsonl'),

  'GET /api/trash/': 200,
  'DELETE /api/trash/': spent(204),
  'POST /api/trash/courses/:id/restore/': spent(200),
  'DELETE /api/trash/courses/:id/': spent(204),
  'POST /api/trash/lessons/:id/restore/': spent(200),
  'DELETE /api/trash/lessons/:id/': spent(204),
  'POST /api/trash/question-sets/:id/restore/': spent(200),
  'DELETE /api/trash/question-sets/:id/': spent(204),

  'GET /api/dashboard/': 200,
  'GET /api/activity/': 200,
  'GET /api/events/': 200,

  'POST /ai/upload-video/': { answers: 200, send: () => ({ body: fileForm(makeVideo(2_000), 'a.mp4') }) },
  'POST /ai/upload_doc_qagen/': {
    answers: 200,
    send: () => ({ body: fileForm('Plants turn light into sugar.', 'a.txt') }),
  },
  'OPTIONS /ai/uploads/': open(204),
  'POST /ai/uploads/': spent({
    answers: 201,
    send: {
      headers: { ...tus, 'upload-length': '10', 'upload-metadata': encodeMetadata({ filename: 'a.mp4' }) },
    },
  }),
  'HEAD /ai/uploads/:id/': spent({ answers: 200, send: { headers: tus } }),
  'PATCH /ai/uploads/:id/': spent({
    answers: 204,
    send: {
      body: new Uint8Array(500),
      headers: { ...tus, 'upload-offset': '0', 'content-type': PATCH_TYPE },
    },
  }),
  'DELETE /ai/uploads/:id/': spent({ answers: 204, send: { headers: tus } }),
  // The upload is incomplete.
  'POST /ai/uploads/:id/finish/': 409,

  // The signature decides: anyone with the link may use it.
  'GET /files/*': { answers: 200, send: (of) => ({ path: String(of.file) }) },

  // Only if no web app is served.
  'GET /': 302,
  'GET /*': open(200, { path: '/welcome' }),
  'GET /assets/*': open(200, { path: '/assets/main-Ab12.js' }),
  'GET /manifest.webmanifest': 200,
  'GET /api/openapi.json': open(200),
  'GET /api/docs': open(200),
  'GET /api/docs/json': open(200),
  'GET /api/docs/yaml': open(200),
  'GET /api/docs/static/index.html': open(302),
  'GET /api/docs/static/swagger-initializer.js': open(200),
  'GET /api/docs/static/theme/lectern.css': open(200),
  'GET /api/docs/static/*': open(200, { path: '/api/docs/static/swagger-ui.css' }),
};

export const ROUTES: readonly Route[] = Object.entries(EXPECTATIONS).map(([route, expectation]) =>
  makeRoute(route, expand(expectation)),
);
