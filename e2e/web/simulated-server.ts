import type { BrowserContext, Page, Request, Route } from 'playwright-core';

type Place = Page | BrowserContext;

export interface Call {
  /** Of the address, without origin and query. */
  path: RegExp;
  /** Any, unless named. */
  method?: string;
}

const isCall = (request: Request, { method }: Call): boolean =>
  method === undefined || request.method() === method;

async function intercept(
  place: Place,
  call: Call,
  handle: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const matches = (url: URL): boolean => call.path.test(url.pathname);
  const handler = (route: Route): Promise<void> =>
    isCall(route.request(), call) ? handle(route) : route.fallback();
  await place.route(matches, handler);
  return () => place.unroute(matches, handler);
}

/** The server is not there, for these calls. Answers what mends it. */
export const makeUnreachable = (place: Place, call: Call): Promise<() => Promise<void>> =>
  intercept(place, call, (route) => route.abort('connectionrefused'));

/** The server answers these calls with a status and, as JSON or as it is, a body. Answers what mends it. */
export const answerWith = (
  place: Place,
  call: Call,
  status: number,
  body: unknown = '',
): Promise<() => Promise<void>> =>
  intercept(place, call, (route) =>
    route.fulfill({
      status,
      contentType: typeof body === 'string' ? 'text/html' : 'application/problem+json',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

/** What the server itself answers when something unforeseen went wrong. */
export const INTERNAL_ERROR = {
  type: 'about:blank',
  title: 'Internal error',
  status: 500,
  detail: 'Something went wrong on the server. Try again; if it goes on, tell whoever runs this Lectern.',
  code: 'internal_error',
  request_id: 'simulated',
};

/** The server takes its time: these calls wait until the function that is answered is called. */
export async function holdAnswers(place: Place, call: Call): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await intercept(place, call, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return () => {
    resolve(undefined);
  };
}

/** Counts calls from now on. */
export function countCalls(place: Place, call: Call): () => number {
  let count = 0;
  const listener = (request: Request): void => {
    if (call.path.test(new URL(request.url()).pathname) && isCall(request, call)) count += 1;
  };
  // The two have the same event, which their types do not say together.
  (place as Page).on('request', listener);
  return () => count;
}
