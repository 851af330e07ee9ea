/** The embedded database cannot be used. The message says what happened and what to do now. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
