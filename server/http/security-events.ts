import type { Application } from './application.ts';

/** What somebody does to get access or to change who has it, and the data that leaves as a whole. */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ['POST /api/auth/register/', 'registration'],
  ['POST /api/auth/registration/link/', 'registration_link_request'],
  ['POST /api/auth/login/', 'login'],
  ['GET /api/auth/oidc/start/', 'provider_sign_in_start'],
  ['GET /api/auth/oidc/callback/', 'provider_sign_in_return'],
  ['POST /api/auth/oidc/session/', 'provider_sign_in'],
  ['POST /api/auth/oidc/link/', 'identity_link'],
  ['POST /api/auth/login/second-factor/', 'second_factor'],
  ['POST /api/auth/two-factor/setup/', 'two_factor_setup'],
  ['POST /api/auth/two-factor/confirm/', 'two_factor_change'],
  ['POST /api/auth/two-factor/recovery-codes/', 'recovery_codes_change'],
  ['DELETE /api/auth/two-factor/', 'two_factor_change'],
  ['PUT /api/admin/two-factor/', 'two_factor_policy_change'],
  ['DELETE /api/admin/accounts/:id/two-factor/', 'two_factor_removal'],
  ['POST /api/auth/refresh/', 'session_renewal'],
  ['POST /api/auth/logout/', 'logout'],
  ['POST /api/auth/password/', 'password_change'],
  ['POST /api/auth/api-key/', 'api_key_change'],
  ['POST /api/password-reset/request/', 'password_reset_request'],
  ['POST /api/password-reset/confirm/', 'password_reset'],
  ['POST /api/auth/api-keys/', 'api_key_creation'],
  ['DELETE /api/auth/api-keys/:id/', 'api_key_revocation'],
  ['PATCH /api/admin/accounts/:id/', 'account_change'],
  ['POST /api/admin/accounts/:id/reset-link/', 'reset_link_creation'],
  ['PUT /api/admin/registration/', 'registration_change'],
  ['POST /api/admin/invitations/', 'invitation_creation'],
  ['DELETE /api/admin/invitations/:id/', 'invitation_revocation'],
  ['GET /api/admin/audit-log/export/', 'audit_log_export'],
  ['DELETE /api/auth/sessions/', 'sessions_end'],
  ['DELETE /api/auth/sessions/:id/', 'session_end'],
  ['GET /api/auth/export/', 'export'],
  ['DELETE /api/auth/account/', 'account_deletion'],
]);

/** Somebody is nobody, may not, or tries too often. */
const REFUSALS = new Set([401, 403, 429]);

export const securityEventRoutes: readonly string[] = [...EVENTS.keys()];

/**
 * Writes one line for each attempt to get access, to change it or to take data along, whether it succeeds or not, and
 * for each request that is refused for want of access: what, from where, whose when that is known, and how it ended. It
 * names no email address: what was typed into a login may be a password.
 */
export function logSecurityEvents(app: Application): void {
  app.addHook('onResponse', (request, reply, done) => {
    const event = EVENTS.get(`${request.method} ${request.routeOptions.url ?? ''}`);
    if (event !== undefined || REFUSALS.has(reply.statusCode)) {
      const instructorId = request.workContext?.instructorId;
      request.log.info(
        {
          security_event: event ?? 'refusal',
          outcome: reply.statusCode < 400 ? 'succeeded' : 'refused',
          status: reply.statusCode,
          address: request.ip,
          request_id: request.id,
          ...(instructorId === undefined ? {} : { instructor_id: instructorId }),
        },
        'Security event.',
      );
    }
    done();
  });
}
