import type { TFunction } from 'i18next';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import { ApiError } from '#web/api-client/api-error.ts';

/** What a refused call says: at which field, or in an alert when it is about none of the fields on the screen. */
export interface DescribedFailure {
  readonly fields: Readonly<Record<string, string>>;
  readonly alert: string | undefined;
}

/** @param names the fields on the screen. @param fallback what to say when the server did not answer. */
export function describeFailure(
  t: TFunction,
  error: unknown,
  { names, fallback }: { names: readonly string[]; fallback: string },
): DescribedFailure {
  if (error === null || error === undefined) return { fields: {}, alert: undefined };
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const fields = Object.fromEntries(
    errors
      .filter(({ field }) => names.includes(field))
      .map(({ field, message, message_coded: coded }) => [field, wordMessage(t, coded, message)]),
  );
  if (Object.keys(fields).length > 0) return { fields, alert: undefined };
  return { fields, alert: explainFailure(t, error, fallback) };
}
