import type { Application } from './application.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names in the log for attempts to get access, to change who has it, or to export data. */
    securityEvent?: string;
  }
}

/** Not signed in, not allowed, or too many attempts. */
const REFUSALS = new Set([401, 403, 429]);

/**
 * Writes one line for each attempt to get access, to change it or to take data along, whether it succeeds or not, and
 * for each request that is refused for want of access: what, from where, whose when that is known, and how it ended. It
 * names no email address: what was typed into a login may be a password.
 */
export function logSecurityEvents(app: Application): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { securityEvent: event } = request.routeOptions.config;
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
