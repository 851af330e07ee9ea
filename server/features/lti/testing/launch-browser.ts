import { call, type Answer } from '#server/testing/test-instructor.ts';
import type { Fault, LaunchWish, TestPlatform } from './test-platform.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Where a browser is after a step: the path of the page, and what is behind the `#`. */
export interface Landing {
  readonly path: string;
  readonly fragment: Record<string, string>;
}

/** Where the browser stands once the platform was asked for a message. */
export interface PendingLaunch {
  readonly state: string;
  readonly nonce: string;
  readonly address: URL;
}

const readLanding = (answer: Answer): Landing => {
  const location = answer.headers.get('location');
  if (answer.status !== 303 || location === null) throw new Error(`${answer.status}: ${answer.text}`);
  const { pathname, hash } = new URL(location, 'http://lectern.example');
  return { path: pathname, fragment: Object.fromEntries(new URLSearchParams(hash.slice(1))) };
};

/** A browser that comes from a platform, with Lectern's cookies. */
export class LaunchBrowser {
  readonly #origin: string;
  readonly #platform: TestPlatform;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string, platform: TestPlatform) {
    this.#origin = origin;
    this.#platform = platform;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  forgetCookies(): void {
    this.#cookies.clear();
  }

  async send(method: string, path: string, form?: URLSearchParams, headers = {}): Promise<Answer> {
    const answer = await call(this.#origin, method, path, {
      headers: { cookie: this.cookie, ...(form === undefined ? {} : FORM), ...headers },
      ...(form === undefined ? {} : { body: form.toString() }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Until Lectern sends the browser to the platform. */
  async begin({
    parameters = this.#platform.loginParameters(),
    withForm = false,
  } = {}): Promise<PendingLaunch> {
    const first = withForm
      ? await this.send('POST', '/api/lti/login/', parameters)
      : await this.send('GET', `/api/lti/login/?${parameters.toString()}`);
    const second = await this.send('GET', first.headers.get('location') ?? '');
    const address = new URL(second.headers.get('location') ?? '', this.#origin);
    const { searchParams } = address;
    return { address, state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' };
  }

  /** Brings a message to Lectern. */
  async bring(state: string, idToken: string): Promise<Landing> {
    const form = new URLSearchParams({ state, id_token: idToken });
    return readLanding(await this.send('POST', '/api/lti/launch/', form));
  }

  /** All of it. */
  async launch(wish: LaunchWish = {}, fault: Fault = {}): Promise<Landing> {
    const { state, nonce } = await this.begin();
    return this.bring(state, await this.#platform.sign(nonce, wish, fault));
  }

  /** The token of a launch that must succeed. */
  async launchToken(wish: LaunchWish = {}): Promise<string> {
    const { fragment } = await this.launch(wish);
    const token = fragment['launch'];
    if (token === undefined) throw new Error(`The launch was refused: ${JSON.stringify(fragment)}`);
    return token;
  }

  /** A call of the page of a launch. */
  callFor(token: string, method: string, path: string, json?: unknown): Promise<Answer> {
    return call(this.#origin, method, path, {
      headers: { cookie: this.cookie, authorization: `Bearer ${token}` },
      ...(json === undefined ? {} : { json }),
    });
  }
}
