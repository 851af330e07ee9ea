import type { LanguageModelProvider } from '#server/language-model-config.ts';
import { isBaseAddress } from '#server/language-model-config.ts';

/** What people copy behind the base address: the path of one call, or of the documentation of one. */
const CALL_PATHS =
  /\/(?:chat\/completions|completions|responses|models|messages|embeddings|api\/(?:chat|generate|tags|version)|api)$/iu;

/**
 * Repairs an address as people paste it: without a scheme, in quotes, with the path of one call, with a slash at its end.
 * @returns undefined where it is still no address.
 */
export function repairAddress(pasted: string, provider: LanguageModelProvider): string | undefined {
  const bare = pasted
    .trim()
    .replace(/^["'`<]+|["'`>]+$/gu, '')
    .replace(/[?#].*$/u, '');
  if (bare === '') return undefined;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(bare) ? bare : `${schemeOf(bare)}://${bare}`;
  if (!isBaseAddress(withScheme)) return undefined;
  const url = new URL(withScheme);
  // A service that listens on all addresses prints this one; it leads nowhere.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  let path = url.pathname.replace(/\/+$/u, '').replace(CALL_PATHS, '').replace(/\/+$/u, '');
  if (provider === 'ollama') path = path.replace(/\/v1$/u, '');
  if (provider === 'azure') path = path.replace(/\/openai(?:\/.*)?$/u, '');
  return `${url.origin}${path}`;
}

const PRIVATE_HOST =
  /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]|[^.:/]+|[^:/]+\.(?:internal|local|lan))(?::|\/|$)/iu;

/** Services on the internet speak HTTPS; those in the house rarely do. */
const schemeOf = (address: string): 'http' | 'https' => (PRIVATE_HOST.test(address) ? 'http' : 'https');
