import { randomUUID } from 'node:crypto';
import type { LtiChoice, LtiQuiz } from '#contract/lti.ts';
import type { SharedQuiz } from '#contract/shared-quizzes.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { listQuestionSets } from '../quizzes/question-sets.ts';
import { listSharedQuizzes, shareQuestionSet } from '../shared-quizzes/shared-quizzes.ts';
import { LAUNCH_PATH } from './administer-platforms.ts';
import { findLinkedAccount } from './enter-as-instructor.ts';
import { signAsTool } from './keys.ts';
import { permitQuiz } from './launch.store.ts';
import { getLaunch, QUIZ_PARAMETER, type Launch, type LaunchTicket } from './launches.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets'>;

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim/';
const DEEP_LINKING = 'https://purl.imsglobal.org/spec/lti-dl/claim/';

/** The account that chooses. @throws {ProblemError} token_invalid; conflict for another kind of launch, or without an account. */
async function getChooser(
  dependencies: Needed,
  ticket: LaunchTicket,
): Promise<{ launch: Launch; actor: Actor }> {
  const launch = await getLaunch(dependencies, ticket);
  if (launch.kind !== 'deep_linking') throw new ProblemError('lti_launch_of_other_kind');
  const account = await findLinkedAccount(dependencies, launch);
  if (account === undefined) throw new ProblemError('lti_account_not_linked');
  return { launch, actor: { userId: account.id, instructorId: account.id } };
}

/** The saved quizzes of the person's account, newest first. @throws {ProblemError} */
export async function listPlaceableQuizzes(dependencies: Needed, ticket: LaunchTicket): Promise<LtiQuiz[]> {
  const { actor } = await getChooser(dependencies, ticket);
  const [sets, shared] = await Promise.all([
    listQuestionSets(dependencies, actor, { courseId: undefined, isSaved: true }),
    listSharedQuizzes(dependencies, actor, undefined),
  ]);
  const sharedIds = new Set(shared.map(({ question_set_id: id }) => id));
  return sets.map((set) => ({
    question_set_id: set.id,
    name: set.name,
    lesson_title: set.lesson_title,
    question_count: set.question_count,
    is_shared: sharedIds.has(set.id),
  }));
}

/**
 * Answers the platform with a link to a quiz, which is shared now if it was not. From then on students of the platform may take it
 * there.
 * @throws {ProblemError} token_invalid; conflict; not_found for another account's quiz.
 */
export async function placeQuiz(
  dependencies: Needed,
  ticket: LaunchTicket,
  questionSetId: number,
  origin: string,
): Promise<LtiChoice> {
  const { launch, actor } = await getChooser(dependencies, ticket);
  if (launch.deepLinking === null) throw new ProblemError('lti_launch_of_other_kind');
  const quiz = await shareQuestionSet(dependencies, actor, questionSetId);
  const { platform, deploymentId, deepLinking } = launch;
  await permitQuiz(dependencies.database, { platform_id: platform.id, shared_quiz_id: quiz.id });
  await recordAudit(dependencies.database, 'lti_quiz_placed', {
    by: actor.userId,
    on: ['shared_quiz', quiz.id],
    details: { platform: platform.name },
  });
  const jwt = await signAsTool(dependencies, {
    issuer: platform.client_id,
    subject: platform.client_id,
    audience: platform.issuer,
    claims: {
      nonce: randomUUID(),
      [`${CLAIM}message_type`]: 'LtiDeepLinkingResponse',
      [`${CLAIM}version`]: '1.3.0',
      [`${CLAIM}deployment_id`]: deploymentId,
      [`${DEEP_LINKING}content_items`]: [describeLink(quiz, origin, deepLinking.acceptsLineItem)],
      ...(deepLinking.data === undefined ? {} : { [`${DEEP_LINKING}data`]: deepLinking.data }),
    },
  });
  return { return_url: deepLinking.returnUrl, jwt };
}

/** A content item of the type ltiResourceLink. */
const describeLink = (quiz: SharedQuiz, origin: string, withGrades: boolean): object => ({
  type: 'ltiResourceLink',
  title: quiz.name,
  url: `${origin}${LAUNCH_PATH}`,
  custom: { [QUIZ_PARAMETER]: quiz.code },
  ...(withGrades
    ? {
        lineItem: { label: quiz.name, scoreMaximum: maximumOf(quiz), resourceId: quiz.code, tag: 'quiz' },
      }
    : {}),
  ...(quiz.settings.opens_at === null ? {} : { available: { startDateTime: quiz.settings.opens_at } }),
  ...(quiz.settings.closes_at === null ? {} : { submission: { endDateTime: quiz.settings.closes_at } }),
});

/** The points of an attempt: one for each question. */
const maximumOf = ({ question_count: count, settings }: SharedQuiz): number =>
  Math.min(settings.draw_count ?? count, count);
