import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { UnavailableReason } from '../text-generator.ts';

const CODES = {
  timeout: 'model_timeout',
  unreachable: 'model_unreachable',
  wrong_address: 'model_wrong_address',
  no_credit: 'model_no_credit',
  context_too_small: 'model_context_small',
  key_refused: 'model_key_refused',
  unknown_model: 'model_unknown',
  busy: 'model_busy',
  redirected: 'model_redirected',
  not_ready: 'model_not_ready',
  failed: 'model_failed',
  budget: 'model_failed',
  unusable: 'model_answers_unusable',
  late: 'summary_deadline',
} as const;

/** Why a language model could not be used, or its answers: the first half of a sentence for the person who asked. */
export const explainModelEnd = (
  end: UnavailableReason | 'unusable' | 'late',
  explanation?: Message,
): Message => explanation ?? message(CODES[end]);
