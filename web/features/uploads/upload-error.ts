import type { Message } from '#contract/messages/message.ts';
import type { Problem } from '#contract/problem.ts';
import type { FileKind } from './content-kind.ts';

/** Something went wrong on the way; `name` is a text of `uploads.failed`, `values` what it is filled with. */
export class UploadFailure extends Error {
  readonly reason: UploadFailureReason;

  constructor(reason: UploadFailureReason) {
    super(reason.name);
    this.name = 'UploadFailure';
    this.reason = reason;
  }
}

export type UploadFailureReason =
  | { name: 'refused'; detail: string; coded: Message | null }
  | { name: 'video' | 'document'; statusText: string }
  | { name: 'network' | 'invalidResponse' | 'noVideoUrl' | 'noDocumentUrl' | 'noUsableUrl' | 'noApiKey' }
  /** `body` is what the server answered, for those who look into it. */
  | { name: 'lesson'; detail: string; coded: Message | null; body: string };

/** The phrases of the codes that an upload may meet: HTTP/2 sends the bare number. */
const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  411: 'Length Required',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

interface Reply {
  status: number;
  statusText: string;
  text: string;
}

export interface StoredUpload {
  url: string;
  documentSourceId: string | undefined;
}

/**
 * What the AI service's answer to an upload says: where the file is.
 * @throws UploadFailure with one of the fixed texts for uploads (docs/product.md).
 */
export function readUploadReply(kind: FileKind, reply: Reply): StoredUpload {
  const body = parseRecord(reply.text);
  if (reply.status < 200 || reply.status > 299) {
    const detail = textOf(body?.['detail']);
    if (detail !== undefined) {
      const coded = (body as Partial<Problem>).detail_coded ?? null;
      throw new UploadFailure({ name: 'refused', detail, coded });
    }
    const statusText = textOf(reply.statusText) ?? PHRASES[reply.status] ?? String(reply.status);
    throw new UploadFailure({ name: kind === 'video' ? 'video' : 'document', statusText });
  }
  if (body === undefined) throw new UploadFailure({ name: 'invalidResponse' });
  const given = body[kind === 'video' ? 'file_url' : 'url'];
  if (given === undefined || given === null || given === '') {
    throw new UploadFailure({ name: kind === 'video' ? 'noVideoUrl' : 'noDocumentUrl' });
  }
  const url = textOf(given);
  if (url === undefined) throw new UploadFailure({ name: 'noUsableUrl' });
  return { url, documentSourceId: kind === 'video' ? undefined : textOf(body['docsource_id']) };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
