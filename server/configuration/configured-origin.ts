import type { Config } from '../config.ts';

/** The address of Lectern, for links that are created outside a request. */
export function configuredOrigin({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== undefined) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
