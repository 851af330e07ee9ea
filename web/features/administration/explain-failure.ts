import type { TFunction } from 'i18next';
import { explainServiceError, UnreachableError } from '../../api-client/api-error.ts';
import { translateMessage } from '../../ui/translate-message.ts';

/** What to say of an action that failed: the server's reason, in the reader's language where there is a translation. */
export const explainFailure = (t: TFunction, error: Error): string =>
  error instanceof UnreachableError
    ? t('administration.notChanged')
    : translateMessage(t, explainServiceError(error));
