import { z } from 'zod';
import { findEndedAccess } from '../features/accounts/find-ended-access.ts';
import type { Actor, Dependencies } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';
import { actorOf } from './authentication.ts';
import { beginEventStream } from './event-stream.ts';
import { problemResponses } from './problem-responses.ts';

/** Proxies close connections that say nothing for a while. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** How long a stream goes on at most after its access ended without an announcement. One query for all streams. */
const ACCESS_CHECK_MILLISECONDS = 10_000;
/** When this process stops, its listeners connect again, and not all in the same moment. */
const RECONNECT_MILLISECONDS = { least: 1_000, spread: 4_000 };
/** A reader this far behind will not catch up: it is cut off, connects again and fetches afresh. */
const MAXIMUM_UNREAD_BYTES = 256 * 1024;

/** `GET /api/events/`: server-sent events about one's own lessons (HTML standard, section 9.2). */
export function registerEventRoutes(app: Application, dependencies: Dependencies): void {
  const streams = new Map<number, number>();
  /** How to close each stream, and whose it is. */
  const open = new Map<(reconnectMilliseconds?: number) => void, Actor>();
  const closeEnded = async (): Promise<void> => {
    const ended = await findEndedAccess(dependencies, [...open.values()]);
    for (const [close, actor] of open) if (ended.has(actor)) close();
  };
  // What ends access announces it, and the streams close then. This finds the rest: what ended by time, by hand in the
  // database, or while the announcement could not be heard.
  const checking = setInterval(() => {
    closeEnded().catch((error: unknown) => {
      dependencies.log.warn(
        { err: error },
        'Open event streams could not be checked; the next check follows.',
      );
    });
  }, ACCESS_CHECK_MILLISECONDS);
  app.addHook('onClose', () => {
    clearInterval(checking);
    return Promise.resolve();
  });
  app.addHook('preClose', () => {
    for (const close of open.keys())
      close(RECONNECT_MILLISECONDS.least + Math.random() * RECONNECT_MILLISECONDS.spread);
    return Promise.resolve();
  });
  app.get(
    '/api/events/',
    {
      schema: {
        tags: ['events'],
        summary: 'Hear what happens to one’s own lessons, as it happens',
        produces: ['text/event-stream'],
        response: {
          200: {
            description:
              'A stream of events named lesson and trash, and of gap when some may have been missed',
            content: { 'text/event-stream': { schema: z.string() } },
          },
          ...problemResponses(401, 429),
        },
      },
    },
    (request, reply) => {
      const actor = actorOf(request);
      const { instructorId } = actor;
      const count = streams.get(instructorId) ?? 0;
      // Open tabs of one person; more is a mistake or an attack.
      if (count >= dependencies.config.operations.limits.streamsPerInstructor) {
        throw new ProblemError('too_many_requests', 'Too many pages listen at once. Close some.', {
          retryAfterSeconds: 30,
        });
      }
      streams.set(instructorId, count + 1);
      const raw = beginEventStream(reply);
      const send = (text: string): void => {
        raw.write(text);
        if (raw.writableLength > MAXIMUM_UNREAD_BYTES) raw.destroy();
      };
      send('retry: 2000\n\n: connected\n\n');
      const heartbeat = setInterval(() => {
        send(': still here\n\n');
      }, HEARTBEAT_MILLISECONDS);
      const stopListening = dependencies.events.subscribe((announcement) => {
        // Whoever is still signed in connects again.
        if (announcement.kind === 'access_ended' && announcement.userId === instructorId) close();
        if (announcement.kind !== 'lesson' && announcement.kind !== 'trash') return;
        if (announcement.instructorId !== instructorId) return;
        send(`event: ${announcement.kind}\ndata: ${JSON.stringify(announcement.event)}\n\n`);
      });
      const stopGaps = dependencies.events.onGap(() => {
        send('event: gap\ndata: {}\n\n');
      });
      const close = (reconnectMilliseconds?: number): void => {
        if (!open.delete(close)) return;
        dependencies.metrics.streamClosed();
        clearInterval(heartbeat);
        stopListening();
        stopGaps();
        const left = (streams.get(instructorId) ?? 1) - 1;
        if (left === 0) streams.delete(instructorId);
        else streams.set(instructorId, left);
        if (reconnectMilliseconds === undefined) raw.end();
        else raw.end(`retry: ${Math.round(reconnectMilliseconds)}\n\n`);
      };
      open.set(close, actor);
      dependencies.metrics.streamOpened();
      raw.on('close', () => close());
      raw.on('error', () => close());
    },
  );
}
