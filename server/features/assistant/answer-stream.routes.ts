import { z } from 'zod';
import {
  answerEvents,
  assistantRequest,
  type AnswerEvent,
  type AnswerEventName,
} from '../../../contract/assistant.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { openEventStream, type EventStream } from '../../http/event-stream.ts';
import { followAccess } from '../../http/follow-access.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { answerQuestion } from './answer-question.ts';

const STOPPED =
  'Lectern is being started again, so the answer was left. Your question is kept; ask it once more in a moment.';
const FAILED =
  'Something went wrong inside Lectern, so the answer ends here. Your question is kept; ask it once more.';

/** One event as OpenAPI describes a stream: by what each of its events holds. */
const sentEvent = z.object({
  event: z.enum(Object.keys(answerEvents) as AnswerEventName[]),
  data: z.string().meta({ description: 'An object as JSON.' }),
});

/** `POST /api/assistant/messages/stream/`: the answer as it comes about, in the events of the contract's `answerEvents`. */
export function registerAnswerStreamRoute(app: Application, dependencies: Dependencies): void {
  const underWay = new Map<AbortController, number>();
  const access = followAccess(app, dependencies);
  app.addHook('preClose', (done) => {
    for (const stop of underWay.keys()) stop.abort();
    done();
  });
  app.post(
    '/api/assistant/messages/stream/',
    {
      schema: {
        tags: ['assistant'],
        summary: 'Ask one’s own lessons, and read the answer while it is given',
        description:
          'Server-sent events: started first, then draft, statement and dropped as they come, done or failed last. Whoever ' +
          'hangs up stops the answer; what was said by then is kept.',
        produces: ['text/event-stream'],
        body: assistantRequest,
        response: {
          200: {
            description: 'A stream of events named started, draft, statement, dropped, done and failed',
            content: { 'text/event-stream': { schema: sentEvent } },
          },
          ...problemResponses(400, 401, 404, 409),
        },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const open = [...underWay.values()].filter((instructorId) => instructorId === actor.instructorId);
      // As with open tabs: more at once is a mistake or an attack.
      if (open.length >= dependencies.config.operations.limits.streamsPerInstructor) {
        throw new ProblemError(
          'too_many_requests',
          'Too many of your questions are being answered at once. Wait for one of the answers.',
          { retryAfterSeconds: 30 },
        );
      }
      const stop = new AbortController();
      underWay.set(stop, actor.instructorId);
      // Also after the last event, when nothing is left to be stopped.
      reply.raw.once('close', () => stop.abort());
      const stopFollowing = access.follow(actor, () => reply.raw.destroy());
      try {
        const events = answerQuestion(dependencies, actor, request.body, stop.signal);
        // What is wrong with the request is answered as everywhere: nothing has been sent yet.
        const first = await events.next();
        const stream = openEventStream(reply);
        if (first.done !== true) await stream.send(first.value.name, first.value.data);
        await sendRest(events, stream, (error) => {
          request.log.error({ err: error }, 'An answer failed.');
        });
        stream.end();
      } finally {
        stopFollowing();
        underWay.delete(stop);
      }
    },
  );
}

/** Goes on to the end also where nobody reads any more: what was said is kept then. */
async function sendRest(
  events: AsyncGenerator<AnswerEvent, void, undefined>,
  stream: EventStream,
  logError: (error: unknown) => void,
): Promise<void> {
  let last: AnswerEvent | undefined;
  try {
    for await (const event of events) {
      last = event;
      await stream.send(event.name, event.data);
    }
    if (last?.name !== 'done') await stream.send('failed', { detail: STOPPED });
  } catch (error) {
    if (!(error instanceof ProblemError)) logError(error);
    const detail = error instanceof ProblemError ? error.message : FAILED;
    await stream.send('failed', { detail });
  }
}
