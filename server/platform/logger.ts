import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import pretty from 'pino-pretty';
import { findContext } from './work-context.ts';

interface LogSettings {
  readonly level: string;
  /** Where lines go instead of standard output. */
  readonly destination?: DestinationStream;
}

/**
 * Logs, a line an event. Each line carries the ids of the request or job that it was written for, if any
 * (see work-context.ts).
 */
export function createLogger(name: string, { level, destination }: LogSettings): Logger {
  const options = optionsOf(name, level);
  if (destination !== undefined || !process.stdout.isTTY)
    return destination === undefined ? pino(options) : pino(options, destination);
  return pino(
    options,
    pretty({
      ignore: 'pid,hostname',
      translateTime: 'SYS:HH:MM:ss',
      singleLine: true,
      sync: true,
    }),
  );
}

/** The ids of the work that writes the line. A line that names one itself keeps its own. */
function idsOfWork(): object {
  const context = findContext();
  if (context === undefined) return {};
  const { requestId, instructorId, job, jobId } = context;
  return {
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(instructorId === undefined ? {} : { instructor_id: instructorId }),
    ...(jobId === undefined ? {} : { job, job_id: jobId }),
  };
}

/** Secrets never appear, wherever in a line they stand. */
function optionsOf(name: string, level: string): LoggerOptions {
  return {
    name,
    level,
    mixin: idsOfWork,
    redact: {
      paths: [
        // Whole, since a library may log them under any name: they hold tokens, keys and cookies.
        'headers',
        '*.headers',
        '*.password',
        '*.password2',
        '*.access',
        '*.refresh',
        '*.api_key',
        '*.authorization',
        '*["api-key"]',
      ],
      censor: '[redacted]',
    },
    serializers: {
      // A signed link's query is as good as a key: only the path is logged.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?')[0],
      }),
    },
  };
}
