import type { ConnectionFailure } from '#contract/language-model.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { TextGeneratorOutputError, TextGeneratorUnavailableError } from '#server/ai/text-generator.ts';
import { repairAddress } from './repair-address.ts';
import type { LanguageModelProvider } from '#server/configuration/language-model-config.ts';

/** The details of the attempt that an explanation needs. */
export interface TriedConnection {
  readonly provider: LanguageModelProvider | 'local';
  readonly baseUrl: string;
  readonly model: string;
  readonly hasKey: boolean;
  readonly isInContainer: boolean;
}

const HOST_OF_CONTAINER = 'host.docker.internal';
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/u;

/** Reasons whose message needs no details. */
const PLAIN = {
  no_credit: 'connect_no_credit',
  context_too_small: 'connect_context_refused',
  busy: 'connect_busy',
  timeout: 'connect_timeout',
  not_ready: 'connect_failed',
  failed: 'connect_failed',
} as const;

/**
 * Explains why a language model cannot be used, and how to fix it.
 * @throws the error itself if it does not come from a language model.
 */
export function explainConnection(error: unknown, tried: TriedConnection): ConnectionFailure {
  if (error instanceof TextGeneratorOutputError) {
    if (error.onlyThought) return failure(message('connect_thinking'));
    return failure(message(error.truncated ? 'connect_truncated' : 'connect_schema'));
  }
  if (!(error instanceof TextGeneratorUnavailableError)) throw error;
  const { baseUrl: address, model } = tried;
  if (tried.provider === 'local' && error.reason !== 'timeout')
    return failure(message('connect_local_failed'));
  switch (error.reason) {
    case 'unreachable':
      return explainUnreachable(error.networkCode, tried);
    case 'wrong_address':
      return failure(message('connect_wrong_address', { address }));
    case 'key_refused':
      return failure(message(tried.hasKey ? 'connect_key_refused' : 'connect_key_missing'));
    case 'redirected':
      return explainRedirect(error.redirectsTo ?? '', tried);
    case 'budget':
      return failure(message('model_unavailable', { why: error.explanation ?? message('model_failed') }));
    case 'unknown_model':
      if (model === '') return failure(message('connect_wrong_address', { address }));
      return failure(
        tried.provider === 'ollama'
          ? message('connect_model_not_pulled', { model })
          : message('connect_model_unknown', { model }),
      );
    default:
      return failure(message(PLAIN[error.reason]));
  }
}

/** Suggests the new address if the service only moved; the target then ends with the path of the call. */
function explainRedirect(
  location: string,
  { provider, baseUrl: address }: TriedConnection,
): ConnectionFailure {
  const moved = provider === 'local' ? undefined : repairAddress(location, provider);
  const hasMoved = moved !== undefined && moved !== location && moved !== address;
  return failure(message('connect_redirected', { address, location }), hasMoved ? moved : null);
}

function explainUnreachable(
  code: string | undefined,
  { baseUrl: address, isInContainer }: TriedConnection,
): ConnectionFailure {
  const url = URL.parse(address);
  const host = url?.hostname ?? address;
  if (code === 'EBLOCKED') return failure(message('connect_blocked', { address }));
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    // The host's name resolves only inside containers.
    const suggestion = host === HOST_OF_CONTAINER && !isInContainer ? withHost(address, '127.0.0.1') : null;
    return failure(message('connect_host_unknown', { host }), suggestion);
  }
  if (code !== undefined && CERTIFICATE.test(code)) return failure(message('connect_certificate', { host }));
  if (isInContainer && LOOPBACK.test(host)) {
    const suggestion = withHost(address, HOST_OF_CONTAINER);
    return failure(message('connect_refused_in_container', { address, host, suggestion }), suggestion);
  }
  if (code === 'ECONNREFUSED') return failure(message('connect_refused', { address }));
  return failure(message('connect_unreachable', { address, code: code ?? '–' }));
}

function withHost(address: string, host: string): string {
  const url = new URL(address);
  url.hostname = host;
  return url.href.replace(/\/$/u, '');
}

export const failure = (coded: Message, suggestedBaseUrl: string | null = null): ConnectionFailure => ({
  message: wordMessage(coded),
  message_coded: coded,
  suggested_base_url: suggestedBaseUrl,
});
