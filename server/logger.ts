import { pino, type Logger, type LoggerOptions } from 'pino';
import pretty from 'pino-pretty';

/** Logs to standard output: sentences for a person at a terminal, JSON lines for everything else. */
export const createLogger = (name: string, level: string): Logger =>
  process.stdout.isTTY
    ? pino(
        optionsOf(name, level),
        pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true }),
      )
    : pino(optionsOf(name, level));

/** Secrets never appear, wherever in a line they stand. */
function optionsOf(name: string, level: string): LoggerOptions {
  return {
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
  };
}
