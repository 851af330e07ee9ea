import type { FastifyReply } from 'fastify';
import { MISSING_CHARACTERS_HEADER, MOST_MISSING_NAMED } from '#contract/missing-characters.ts';
import type { PrintFormat, SetDocument } from '../printing/printed-document.ts';
import { nameAttachment } from './name-attachment.ts';

export const PRINT_TYPES: Record<PrintFormat, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Answers with a file, and names the characters that it cannot show. */
export function sendPrint(
  reply: FastifyReply,
  { file, missing, name }: SetDocument & { name: string },
  format: PrintFormat,
): FastifyReply {
  reply.header('content-disposition', nameAttachment(name, format)).type(PRINT_TYPES[format]);
  if (missing.length > 0) {
    const named = missing
      .slice(0, MOST_MISSING_NAMED)
      .map((point) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`);
    const rest = missing.length - named.length;
    reply.header(MISSING_CHARACTERS_HEADER, [...named, ...(rest > 0 ? [`+${rest}`] : [])].join(' '));
  }
  return reply.send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
}
