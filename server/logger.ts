import { pino, type Logger } from 'pino';

/** Structured logs to standard output. Secrets never appear, wherever in a line they stand. */
export const createLogger = (name: string, level: string): Logger =>
  pino({
    name,
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers["api-key"]',
        'req.headers.cookie',
        '*.password',
        '*.password2',
        '*.access',
        '*.refresh',
        '*.api_key',
      ],
      censor: '[redacted]',
    },
    serializers: {
      // A signed link's query is as good as a key: only the path is logged.
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
      }),
    },
  });
