import { z } from 'zod';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import {
  answerEvents,
  assistantRequest,
  type AnswerEvent,
  type AnswerEventName,
} from '#contract/assistant.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { openEventStream, type EventStream } from '#server/platform/http/event-stream.ts';
import { followAccess } from '#server/platform/http/follow-access.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { findEndedAccess } from '../accounts/identify-actor.ts';
import { answerQuestion } from './answer-question.ts';

/** One event as OpenAPI describes a stream: by what each of its events holds. */
const sentEvent = z.object({
  event: z.enum(Object.keys(answerEvents) as AnswerEventName[]),
  data: z.string().meta({ description: 'An object as JSON.' }),
});

/** `POST /api/assistant/messages/stream/`: the answer while it is written, as the events of the contract's `answerEvents`. */
export function registerAnswerStreamRoute(app: Application, dependencies: Dependencies): void {
  const underWay = new Map<AbortController, number>();
  const access = followAccess(app, dependencies, (actors) => findEndedAccess(dependencies, actors));
  app.addHook('preClose', (done) => {
    for (const stop of underWay.keys()) stop.abort();
    done();
  });
  app.post(
    '/api/assistant/messages/stream/',
    describeRoute('assistant', 'Ask your lessons a question and stream the answer', {
      config: { work: 'answer', addsText: true },
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
    }),
    async (request, reply) => {
      const actor = actorOf(request);
      const open = [...underWay.values()].filter((instructorId) => instructorId === actor.instructorId);
      // As with open tabs: more at once is a mistake or an attack.
      if (open.length >= dependencies.config.operations.limits.streamsPerInstructor) {
        throw new ProblemError('own_answers_running', { retryAfterSeconds: 30 });
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
        const stream = openEventStream(reply, dependencies.clock);
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

/** Continues to the end even when the client is gone: the answer is still stored. */
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
    if (last?.name !== 'done') await stream.send('failed', describeFailure(message('answer_interrupted')));
  } catch (error) {
    if (!(error instanceof ProblemError)) logError(error);
    await stream.send(
      'failed',
      error instanceof ProblemError
        ? { detail: error.message, detail_coded: error.coded }
        : describeFailure(message('answer_failed')),
    );
  }
}

const describeFailure = (coded: Message): { detail: string; detail_coded: Message } => ({
  detail: wordMessage(coded),
  detail_coded: coded,
});
