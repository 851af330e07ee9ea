import { z } from 'zod';
import { isValidFileLink } from '#server/platform/files/file-links.ts';
import { FileMissingError } from '#server/platform/files/file-store.ts';
import type { Application } from '#server/platform/http/application.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound, ProblemError } from '#server/platform/problem-error.ts';
import { parseRange } from './byte-range.ts';
import { getStoredFile } from './stored-files.ts';
import { nameDownload } from './upload-formats.ts';

const linkQuery = z.object({ expires: z.string(), signature: z.string() });

/** A file is untrusted data: it must not run, embed anything or be interpreted as another type. */
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
  'cache-control': 'private, max-age=3600',
  'accept-ranges': 'bytes',
};

/** `/files/<key>` with a signed, short-lived link. Range makes seeking in videos cheap. */
export function registerFileRoutes(app: Application, dependencies: Dependencies): void {
  app.route({
    // HEAD by ourselves: Fastify's would read the whole file to say nothing of its size.
    method: ['GET', 'HEAD'],
    url: '/files/*',
    exposeHeadRoute: false,
    config: { access: 'public', holds: 'connection' },
    schema: {
      tags: ['uploads'],
      summary: 'Read a stored file by its signed link',
      params: z.object({ '*': z.string() }),
    },
    handler: async (request, reply) => {
      const key = request.params['*'];
      const link = linkQuery.safeParse(request.query);
      // An expired or forged link does not reveal whether the file exists.
      if (!link.success || !isValidFileLink(dependencies.secrets.fileLinkKey, { key, ...link.data })) {
        throw new ProblemError('file_link_expired');
      }
      const file = await getStoredFile(dependencies, key);
      if (dependencies.config.fileLinks === 'direct' && request.method === 'GET') {
        // As long as the link itself, so that what plays need not ask again.
        const expiresAt = new Date(Number(link.data.expires) * 1000);
        const { contentType } = file;
        const direct = await dependencies.files.createDirectLink(key, { contentType, expiresAt });
        if (direct !== undefined) return reply.header('cache-control', 'no-store').redirect(direct, 302);
      }
      const etag = `"${file.key}-${file.sizeBytes}"`;
      reply
        .headers(SAFE_HEADERS)
        .header('content-disposition', nameDownload(file))
        .header('etag', etag)
        .type(file.contentType);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      // A range of another version must not be glued to what the client holds.
      const ifRange = request.headers['if-range'];
      const range =
        ifRange === undefined || ifRange === etag
          ? parseRange(request.headers.range, file.sizeBytes)
          : undefined;
      if (range === 'unsatisfiable') {
        reply.header('content-range', `bytes */${file.sizeBytes}`);
        throw new ProblemError('range_beyond_end');
      }
      if (range === undefined) reply.header('content-length', file.sizeBytes);
      else {
        reply
          .code(206)
          .header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
          .header('content-length', range.end - range.start + 1);
      }
      if (request.method === 'HEAD') return reply.send();
      try {
        return await reply.send(await dependencies.files.openRead(key, range));
      } catch (error) {
        throw error instanceof FileMissingError ? notFound('file') : error;
      }
    },
  });
}
