import pg from 'pg';

/** SQLSTATEs of PostgreSQL's appendix A: class 08, a server that stops, starts or is full, and a session that was idle too long. */
const SERVER_AWAY = /^(?:08...|57P0[1235]|53300|25P03)$/;
/** What Node says of a socket that is not there, or not any more. */
const SOCKET_GONE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
const SOCKET_CALLS = new Set(['connect', 'read', 'write']);
/**
 * The pg package's own words, which carry no code. "Not queryable" is what every statement meets once its connection
 * broke, the rollback of a transaction too, whose failure then hides the first one.
 */
const CLIENT_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (?:has encountered a connection error|was closed) and is not queryable)/;

/** Whether a statement failed since the database is away, so that the same may be tried again in a moment. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return SERVER_AWAY.test(error.code ?? '');
  // A name with several addresses, such as localhost: one failure for each.
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(isDatabaseUnreachable);
  if ('syscall' in error && 'code' in error) {
    return SOCKET_CALLS.has(String(error.syscall)) && SOCKET_GONE.has(String(error.code));
  }
  return CLIENT_WORDS.test(error.message);
}
