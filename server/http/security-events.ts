import type { Application } from './application.ts';

/** What somebody does to get access or to change who has it, and the data that leaves as a whole. */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ['POST /api/auth/register/', 'registration'],
  ['POST /api/auth/login/', 'login'],
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
 * names no e-mail address: what was typed into a login may be a password.
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
