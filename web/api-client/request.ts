import { ApiError, UnreachableError } from './api-error.ts';
import {
  acceptSession,
  getApiKey,
  getSession,
  hasAccountEnded,
  setTwoFactorSetupRequired,
} from './session.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { settings } from './settings.ts';
import { waitForSignIn } from './wait-for-sign-in.ts';

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls with which one signs in: a 401 there is an answer, not a spent token. */
const SIGN_IN_PATH = /^\/api\/auth\/(?:login|logout|oidc|refresh|register|registration)\//u;

/**
 * Calls the API and returns its JSON, `undefined` for a response without a body. On a 401, refreshes the tokens or waits until the
 * page's user has signed in again, and then retries the call. The caller names the type; the contract and the server's tests ensure it.
 *
 * @throws ApiError when the server answers with an error; UnreachableError when it does not answer.
 */
export async function request<Answer = undefined>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const response = await fetchFromApi(method, path, options);
  if (!response.ok) throw await readError(response);
  return (await readBody(response)) as Answer;
}

/** Returns the `queryFn` for an address. */
export const fetcherOf =
  <Answer>(path: string) =>
  ({ signal }: { signal?: AbortSignal }): Promise<Answer> =>
    request<Answer>('GET', path, { signal });

/** What a response that is an error says. */
export async function readError(response: Response): Promise<ApiError> {
  const { status, statusText, headers } = response;
  const seconds = headers.get('retry-after');
  const error = new ApiError({
    status,
    statusText,
    body: await readBody(response),
    retryAfterSeconds: seconds !== null && /^\d{1,6}$/u.test(seconds) ? Number(seconds) : undefined,
  });
  // Required since this session began: every screen would fail alike.
  if (error.problem.code === 'two_factor_setup_required') setTwoFactorSetupRequired(true);
  return error;
}

/** Like `request`, but returns the response itself with any status, for streams. */
export async function fetchFromApi(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  const { access, user } = getSession();
  const response = await fetchOnce(method, path, options);
  if (SIGN_IN_PATH.test(path)) return response;
  if (response.status !== 401) {
    if (access !== null) acceptSession(access);
    return response;
  }
  const { signal } = options;
  if (!(await refreshTokens(access)) && !(await waitForSignIn(user?.id, signal))) return response;
  // Never on behalf of another user who may have signed in since.
  return user === null || getSession().user?.id === user.id ? fetchOnce(method, path, options) : response;
}

async function fetchOnce(
  method: Method,
  path: string,
  { body, signal, headers }: RequestOptions,
): Promise<Response> {
  const { access } = getSession();
  if (hasAccountEnded()) throw new UnreachableError(new Error('The page belongs to a session that ended.'));
  try {
    return await fetch(`${settings.apiBaseUrl}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'api-key': getApiKey(),
        ...(access === null ? {} : { authorization: `Bearer ${access}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new UnreachableError(error);
  }
}

async function readBody(response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw new UnreachableError(error);
  }
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // For example a proxy's error page, shown as it is because an administrator may need it.
    return text;
  }
}
