import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import { administered, own, spends, type RouteExpectation } from './route-expectation.ts';

const password = { password: TEST_PASSWORD };
const UNREACHABLE = { provider: 'ollama', base_url: 'http://127.0.0.1:9', model: 'none' };

/** The calls of administrators. Their things are accounts, invitations and jobs, whoever they belong to. */
export const ADMINISTRATION_ROUTES: Record<string, RouteExpectation> = {
  'GET /api/admin/accounts/': administered(200, () => ({
    path: '/api/admin/accounts/?search=a&status=active',
  })),
  'GET /api/admin/accounts/:id/': administered(
    200,
    (of) => ({ path: `/api/admin/accounts/${of.instructor}/` }),
    {
      names: true,
    },
  ),
  'PATCH /api/admin/accounts/:id/': administered(
    200,
    (of) => ({ path: `/api/admin/accounts/${of.instructor}/`, json: { storage_quota_bytes: 1_000 } }),
    { names: true, ...spends },
  ),
  'GET /api/admin/accounts/:id/contents/': administered(
    200,
    (of) => ({ path: `/api/admin/accounts/${of.instructor}/contents/` }),
    { names: true },
  ),
  // Another address: the account is used by the other calls.
  'DELETE /api/admin/accounts/:id/': administered(
    400,
    (of) => ({
      path: `/api/admin/accounts/${of.instructor}/`,
      json: { ...password, email: 'another@example.test' },
    }),
    { names: true },
  ),
  'POST /api/admin/accounts/:id/reset-link/': administered(
    201,
    (of) => ({ path: `/api/admin/accounts/${of.instructor}/reset-link/`, json: password }),
    { names: true },
  ),
  'GET /api/admin/registration/': administered(200, () => ({ path: '/api/admin/registration/' })),
  'PUT /api/admin/registration/': administered(200, () => ({
    path: '/api/admin/registration/',
    json: { mode: 'open', allowed_domains: [], ...password },
  })),
  'GET /api/admin/two-factor/': administered(200, () => ({ path: '/api/admin/two-factor/' })),
  'PUT /api/admin/two-factor/': administered(200, () => ({
    path: '/api/admin/two-factor/',
    json: { required_for: 'off', ...password },
  })),
  'DELETE /api/admin/accounts/:id/two-factor/': administered(
    204,
    (of) => ({ path: `/api/admin/accounts/${of.instructor}/two-factor/`, json: password }),
    { names: true, ...spends },
  ),
  'GET /api/admin/invitations/': administered(200, () => ({ path: '/api/admin/invitations/' })),
  'POST /api/admin/invitations/': administered(201, () => ({
    path: '/api/admin/invitations/',
    json: password,
  })),
  'DELETE /api/admin/invitations/:id/': administered(
    204,
    (of) => ({ path: `/api/admin/invitations/${of.invitation}/`, json: password }),
    { names: true, ...spends },
  ),
  'GET /api/admin/jobs/': administered(200, () => ({ path: '/api/admin/jobs/?state=failed' })),
  // The fixture's job is done: it can be neither retried nor cancelled.
  'POST /api/admin/jobs/:id/retry/': administered(
    409,
    (of) => ({ path: `/api/admin/jobs/${of.job}/retry/` }),
    {
      names: true,
    },
  ),
  'POST /api/admin/jobs/:id/cancel/': administered(
    409,
    (of) => ({ path: `/api/admin/jobs/${of.job}/cancel/` }),
    { names: true },
  ),
  'GET /api/admin/models/': administered(200, () => ({ path: '/api/admin/models/' })),
  'POST /api/admin/models/download/': administered(204, () => ({ path: '/api/admin/models/download/' })),
  'GET /api/language-model/': own(200, '/api/language-model/'),
  'GET /api/admin/language-model/': administered(200, () => ({ path: '/api/admin/language-model/' })),
  // Changes nothing: this is the current setting.
  'PUT /api/admin/language-model/': administered(200, () => ({
    path: '/api/admin/language-model/',
    json: { provider: 'none', ...password },
  })),
  'DELETE /api/admin/language-model/': administered(200, () => ({
    path: '/api/admin/language-model/',
    json: password,
  })),
  // Nothing listens there.
  'POST /api/admin/language-model/models/': administered(200, () => ({
    path: '/api/admin/language-model/models/',
    json: UNREACHABLE,
  })),
  'POST /api/admin/language-model/discover/': administered(200, () => ({
    path: '/api/admin/language-model/discover/',
  })),
  'POST /api/admin/language-model/test/': administered(200, () => ({
    path: '/api/admin/language-model/test/',
    json: UNREACHABLE,
  })),
  'GET /api/admin/storage/': administered(200, () => ({ path: '/api/admin/storage/' })),
  'GET /api/admin/version/': administered(200, () => ({ path: '/api/admin/version/' })),
  'GET /api/admin/audit-log/': administered(200, () => ({ path: '/api/admin/audit-log/?limit=5' })),
  'GET /api/admin/audit-log/export/': administered(200, () => ({
    path: '/api/admin/audit-log/export/?format=jsonl',
  })),
};
