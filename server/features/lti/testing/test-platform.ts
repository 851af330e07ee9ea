import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  createRemoteJWKSet,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose';

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim/';
const DEEP_LINKING = 'https://purl.imsglobal.org/spec/lti-dl/claim/';
const MEMBERSHIP = 'http://purl.imsglobal.org/vocab/lis/v2/membership#';

export interface LaunchWish {
  readonly subject?: string;
  readonly name?: string;
  readonly roles?: readonly string[];
  readonly custom?: Readonly<Record<string, string>>;
  readonly deepLinking?: boolean;
  readonly lineItem?: string;
}

/** What a hostile or broken platform, or someone in between, does to a message. */
export interface Fault {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly without?: readonly string[];
  readonly key?: 'unknown' | 'stranger';
  readonly algorithm?: 'none' | 'HS256';
  readonly issuedSecondsAgo?: number;
}

interface KeyPair {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

interface ReceivedScore {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/**
 * A learning platform over HTTP: it answers authorization requests with messages that it signs, publishes its keys, checks the
 * tool's assertions against the tool's published keys, and keeps the scores that it gets.
 */
export class TestPlatform {
  readonly clientId = 'client-of-lectern';
  readonly deploymentId = 'deployment-1';
  readonly scores: ReceivedScore[] = [];
  /** Answers for the next calls that post scores, before it accepts them again. */
  readonly scoreStatuses: number[] = [];
  tokenCalls = 0;
  keyCalls = 0;
  /** Where the tool publishes its keys. */
  toolKeys = '';
  /** For a real browser: where the tool is, and what its next launch is for. */
  tool = '';
  wish: LaunchWish = {};
  /** What the tool answered to deep linking last. */
  deepLinkingResponse = '';
  readonly #server: Server;
  readonly #keys: KeyPair;
  readonly #stranger: KeyPair;
  readonly #tokens = new Set<string>();
  /** A tool's assertion works once. */
  readonly #assertions = new Set<string>();

  constructor(server: Server, keys: KeyPair, stranger: KeyPair) {
    this.#server = server;
    this.#keys = keys;
    this.#stranger = stranger;
    server.on('request', (request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
  }

  static async start(port = 0): Promise<TestPlatform> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const [keys, stranger] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
    return new TestPlatform(server, keys, stranger);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return `http://${this.host}`;
  }

  get lineItem(): string {
    return `${this.issuer}/lineitems/7/lineitem?type_id=1`;
  }

  /** As an administrator of Lectern registers it. */
  get registration() {
    return {
      name: 'Test Platform',
      issuer: this.issuer,
      client_id: this.clientId,
      deployment_ids: [this.deploymentId],
      authorization_url: `${this.issuer}/auth?instance=1`,
      token_url: `${this.issuer}/token`,
      token_audience: null,
      jwks_url: `${this.issuer}/jwks`,
      frame_origins: [this.issuer],
    };
  }

  /** The parameters with which the platform begins a login. */
  loginParameters(changes: Record<string, string> = {}): URLSearchParams {
    return new URLSearchParams({
      iss: this.issuer,
      client_id: this.clientId,
      login_hint: 'user-1',
      lti_message_hint: 'message-1',
      target_link_uri: 'https://tool.example/launch',
      lti_deployment_id: this.deploymentId,
      ...changes,
    });
  }

  /** The message that answers an authorization request with this nonce. */
  async sign(nonce: string, wish: LaunchWish = {}, fault: Fault = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000) - (fault.issuedSecondsAgo ?? 0);
    const all: JWTPayload = {
      iss: this.issuer,
      aud: this.clientId,
      sub: wish.subject ?? 'user-1',
      iat: now,
      exp: now + 300,
      nonce,
      ...(wish.name === undefined ? {} : { name: wish.name }),
      [`${CLAIM}version`]: '1.3.0',
      [`${CLAIM}message_type`]:
        wish.deepLinking === true ? 'LtiDeepLinkingRequest' : 'LtiResourceLinkRequest',
      [`${CLAIM}deployment_id`]: this.deploymentId,
      [`${CLAIM}target_link_uri`]: 'https://tool.example/launch',
      [`${CLAIM}resource_link`]: { id: 'link-1' },
      [`${CLAIM}roles`]: (wish.roles ?? ['Learner']).map((role) =>
        role.includes(':') ? role : `${MEMBERSHIP}${role}`,
      ),
      ...(wish.custom === undefined ? {} : { [`${CLAIM}custom`]: wish.custom }),
      ...(wish.lineItem === undefined
        ? {}
        : {
            'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
              scope: ['https://purl.imsglobal.org/spec/lti-ags/scope/score'],
              lineitem: wish.lineItem,
            },
          }),
      ...(wish.deepLinking === true
        ? {
            [`${DEEP_LINKING}deep_linking_settings`]: {
              deep_link_return_url: `${this.issuer}/deep-links`,
              accept_types: ['ltiResourceLink'],
              accept_presentation_document_targets: ['iframe', 'window'],
              data: 'opaque to the tool',
            },
          }
        : {}),
      ...fault.claims,
    };
    const claims = Object.fromEntries(
      Object.entries(all).filter(([name]) => fault.without?.includes(name) !== true),
    );
    if (fault.algorithm === 'none') return new UnsecuredJWT(claims).encode();
    if (fault.algorithm === 'HS256') {
      // The public key as a shared secret: a verifier that trusts the header would take it.
      const { n = '' } = await exportJWK(this.#keys.publicKey);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'platform-key' })
        .sign(Buffer.from(n, 'base64url'));
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: fault.key === 'unknown' ? 'another-key' : 'platform-key' })
      .sign(fault.key === 'stranger' ? this.#stranger.privateKey : this.#keys.privateKey);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.issuer);
    const body = await text(request);
    if (pathname === '/course') {
      const login = `${this.tool}/api/lti/login/?${this.loginParameters().toString()}`;
      sendPage(response, `<iframe title="Tool" width="100%" height="700" src="${escape(login)}"></iframe>`);
    } else if (pathname === '/auth') {
      await this.#sendMessage(searchParams, response);
    } else if (pathname === '/deep-links') {
      this.deepLinkingResponse = new URLSearchParams(body).get('JWT') ?? '';
      sendPage(response, '<p>Content added</p>');
    } else if (pathname === '/jwks') {
      this.keyCalls += 1;
      const jwk = await exportJWK(this.#keys.publicKey);
      sendJson(response, 200, { keys: [{ ...jwk, kid: 'platform-key', alg: 'RS256', use: 'sig' }] });
    } else if (pathname === '/token') {
      await this.#grantToken(new URLSearchParams(body), response);
    } else if (pathname.endsWith('/scores')) {
      this.#takeScore(request, body, response);
    } else response.writeHead(404).end();
  }

  /** As a platform answers a browser: with a form that posts itself. */
  async #sendMessage(asked: URLSearchParams, response: ServerResponse): Promise<void> {
    const token = await this.sign(asked.get('nonce') ?? '', this.wish);
    sendPage(
      response,
      `<form method="post" action="${escape(asked.get('redirect_uri') ?? '')}">
       <input type="hidden" name="state" value="${escape(asked.get('state') ?? '')}">
       <input type="hidden" name="id_token" value="${token}"></form>
       <script>document.forms[0].submit()</script>`,
    );
  }

  async #grantToken(form: URLSearchParams, response: ServerResponse): Promise<void> {
    this.tokenCalls += 1;
    const { payload } = await jwtVerify(
      form.get('client_assertion') ?? '',
      createRemoteJWKSet(new URL(this.toolKeys)),
      {
        issuer: this.clientId,
        subject: this.clientId,
        audience: `${this.issuer}/token`,
        algorithms: ['RS256'],
        requiredClaims: ['jti', 'exp', 'iat'],
      },
    );
    const isNew = !this.#assertions.has(payload.jti ?? '');
    this.#assertions.add(payload.jti ?? '');
    const isRight =
      isNew &&
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' &&
      form.get('scope') === 'https://purl.imsglobal.org/spec/lti-ags/scope/score';
    if (!isRight) {
      sendJson(response, 400, { error: 'invalid_request' });
      return;
    }
    const token = randomUUID();
    this.#tokens.add(token);
    sendJson(response, 200, { access_token: token, token_type: 'bearer', expires_in: 3600 });
  }

  #takeScore(request: IncomingMessage, body: string, response: ServerResponse): void {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isScore = request.headers['content-type'] === 'application/vnd.ims.lis.v1.score+json';
    const planned = this.scoreStatuses.shift();
    const status = planned ?? (this.#tokens.has(token) ? (isScore ? 204 : 415) : 401);
    if (status === 204)
      this.scores.push({ path: request.url ?? '', body: JSON.parse(body) as Record<string, unknown> });
    response.writeHead(status).end();
  }
}

const escape = (attribute: string): string =>
  attribute.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const sendPage = (response: ServerResponse, body: string): void => {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Course</title><link rel="icon" href="data:,">${body}`);
};

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** What a platform does with the answer to deep linking. @throws where its signature or its claims do not hold. */
export async function readDeepLinkingResponse(
  platform: TestPlatform,
  jwt: string,
): Promise<{ data: unknown; items: Record<string, unknown>[] }> {
  const { payload } = await jwtVerify(jwt, createRemoteJWKSet(new URL(platform.toolKeys)), {
    issuer: platform.clientId,
    audience: platform.issuer,
    algorithms: ['RS256'],
    requiredClaims: ['nonce', 'iat', 'exp'],
  });
  if (payload[`${CLAIM}message_type`] !== 'LtiDeepLinkingResponse')
    throw new Error('Another type of message.');
  if (payload[`${CLAIM}deployment_id`] !== platform.deploymentId) throw new Error('Another deployment.');
  return {
    data: payload[`${DEEP_LINKING}data`],
    items: payload[`${DEEP_LINKING}content_items`] as Record<string, unknown>[],
  };
}
