import type { UnavailableReason } from '../ai/text-generator.ts';

/** Why a language model could not be used: the first half of a sentence for the person who asked. */
export const EXPLAINED_REASONS: Readonly<Record<UnavailableReason, string>> = {
  timeout: 'The language model did not answer in time',
  unreachable: 'The language model could not be reached',
  key_refused: 'The language model service refused its key',
  unknown_model: 'The language model service does not know the model',
  busy: 'The language model takes no more requests now',
  not_ready: 'The local language model is not ready',
  failed: 'The language model failed',
};
