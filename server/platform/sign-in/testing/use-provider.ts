import { afterAll } from 'vitest';
import type { TestApplication, TestApplicationOptions } from '#server/testing/test-application.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';

/** An application for all tests of a file whose people can sign in with a test provider. */
export async function useProvider(
  options: TestApplicationOptions = {},
): Promise<{ application: TestApplication; provider: TestProvider }> {
  const provider = await startTestProvider();
  afterAll(() => provider.close());
  const variables = { ...provider.variables, ...options.variables };
  const application = await useTestApplication({ ...options, variables });
  provider.allow(`${application.origin}/api/auth/oidc/callback/`);
  return { application, provider };
}
