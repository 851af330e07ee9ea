import { z } from 'zod';
import type { Secrets } from '#server/security/secrets.ts';
import { openSealed, seal } from '#server/security/seal.ts';

const envelope = z.object({ purpose: z.string(), expires: z.number(), content: z.unknown() });

/** A text that a browser carries and cannot read or change. `purpose` keeps one kind from being used as another. */
export const sealToken = (
  { ltiKey }: Pick<Secrets, 'ltiKey'>,
  { purpose, seconds, content }: { purpose: string; seconds: number; content: unknown },
): string =>
  seal(ltiKey, JSON.stringify({ purpose, expires: Date.now() + seconds * 1000, content })).toString(
    'base64url',
  );

export interface OpenedToken<Content> {
  readonly content: Content;
  readonly isExpired: boolean;
}

/** Undefined for what this Lectern has not sealed for this purpose. */
export function openToken<Content>(
  { ltiKey }: Pick<Secrets, 'ltiKey'>,
  { purpose, token, schema }: { purpose: string; token: string; schema: z.ZodType<Content> },
): OpenedToken<Content> | undefined {
  const text = openSealed(ltiKey, Buffer.from(token, 'base64url'));
  if (text === undefined) return undefined;
  const opened = envelope.parse(JSON.parse(text));
  if (opened.purpose !== purpose) return undefined;
  return { content: schema.parse(opened.content), isExpired: opened.expires < Date.now() };
}
