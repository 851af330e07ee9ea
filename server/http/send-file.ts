import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { PrintFormat, SetDocument } from '../printing/printed-document.ts';
import { nameAttachment } from './name-attachment.ts';
import { sendPrint } from './send-print.ts';

/** A file as it is read, or as a thread set it. */
type SentFile = { readonly name: string } & (
  { readonly pieces: AsyncIterable<string> | Iterable<string> } | { readonly print: SetDocument }
);

export const TEXT_TYPES = {
  md: 'text/markdown; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
} as const;

/** Answers with a file to be saved. */
export function sendFile(
  reply: FastifyReply,
  file: SentFile,
  format: keyof typeof TEXT_TYPES | PrintFormat,
): FastifyReply {
  if ('print' in file)
    return sendPrint(reply, { ...file.print, name: file.name }, format === 'pdf' ? 'pdf' : 'docx');
  reply
    .header('content-disposition', nameAttachment(file.name, format))
    .type(TEXT_TYPES[format === 'pdf' || format === 'docx' ? 'txt' : format]);
  return reply.send(Readable.from(file.pieces, { objectMode: false }));
}
