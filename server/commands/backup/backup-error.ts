/** Backup or restore cannot continue. The message says what happened and what to do; no stack helps more. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
