import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

const TEST_CLIENT = { id: 'lectern', secret: 'a secret of the test client' } as const;

export interface TestPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** A real OpenID Connect provider on this machine. It asks no password: it signs in whoever the test chose. */
export interface TestProvider {
  readonly issuer: string;
  /** The settings of a Lectern that uses it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Who is at the browser; null cancels the sign-in. */
  person: TestPerson | null;
  /** Answers every request with this status instead; 0 lets the connection break. */
  fault: number | undefined;
  /** Lets the client be led back to this address, and to no other. Until then every request is answered 503. */
  allow(redirectUri: string): void;
  close(): Promise<void>;
}

export async function startTestProvider(): Promise<TestProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, TestPerson>();
  const open = (redirectUri: string): Provider => {
    const provider: Provider = new Provider(issuer, {
      clients: [
        {
          client_id: TEST_CLIENT.id,
          client_secret: TEST_CLIENT.secret,
          redirect_uris: [redirectUri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of the test provider'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ ...(people.get(sub) ?? { sub }) }),
      }),
      loadExistingGrant: async ({ oidc }) => {
        const clientId = oidc.client?.clientId;
        const accountId = oidc.session?.accountId;
        if (clientId === undefined || accountId === undefined) return undefined;
        const grant = new provider.Grant({ clientId, accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    return provider;
  };
  let provider: Provider | undefined;
  const test: TestProvider = {
    issuer,
    variables: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: TEST_CLIENT.id,
      OIDC_CLIENT_SECRET: TEST_CLIENT.secret,
    },
    person: null,
    fault: 503,
    allow: (redirectUri) => {
      provider = open(redirectUri);
      test.fault = undefined;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (test.fault === 0) request.socket.destroy();
    else if (test.fault !== undefined || provider === undefined) {
      response.writeHead(test.fault ?? 503).end('broken');
    } else if (request.url?.startsWith('/interaction/') === true) {
      const { person } = test;
      if (person !== null) people.set(person.sub, person);
      const result =
        person === null
          ? { error: 'access_denied', error_description: 'The person said no.' }
          : { login: { accountId: person.sub, remember: false } };
      void provider.interactionFinished(request, response, result);
    } else void provider.callback()(request, response);
  });
  return test;
}
