/** A command cannot run. The message says why and what to do; a stack trace would not help. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
