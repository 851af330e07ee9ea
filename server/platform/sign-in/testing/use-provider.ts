import { afterAll } from 'vitest';
import type { TestApplication, TestApplicationOptions } from '#server/testing/test-application.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';

/** Starts an application for all tests of a file, and a provider with which its users can sign in. */
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
