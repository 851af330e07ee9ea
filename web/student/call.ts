import { language } from './texts.ts';

/** What the server refused, in words for the student. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

interface Settings {
  readonly apiBaseUrl?: string;
}
const settings = JSON.parse(
  document.querySelector('meta[name="lectern-settings"]')?.getAttribute('content') || '{}',
) as Settings;

/** A call that takes longer has lost its connection. */
const PATIENCE_MILLISECONDS = 15_000;
/** Browsers refuse more in a call that outlives its page; characters may take three bytes. */
const LAST_CHARACTERS = 20_000;

/** @throws {Refusal} where the server answers with a problem; another error where it cannot be reached. */
export async function call<Result>(
  method: string,
  path: string,
  { token, json, isLast = false }: { token?: string; json?: unknown; isLast?: boolean } = {},
): Promise<Result> {
  const body = json === undefined ? undefined : JSON.stringify(json);
  const response = await fetch(`${settings.apiBaseUrl ?? ''}${path}`, {
    method,
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    headers: {
      'accept-language': language,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    keepalive: isLast && (body?.length ?? 0) < LAST_CHARACTERS,
  });
  if (response.ok) return (await response.json()) as Result;
  const problem = (await response.json().catch(() => ({}))) as {
    detail?: string;
    errors?: { message: string }[];
  };
  throw new Refusal(response.status, problem.errors?.[0]?.message ?? problem.detail ?? response.statusText);
}

/** A busy or restarting server is tried again; every other refusal stays one. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status === 429 || error.status >= 500;
