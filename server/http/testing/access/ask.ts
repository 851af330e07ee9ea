import type { CallOptions } from '#server/testing/test-instructor.ts';

/** What matters of an answer. */
export interface Answered {
  readonly status: number;
  /** The code of a problem. */
  readonly code: string | undefined;
  readonly text: string;
  /** But for what differs each time: the time and the request's own id. */
  readonly headers: Record<string, string>;
}

const OF_EACH_REQUEST = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** Makes one call; of an answer that never ends, only the head is read. */
export async function ask(
  origin: string,
  method: string,
  { path, json, body, headers: given }: { path: string } & CallOptions,
  identity: Record<string, string>,
): Promise<Answered> {
  const headers = new Headers({ ...given, ...identity });
  if (json !== undefined) headers.set('content-type', 'application/json');
  const content = json === undefined ? body : JSON.stringify(json);
  const response = await fetch(new URL(path, origin), {
    method,
    headers,
    redirect: 'manual',
    ...(content === undefined ? {} : { body: content }),
  });
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && path.endsWith('/events/')) {
    await response.body?.cancel();
    return { status: response.status, code: undefined, text: '', headers: {} };
  }
  const text = await response.text();
  const isProblem = type.startsWith('application/problem+json') && text !== '';
  return {
    status: response.status,
    code: isProblem ? (JSON.parse(text) as { code: string }).code : undefined,
    text: text.replace(/"request_id":"[^"]*"/, '"request_id":""'),
    headers: Object.fromEntries([...response.headers].filter(([name]) => !OF_EACH_REQUEST.has(name))),
  };
}
