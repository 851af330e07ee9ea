import type { WebSettings } from '../../contract/web-settings.ts';

/** The origin of a setting that is a URL; undefined for a path or nothing. */
const findOrigin = (address: string): string | undefined =>
  /^https?:\/\//.test(address) ? new URL(address).origin : undefined;

/**
 * The web app's content security policy. Scripts come from this server alone; style elements are allowed, since the
 * player's web components carry them in their shadow roots. Lessons made from links may play from anywhere.
 */
export function pagePolicy(
  { apiBaseUrl, aiServiceBaseUrl }: Pick<WebSettings, 'apiBaseUrl' | 'aiServiceBaseUrl'>,
  fileOrigins: readonly string[],
): string {
  const origins = (addresses: readonly string[]): string[] => [
    ...new Set(addresses.map(findOrigin).filter((origin) => origin !== undefined)),
  ];
  const files = origins([apiBaseUrl, ...fileOrigins]);
  const called = origins([apiBaseUrl, aiServiceBaseUrl, ...fileOrigins]);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https://i.ytimg.com', ...files],
    'media-src': ["'self'", 'blob:', 'https:', 'http:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...called],
    'frame-src': ['https://www.youtube-nocookie.com'],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
