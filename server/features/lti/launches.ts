import { createHash, createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { LtiLaunchRequest } from '#contract/lti.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import { openSealed, seal } from '#server/security/seal.ts';
import { findSharedQuizOfCode } from '../shared-quizzes/shared-quizzes.ts';
import { findLaunch, insertLaunch, insertUsedNonce, isQuizPermitted } from './launch.store.ts';
import { hashBrowser, openState, type LoginState, type Refused } from './log-in.ts';
import { findPlatform, touchPlatform, type PlatformRow } from './platform.store.ts';
import { findPart } from './roles.ts';
import { MessageRefusedError, verifyMessage, type PlatformMessage } from './verify-message.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets' | 'config' | 'log'>;

/** A student may leave the start page open for a while before taking the quiz. */
const LAUNCH_SECONDS = 12 * 3600;
/** Longer than any message is accepted, clocks included. */
const NONCE_SECONDS = 3 * 3600;

/** In the custom parameters of a link that was placed by deep linking, or entered by hand. */
export const QUIZ_PARAMETER = 'lectern_quiz';
const COURSE_PARAMETER = 'lectern_course';

const launchContent = z.object({
  kind: z.enum(['student', 'instructor', 'deep_linking']),
  subject: z.string(),
  personName: z.string(),
  deploymentId: z.string(),
  /** The login that it came by, and the browser that began it. */
  loginId: z.string(),
  browserHash: z.string(),
  quizCode: z.string().nullable(),
  courseId: z.int().nullable(),
  lineItem: z.string().nullable(),
  deepLinking: z
    .object({ returnUrl: z.string(), acceptsLineItem: z.boolean(), data: z.string().optional() })
    .nullable(),
});
type LaunchContent = z.infer<typeof launchContent>;

/** A launch that was verified, with its platform. */
export type Launch = LaunchContent & {
  readonly tokenHash: Buffer;
  readonly platform: PlatformRow;
};

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Checks what a browser brings back from a platform. @returns the token of the launch for its page, or why it was refused.
 * @param readCookie of the login that the state names.
 */
export async function receiveMessage(
  dependencies: Needed,
  given: LtiLaunchRequest,
  readCookie: (id: string) => string | undefined,
): Promise<Refused | { platformId: number; token: string }> {
  const state = openState(dependencies, given.state ?? '');
  if ('refusal' in state) return state;
  const refuse = (refusal: Refused['refusal']): Refused => ({ refusal, platformId: state.platformId });
  const cookie = readCookie(state.id);
  if (cookie === undefined || hashBrowser(cookie) !== state.browserHash) return refuse('other_browser');
  if (given.id_token === undefined) {
    dependencies.log.info({ error: given.error }, 'A learning platform refused a launch.');
    return refuse('platform_refused');
  }
  const platform = await findPlatform(dependencies.database, state.platformId);
  if (platform === undefined) return { refusal: 'platform_unknown', platformId: undefined };
  try {
    const token = await acceptMessage(dependencies, platform, state, given.id_token);
    return { platformId: platform.id, token };
  } catch (error) {
    if (!(error instanceof MessageRefusedError)) throw error;
    dependencies.log.info(
      { platform: platform.id, refusal: error.refusal, err: error.cause },
      'A message of a learning platform was refused.',
    );
    return refuse(error.refusal);
  }
}

/** @throws {MessageRefusedError} */
async function acceptMessage(
  dependencies: Needed,
  platform: PlatformRow,
  state: LoginState,
  idToken: string,
): Promise<string> {
  const { nonce, id: loginId, browserHash } = state;
  const message = await verifyMessage(dependencies, platform, { token: idToken, nonce });
  const content = { ...readContent(platform, message), loginId, browserHash };
  if (content.kind === 'student') await refuseQuiz(dependencies, platform, content.quizCode);
  const token = `ltl_${randomBytes(32).toString('base64url')}`;
  const now = Date.now();
  await inTransaction(dependencies.database, async (transaction) => {
    const nonceHash = hashToken(`${platform.id} ${nonce}`);
    if (!(await insertUsedNonce(transaction, nonceHash, new Date(now + NONCE_SECONDS * 1000))))
      throw new MessageRefusedError('message_used');
    await insertLaunch(transaction, {
      token_hash: hashToken(token),
      platform_id: platform.id,
      content_encrypted: seal(dependencies.secrets.ltiKey, JSON.stringify(content)),
      expires_at: new Date(now + LAUNCH_SECONDS * 1000),
    });
    await touchPlatform(transaction, platform.id);
  });
  return token;
}

function readContent(
  platform: PlatformRow,
  message: PlatformMessage,
): Omit<LaunchContent, 'loginId' | 'browserHash'> {
  const part = findPart(message.roles);
  if (part === undefined) throw new MessageRefusedError('role_unknown');
  const { subject, personName, deploymentId, custom, lineItem } = message;
  const quizCode = custom[QUIZ_PARAMETER];
  const courseId = Number(custom[COURSE_PARAMETER]);
  const base = {
    subject,
    personName,
    deploymentId,
    quizCode: typeof quizCode === 'string' && quizCode.length <= 20 ? quizCode : null,
    courseId: Number.isSafeInteger(courseId) && courseId > 0 ? courseId : null,
    lineItem: lineItem ?? null,
    deepLinking: null,
  };
  if (message.type === 'LtiResourceLinkRequest') return { ...base, kind: part };
  if (message.type !== 'LtiDeepLinkingRequest') throw new MessageRefusedError('message_unsupported');
  if (part !== 'instructor') throw new MessageRefusedError('role_unknown');
  return { ...base, kind: 'deep_linking', deepLinking: readDeepLinking(platform, message) };
}

/** The browser posts a signed answer to the address, so it must be one of the platform. */
function readDeepLinking(
  platform: PlatformRow,
  { deepLinking }: PlatformMessage,
): NonNullable<LaunchContent['deepLinking']> {
  if (deepLinking === undefined) throw new MessageRefusedError('message_invalid');
  const { returnUrl, acceptsLineItem, data } = deepLinking;
  if (!isOfPlatform(platform, returnUrl)) throw new MessageRefusedError('return_address');
  return { returnUrl, acceptsLineItem, ...(data === undefined ? {} : { data }) };
}

function isOfPlatform(platform: PlatformRow, address: string): boolean {
  const url = URL.parse(address);
  return url !== null && platform.frame_origins.some((origin) => matchesOrigin(origin, url));
}

function matchesOrigin(pattern: string, url: URL): boolean {
  const parsed = URL.parse(pattern.replace('://*.', '://'));
  if (parsed?.protocol !== url.protocol || parsed.port !== url.port) return false;
  return pattern.includes('://*.')
    ? url.hostname.endsWith(`.${parsed.hostname}`)
    : url.hostname === parsed.hostname;
}

/** A student comes for a quiz that its owner has placed on this platform. */
async function refuseQuiz({ database }: Needed, platform: PlatformRow, code: string | null): Promise<void> {
  const quiz = code === null ? undefined : await findSharedQuizOfCode({ database }, code);
  if (quiz === undefined) throw new MessageRefusedError('quiz_missing');
  if (!(await isQuizPermitted(database, { platformId: platform.id, sharedQuizId: quiz.id })))
    throw new MessageRefusedError('quiz_not_linked');
}

/** What a page shows to act for a launch: the token alone, which may be in a link that someone was sent, is not enough. */
export interface LaunchTicket {
  readonly token: string;
  /** The cookie of the login, from the browser that shows the token. */
  readonly readCookie: (loginId: string) => string | undefined;
}

/** @throws {ProblemError} token_invalid, also in a browser that did not make the launch. */
export async function getLaunch(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  { token, readCookie }: LaunchTicket,
): Promise<Launch> {
  const launch = await findLaunchOf(dependencies, token);
  const cookie = launch && readCookie(launch.loginId);
  if (launch === undefined || cookie === undefined) throw new ProblemError('lti_launch_expired');
  const isOfLogin = hashBrowser(cookie) === launch.browserHash;
  if (!isOfLogin && cookie !== windowCookie(dependencies, launch))
    throw new ProblemError('lti_launch_expired');
  return launch;
}

/** A window has other cookies than a frame in another site's page. */
const windowCookie = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  { tokenHash }: Pick<Launch, 'tokenHash'>,
): string => createHmac('sha256', secrets.ltiKey).update('window ').update(tokenHash).digest('base64url');

/**
 * The cookie with which the launch of a frame goes on in a window, for a request that a page of Lectern itself makes.
 * @throws {ProblemError} token_invalid; conflict for a student's launch.
 */
export async function openInOwnWindow(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  token: string,
): Promise<{ loginId: string; cookie: string }> {
  const launch = await findLaunchOf(dependencies, token);
  if (launch === undefined) throw new ProblemError('lti_launch_expired');
  if (launch.kind === 'student') throw new ProblemError('lti_launch_of_other_kind');
  return { loginId: launch.loginId, cookie: windowCookie(dependencies, launch) };
}

async function findLaunchOf(
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  token: string,
): Promise<Launch | undefined> {
  const tokenHash = hashToken(token);
  const row = await findLaunch(database, tokenHash);
  const platform = row && (await findPlatform(database, row.platform_id));
  const text = row && openSealed(secrets.ltiKey, row.content_encrypted);
  if (platform === undefined || text === undefined) return undefined;
  return { ...launchContent.parse(JSON.parse(text)), tokenHash, platform };
}
