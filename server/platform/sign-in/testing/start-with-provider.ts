import {
  startTestApplication,
  type TestApplication,
  type TestApplicationOptions,
} from '#server/testing/test-application.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';

interface WithProvider {
  readonly application: TestApplication;
  readonly provider: TestProvider;
  readonly stop: () => Promise<void>;
}

/** An application whose people can sign in with a test provider. */
export async function startWithProvider(options: TestApplicationOptions = {}): Promise<WithProvider> {
  const provider = await startTestProvider();
  const application = await startTestApplication({
    ...options,
    variables: { ...provider.variables, ...options.variables },
  });
  provider.allow(`${application.origin}/api/auth/oidc/callback/`);
  return {
    application,
    provider,
    stop: async () => {
      await application.close();
      await provider.close();
    },
  };
}
