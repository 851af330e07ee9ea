import type { LanguageModelConfig } from '#server/configuration/language-model-config.ts';
import type { OpenedModels } from './open-model.ts';

/** The SDK with the model, created on first use. */
export interface Loaded extends OpenedModels {
  readonly sdk: typeof import('ai');
  readonly failures: Pick<
    typeof import('./describe-failure.ts'),
    'describeFailure' | 'findRefusedPart' | 'findWaitSeconds'
  >;
}

export async function loadSdk(config: LanguageModelConfig): Promise<Loaded> {
  const [sdk, { describeFailure, findRefusedPart, findWaitSeconds }, { openModels }] = await Promise.all([
    import('ai'),
    import('./describe-failure.ts'),
    import('./open-model.ts'),
  ]);
  // Otherwise it prints to the console what a provider does not support.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return {
    sdk,
    failures: { describeFailure, findRefusedPart, findWaitSeconds },
    ...(await openModels(config)),
  };
}
