import type { TFunction } from 'i18next';
import { UnreachableError } from '#web/api-client/api-error.ts';
import { explainFailure as explainAnswer } from '#web/ui/word-message.ts';

/** What to say of an action that failed: the server's reason, or that nothing was changed. */
export const explainFailure = (t: TFunction, error: Error): string =>
  error instanceof UnreachableError ? t('administration.notChanged') : explainAnswer(t, error);
