import type { Application } from './application.ts';

/**
 * Reads JSON as Fastify does, but lets a request name JSON as its type and send nothing where nothing is wanted:
 * browsers' clients name it on every call, a DELETE included.
 */
export function readJsonBodies(app: Application): void {
  // Refuses keys that could change the prototype of objects.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0 && request.routeOptions.schema?.body === undefined) {
      done(null, undefined);
      return;
    }
    // Read as bytes, which lie outside the heap: pieces of a long text joined as strings would fill it several times over.
    return parse(request, body.toString('utf8'), done);
  });
}
