import type { LanguageModelProvider } from '#server/configuration/language-model-config.ts';
import { isBaseAddress } from '#server/configuration/language-model-config.ts';

/** Paths that people copy along with the base URL: those of a call, or of its documentation. */
const CALL_PATHS =
  /\/(?:chat\/completions|completions|responses|models|messages|embeddings|api\/(?:chat|generate|tags|version)|api)$/iu;

/**
 * Corrects a pasted address: one without a scheme, in quotes, with the path of a call or with a trailing slash.
 * @returns undefined if it is still not an address.
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
  // Services that listen on all addresses print this one, but nothing can connect to it.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  let path = url.pathname.replace(/\/+$/u, '').replace(CALL_PATHS, '').replace(/\/+$/u, '');
  if (provider === 'ollama') path = path.replace(/\/v1$/u, '');
  if (provider === 'azure') path = path.replace(/\/openai(?:\/.*)?$/u, '');
  return `${url.origin}${path}`;
}

const PRIVATE_HOST =
  /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]|[^.:/]+|[^:/]+\.(?:internal|local|lan))(?::|\/|$)/iu;

/** Services on the internet use HTTPS; those in a local network rarely do. */
const schemeOf = (address: string): 'http' | 'https' => (PRIVATE_HOST.test(address) ? 'http' : 'https');
