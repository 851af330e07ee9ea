import { z } from 'zod';
import { findEndedAccess } from '../accounts/identify-actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { beginEventStream } from '#server/platform/http/event-stream.ts';
import { followAccess } from '#server/platform/http/follow-access.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import { activityList } from '#contract/activity.ts';
import { listActivity } from './lesson-work.ts';

/** Proxies close connections that say nothing for a while. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** When this process stops, its listeners connect again, and not all in the same moment. */
const RECONNECT_MILLISECONDS = { least: 1_000, spread: 4_000 };
/** A reader this far behind will not catch up: it is cut off, connects again and fetches afresh. */
const MAXIMUM_UNREAD_BYTES = 256 * 1024;

/** `GET /api/events/`: server-sent events about one's own lessons (HTML standard, section 9.2). */
export function registerEventRoutes(app: Application, dependencies: Dependencies): void {
  const streams = new Map<number, number>();
  const open = new Set<(reconnectMilliseconds?: number) => void>();
  const access = followAccess(app, dependencies, (actors) => findEndedAccess(dependencies, actors));
  app.addHook('preClose', () => {
    for (const close of open)
      close(RECONNECT_MILLISECONDS.least + Math.random() * RECONNECT_MILLISECONDS.spread);
    return Promise.resolve();
  });
  app.get(
    '/api/events/',
    describeRoute('events', 'Stream events about your lessons', {
      config: { holds: 'connection' },
      produces: ['text/event-stream'],
      response: {
        200: {
          description: 'A stream of events named lesson and trash, and of gap when some may have been missed',
          content: { 'text/event-stream': { schema: z.string() } },
        },
        ...problemResponses(401, 429),
      },
    }),
    (request, reply) => {
      const actor = actorOf(request);
      const { instructorId } = actor;
      const count = streams.get(instructorId) ?? 0;
      // Open tabs of one person; more is a mistake or an attack.
      if (count >= dependencies.config.operations.limits.streamsPerInstructor) {
        throw new ProblemError('tabs_open', {
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
      const stopHeartbeat = dependencies.clock.every(HEARTBEAT_MILLISECONDS, () => {
        send(': still here\n\n');
      });
      const stopFollowing = access.follow(actor, () => close());
      const stopListening = dependencies.events.subscribe((announcement) => {
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
        stopHeartbeat();
        stopFollowing();
        stopListening();
        stopGaps();
        const left = (streams.get(instructorId) ?? 1) - 1;
        if (left === 0) streams.delete(instructorId);
        else streams.set(instructorId, left);
        if (reconnectMilliseconds === undefined) raw.end();
        else raw.end(`retry: ${Math.round(reconnectMilliseconds)}\n\n`);
      };
      open.add(close);
      dependencies.metrics.streamOpened();
      raw.on('close', () => close());
      raw.on('error', () => close());
    },
  );
  registerActivityRoutes(app, dependencies);
}

function registerActivityRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/activity/',
    describeRoute('activity', 'List running jobs and those that ended within the last day', {
      response: { 200: activityList, ...problemResponses(401) },
    }),
    (request) => listActivity(dependencies, actorOf(request)),
  );
}
