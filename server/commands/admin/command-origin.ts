import type { Administrator } from '#server/actor.ts';
import type { Config } from '#server/config.ts';

/** Whoever may run commands on the server needs no account. */
export const COMMAND_LINE: Administrator = { userId: null };

/** Where people reach Lectern, for links that a command prints. */
export function commandOrigin({ publicUrl, host, port }: Config): string {
  if (publicUrl !== undefined) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
