import type { i18n, TFunction } from 'i18next';
import { findMessage, type Message } from '#contract/messages/message.ts';
import { stateServiceError, type Stated } from '#web/api-client/api-error.ts';
import { formatBytes } from './format.ts';

/**
 * A message in the reader's language. English has no separate texts here: the server and the contract send theirs with the
 * code.
 */
export function wordMessage(t: TFunction, coded: Message | null | undefined, english: string): string {
  if (coded === null || coded === undefined) return english;
  const translate = t as (key: string, params: Record<string, unknown>) => string;
  return translate(`messages.${coded.code}`, { ...coded.params, defaultValue: '' }) || english;
}

export const wordStated = (t: TFunction, { text, coded }: Stated): string => wordMessage(t, coded, text);

/** A message of the contract's schemas. */
export const wordFieldText = (t: TFunction, text: string): string => wordMessage(t, findMessage(text), text);

/** What to show after a failed call: the server's reason, else `fallback`, else the error's own message. */
export const explainFailure = (t: TFunction, error: unknown, fallback?: string): string =>
  wordStated(t, stateServiceError(error, fallback));

/** The formats of parameters: `{{limitBytes, bytes}}`, and a message within a message. */
export function addMessageFormats({ services, t }: i18n): void {
  services.formatter?.add('bytes', (value: number, language) => formatBytes(value, language ?? 'en'));
  services.formatter?.add('message', (value: Message) => wordMessage(t, value, value.code));
}
