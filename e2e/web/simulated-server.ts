import type { BrowserContext, Page, Request, Route } from 'playwright-core';

type Place = Page | BrowserContext;

export interface Call {
  /** Without origin and query. */
  path: RegExp;
  /** Any method if unset. */
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

/** Makes these calls fail as if the server were down. Returns a function that restores it. */
export const makeUnreachable = (place: Place, call: Call): Promise<() => Promise<void>> =>
  intercept(place, call, (route) => route.abort('connectionrefused'));

/** Answers these calls with a status and a body, as JSON unless it is a string. Returns a function that restores the server. */
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

/** The server's answer to an unexpected error. */
export const INTERNAL_ERROR = {
  type: 'about:blank',
  title: 'Internal error',
  status: 500,
  detail: 'Something went wrong on the server. Try again; if it goes on, tell whoever runs this Lectern.',
  code: 'internal_error',
  request_id: 'simulated',
};

/** Delays these calls until the returned function is called. */
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

export function countCalls(place: Place, call: Call): () => number {
  let count = 0;
  const listener = (request: Request): void => {
    if (call.path.test(new URL(request.url()).pathname) && isCall(request, call)) count += 1;
  };
  // Page and context have the same event, but no common type for it.
  (place as Page).on('request', listener);
  return () => count;
}
