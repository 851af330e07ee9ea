import { z } from 'zod';
import { idParameters } from '#contract/fields.ts';
import {
  attemptParameters,
  changeSharedQuizRequest,
  extendRequest,
  liveQuiz,
  previewLink,
  sharedQuiz,
  sharedQuizList,
  sharedQuizListQuery,
  updateVersionRequest,
} from '#contract/shared-quizzes.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { openEventStream } from '#server/http/event-stream.ts';
import { followAccess } from '#server/http/follow-access.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import { ProblemError } from '#server/problem-error.ts';
import { findEndedAccess } from '../accounts/identify-actor.ts';
import {
  extendTime,
  listChangedAttempts,
  previewQuiz,
  readLiveQuiz,
  resetAttempt,
  updateToPublished,
} from './follow-attempts.ts';
import {
  changeSharedQuiz,
  getSharedQuiz,
  listSharedQuizzes,
  shareQuestionSet,
  stopSharing,
} from './shared-quizzes.ts';

const tag = 'shared quizzes';
/** Of what students do: an API key needs the scope for results. */
const resultsTag = 'quiz results';

/** The instructor's side of quizzes that students take. */
export function registerSharedQuizRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/question-sets/:id/share/',
    describeRoute(tag, 'Give a saved quiz a link that students can open', {
      params: idParameters,
      response: { 200: sharedQuiz, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => shareQuestionSet(dependencies, actorOf(request), request.params.id),
  );
  app.get(
    '/api/shared-quizzes/',
    describeRoute(tag, 'List one’s own shared quizzes, newest first', {
      querystring: sharedQuizListQuery,
      response: { 200: sharedQuizList, ...problemResponses(400, 401) },
    }),
    (request) => listSharedQuizzes(dependencies, actorOf(request), request.query.question_set_id),
  );
  app.get(
    '/api/shared-quizzes/:id/',
    describeRoute(tag, 'Read a shared quiz with its settings', {
      params: idParameters,
      response: { 200: sharedQuiz, ...problemResponses(400, 401, 404) },
    }),
    (request) => getSharedQuiz(dependencies, actorOf(request), request.params.id),
  );
  app.patch(
    '/api/shared-quizzes/:id/',
    describeRoute(tag, 'Change settings of a shared quiz; close or reopen it by its closing time', {
      params: idParameters,
      body: changeSharedQuizRequest,
      response: { 200: sharedQuiz, ...problemResponses(400, 401, 404) },
    }),
    (request) => changeSharedQuiz(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/shared-quizzes/:id/',
    describeRoute(tag, 'End the link and delete every attempt', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await stopSharing(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/shared-quizzes/:id/version/',
    describeRoute(tag, 'Give students the questions as they are published now', {
      params: idParameters,
      body: updateVersionRequest,
      response: { 200: sharedQuiz, ...problemResponses(400, 401, 404) },
    }),
    (request) =>
      updateToPublished(dependencies, actorOf(request), request.params.id, request.body.open_attempts),
  );
  app.post(
    '/api/shared-quizzes/:id/preview/',
    describeRoute(tag, 'Take the quiz as a student would; it counts in no result', {
      params: idParameters,
      response: { 200: previewLink, ...problemResponses(400, 401, 404) },
    }),
    async (request) => ({ token: await previewQuiz(dependencies, actorOf(request), request.params.id) }),
  );
  app.get(
    '/api/shared-quizzes/:id/live/',
    describeRoute(resultsTag, 'Who takes the quiz and how far they are', {
      params: idParameters,
      response: { 200: liveQuiz, ...problemResponses(400, 401, 404) },
    }),
    (request) => readLiveQuiz(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/shared-quizzes/:id/extend/',
    describeRoute(resultsTag, 'Give all open attempts more time', {
      params: idParameters,
      body: extendRequest,
      response: { 200: liveQuiz, ...problemResponses(400, 401, 404) },
    }),
    (request) =>
      extendTime(dependencies, actorOf(request), { sharedQuizId: request.params.id }, request.body.minutes),
  );
  app.post(
    '/api/shared-quizzes/:id/attempts/:attempt_id/extend/',
    describeRoute(resultsTag, 'Give one attempt more time; one that was submitted can then be continued', {
      params: attemptParameters,
      body: extendRequest,
      response: { 200: liveQuiz, ...problemResponses(400, 401, 404) },
    }),
    (request) => {
      const { id, attempt_id: attemptId } = request.params;
      const of = { sharedQuizId: id, attemptId };
      return extendTime(dependencies, actorOf(request), of, request.body.minutes);
    },
  );
  app.delete(
    '/api/shared-quizzes/:id/attempts/:attempt_id/',
    describeRoute(resultsTag, 'Delete an attempt, so that its student can begin again', {
      params: attemptParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      const { id, attempt_id: attemptId } = request.params;
      await resetAttempt(dependencies, actorOf(request), id, attemptId);
      return reply.code(204).send(null);
    },
  );
  registerLiveStream(app, dependencies);
}

const LOOK_MILLISECONDS = 1_000;
/** Times are rounded to milliseconds, and transactions that began earlier may end later. */
const OVERLAP_MILLISECONDS = 2_000;

/**
 * Changed attempts as events. The page that watches asks the database each second, so that nothing is announced while no one
 * watches: a class makes a hundred changes a second.
 */
function registerLiveStream(app: Application, dependencies: Dependencies): void {
  const { events, log, config } = dependencies;
  const streams = new Map<number, number>();
  const open = new Set<() => void>();
  const access = followAccess(app, { events, log }, (actors) => findEndedAccess(dependencies, actors));
  app.addHook('preClose', (done) => {
    for (const end of open) end();
    done();
  });
  app.get(
    '/api/shared-quizzes/:id/events/',
    describeRoute(resultsTag, 'Hear of attempts as they change', {
      params: idParameters,
      produces: ['text/event-stream'],
      response: {
        200: {
          description: 'A stream of events named attempt',
          content: { 'text/event-stream': { schema: z.string() } },
        },
        ...problemResponses(400, 401, 404),
      },
    }),
    async (request, reply) => {
      const actor = actorOf(request);
      const { id } = request.params;
      await getSharedQuiz(dependencies, actor, id);
      const count = streams.get(actor.instructorId) ?? 0;
      if (count >= config.operations.limits.streamsPerInstructor)
        throw new ProblemError('tabs_open', { retryAfterSeconds: 30 });
      streams.set(actor.instructorId, count + 1);
      const stream = openEventStream(reply);
      let since = new Date();
      let sent: ReadonlyMap<number, string> = new Map();
      let timer: NodeJS.Timeout | undefined;
      const look = async (): Promise<void> => {
        const overlapping = new Date(since.getTime() - OVERLAP_MILLISECONDS);
        const { attempts, until } = await listChangedAttempts(dependencies, id, overlapping);
        const listed = new Map<number, string>();
        for (const attempt of attempts) {
          const state = JSON.stringify(attempt);
          listed.set(attempt.id, state);
          // The times overlap: most of what is listed was sent before.
          if (sent.get(attempt.id) !== state) await stream.send('attempt', attempt);
        }
        sent = listed;
        since = new Date(Math.max(since.getTime(), until.getTime()));
        if (open.has(end)) timer = setTimeout(watch, LOOK_MILLISECONDS);
      };
      const watch = (): void => {
        look().catch((error: unknown) => {
          log.warn({ err: error }, 'A live quiz could not be read; its page connects again.');
          end();
        });
      };
      const end = (): void => {
        if (!open.delete(end)) return;
        clearTimeout(timer);
        stopFollowing();
        streams.set(actor.instructorId, (streams.get(actor.instructorId) ?? 1) - 1);
        stream.end();
      };
      const stopFollowing = access.follow(actor, end);
      open.add(end);
      reply.raw.once('close', end);
      watch();
    },
  );
}
