import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { session } from '#contract/accounts.ts';
import { joinedAttempt, studentAttempt } from '#contract/attempts.ts';
import {
  ltiChoice,
  ltiIdentityList,
  ltiLaunch,
  ltiPlatform,
  ltiQuizList,
  type LtiPlatform,
} from '#contract/lti.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { liveQuiz, sharedQuiz, type SharedQuiz } from '#contract/shared-quizzes.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { Answer, TestInstructor } from '#server/testing/test-instructor.ts';
import { LaunchBrowser } from './testing/launch-browser.ts';
import { readDeepLinkingResponse, TestPlatform } from './testing/test-platform.ts';

let platform: TestPlatform;
let application: TestApplication;
let administrator: TestInstructor;
let instructor: TestInstructor;
let registered: LtiPlatform;
let lessonId: number;
beforeAll(async () => {
  platform = await TestPlatform.start();
  application = await startTestApplication({ variables: { LTI_PRIVATE_HOSTS: platform.host } });
  platform.toolKeys = `${application.origin}/api/lti/keys/`;
  // The first account is the administrator.
  administrator = await application.register();
  instructor = await application.register();
  lessonId = (await instructor.makeLesson({ file: 'https://example.org/a.pdf' })).id;
  const answer = await administrator.post('/api/admin/lti/platforms/', platform.registration);
  registered = answer.read(201, ltiPlatform);
});
afterAll(async () => {
  await application.close();
  await platform.close();
});

const newBrowser = (): LaunchBrowser => new LaunchBrowser(application.origin, platform);

const question = (stem: string) => ({
  text: stem,
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  options: ['right', 'wrong'].map((kind) => ({ text: `${stem} ${kind}`, is_correct: kind === 'right' })),
  explanation: '',
  evidence: null,
  key_points: [],
  rubric: null,
  written_by: 'instructor',
});

async function saveQuiz(name = 'Leaves'): Promise<number> {
  const { id } = await application.dependencies.database
    .insertInto('question_sets')
    .values({
      lesson_id: lessonId,
      job_id: null,
      name,
      answer_style: 'multiple_choice',
      shortfall: 'null',
      saved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const questions = [question('What does chlorophyll do?'), question('What does water do?')];
  const published = { based_on_version: 1, questions };
  (await instructor.post(`/api/question-sets/${id}/publish/`, published)).read(200, questionSetWithQuestions);
  return id;
}

/** Links `subject` on the platform to the instructor, as the window does that the frame opens. */
async function link(subject: string, owner = instructor): Promise<void> {
  const browser = newBrowser();
  const token = await browser.launchToken({ subject, roles: ['Instructor'] });
  await openWindow(browser, token);
  const answer = await owner.call('POST', '/api/lti/link/', {
    json: { launch: token },
    headers: { cookie: browser.cookie },
  });
  expect(answer.status).toBe(204);
}

const openWindow = (browser: LaunchBrowser, token: string, origin = application.origin): Promise<Answer> =>
  browser.send('POST', '/api/lti/open/', new URLSearchParams({ launch: token }), { origin });

/** A quiz that its owner has placed on the platform. */
async function place(name?: string): Promise<SharedQuiz> {
  const id = await saveQuiz(name);
  const quiz = (await instructor.post(`/api/question-sets/${id}/share/`)).read(200, sharedQuiz);
  await application.dependencies.database
    .insertInto('lti_quiz_permits')
    .values({ platform_id: registered.id, shared_quiz_id: quiz.id })
    .execute();
  return quiz;
}

const countLaunches = async (): Promise<number> =>
  (await application.dependencies.database.selectFrom('lti_launches').select('token_hash').execute()).length;

describe('the login', () => {
  test.each([false, true])('leads to the platform with everything it needs (form: %s)', async (withForm) => {
    const { address } = await newBrowser().begin({ withForm });
    expect(address.origin + address.pathname).toBe(`${platform.issuer}/auth`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      // Of the platform's own address.
      instance: '1',
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: platform.clientId,
      redirect_uri: `${application.origin}/api/lti/launch/`,
      login_hint: 'user-1',
      lti_message_hint: 'message-1',
    });
  });

  test('offers a new window to a browser that sends no cookies from a frame, and explains there what to do', async () => {
    const first = await newBrowser().send('GET', `/api/lti/login/?${platform.loginParameters().toString()}`);
    const blocked = await newBrowser().send('GET', first.headers.get('location') ?? '');
    const { pathname, hash } = new URL(blocked.headers.get('location') ?? '', application.origin);
    expect(pathname).toBe(`/lti/${registered.id}`);
    const request = new URLSearchParams(hash.slice(1)).get('blocked') ?? '';
    // The window takes cookies: the login goes on with the same hints.
    const { address } = await newBrowser().begin({ parameters: new URLSearchParams({ request }) });
    expect(address.searchParams.get('lti_message_hint')).toBe('message-1');
    // It takes none either: no second window would help.
    const again = await newBrowser().send(
      'GET',
      `/api/lti/login/?${new URLSearchParams({ request }).toString()}`,
    );
    const stuck = await newBrowser().send('GET', again.headers.get('location') ?? '');
    expect(stuck.headers.get('location')).toBe(`/lti/${registered.id}#blocked=`);
  });

  test.each([
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another client', { client_id: 'another-client' }],
  ])('refuses a platform that is not registered: %s', async (_name, changes) => {
    const parameters = platform.loginParameters(changes);
    const answer = await newBrowser().send('GET', `/api/lti/login/?${parameters.toString()}`);
    expect(answer.headers.get('location')).toBe('/lti/0#refused=platform_unknown');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('keeps what the platform said away from scripts and other sites', async () => {
    const secure = await application.startAnother({ publicUrl: 'https://lectern.example' });
    try {
      const path = `/api/lti/login/?${platform.loginParameters().toString()}`;
      const response = await fetch(`${secure.origin}${path}`, { redirect: 'manual' });
      expect(response.headers.getSetCookie()[0]).toMatch(
        /^__Host-lectern-lti-[\w-]+=[\w-]{32}; Path=\/; Max-Age=43200; HttpOnly; SameSite=None; Secure; Partitioned$/,
      );
    } finally {
      await secure.close();
    }
  });
});

describe('a message is refused', () => {
  let quiz: SharedQuiz;
  beforeAll(async () => {
    quiz = await place();
  });
  const wish = () => ({ custom: { lectern_quiz: quiz.code } });
  const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim/';
  test.each([
    ['signed with another key under the same name', { key: 'stranger' }, 'message_invalid'],
    ['signed with a key that the platform does not publish', { key: 'unknown' }, 'message_invalid'],
    ['not signed at all', { algorithm: 'none' }, 'message_invalid'],
    ['signed with the public key as a secret', { algorithm: 'HS256' }, 'message_invalid'],
    ['for another tool', { claims: { aud: 'another-tool' } }, 'message_invalid'],
    [
      'for several tools without saying which one asked',
      { claims: { aud: ['client-of-lectern', 'another-tool'] } },
      'message_invalid',
    ],
    ['asked for by another tool', { claims: { azp: 'another-tool' } }, 'message_invalid'],
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }, 'message_invalid'],
    ['with another nonce', { claims: { nonce: 'another' } }, 'message_invalid'],
    ['without a nonce', { without: ['nonce'] }, 'message_invalid'],
    ['without a subject', { without: ['sub'] }, 'message_invalid'],
    ['without an expiry', { without: ['exp'] }, 'message_invalid'],
    ['that has expired', { issuedSecondsAgo: 600 }, 'launch_expired'],
    [
      'that is old, whatever it says of its expiry',
      { claims: { exp: 4_000_000_000, iat: 1_700_000_000 } },
      'launch_expired',
    ],
    ['from the future', { issuedSecondsAgo: -3_600 }, 'message_invalid'],
    [
      'of another deployment',
      { claims: { [`${CLAIM}deployment_id`]: 'deployment-2' } },
      'deployment_unknown',
    ],
    ['of another version', { claims: { [`${CLAIM}version`]: '1.1.0' } }, 'message_unsupported'],
    [
      'of another type',
      { claims: { [`${CLAIM}message_type`]: 'LtiSubmissionReviewRequest' } },
      'message_unsupported',
    ],
    ['without a role', { claims: { [`${CLAIM}roles`]: [] } }, 'role_unknown'],
  ] as const)('%s', async (_name, fault, refusal) => {
    const before = await countLaunches();
    expect(await newBrowser().launch(wish(), fault)).toEqual({
      path: `/lti/${registered.id}`,
      fragment: { refused: refusal },
    });
    expect(await countLaunches()).toBe(before);
  });

  test('that was accepted before', async () => {
    const browser = newBrowser();
    const { state, nonce } = await browser.begin();
    const message = await platform.sign(nonce, wish());
    expect((await browser.bring(state, message)).fragment).toHaveProperty('launch');
    expect((await browser.bring(state, message)).fragment).toEqual({ refused: 'message_used' });
  });

  test('that another browser asked for', async () => {
    const asking = newBrowser();
    const { state, nonce } = await asking.begin();
    const message = await platform.sign(nonce, wish());
    const victim = newBrowser();
    expect((await victim.bring(state, message)).fragment).toEqual({ refused: 'other_browser' });
    await victim.begin();
    expect((await victim.bring(state, message)).fragment).toEqual({ refused: 'other_browser' });
    expect((await asking.bring(state, message)).fragment).toHaveProperty('launch');
  });

  test('whose state Lectern has not made', async () => {
    const browser = newBrowser();
    const { nonce, state } = await browser.begin();
    const message = await platform.sign(nonce, wish());
    const forged = `${state.slice(0, -4)}AAAA`;
    for (const other of ['', 'x', forged])
      expect(await browser.bring(other, message)).toEqual({
        path: '/lti/0',
        fragment: { refused: 'launch_expired' },
      });
  });

  test('when the platform sends an error instead', async () => {
    const browser = newBrowser();
    const { state } = await browser.begin();
    const form = new URLSearchParams({ state, error: 'login_required' });
    const answer = await browser.send('POST', '/api/lti/launch/', form);
    expect(answer.headers.get('location')).toBe(`/lti/${registered.id}#refused=platform_refused`);
  });

  test('for a quiz that its owner has not placed on the platform, and for none', async () => {
    const id = await saveQuiz();
    const other = (await instructor.post(`/api/question-sets/${id}/share/`)).read(200, sharedQuiz);
    const launch = (custom: Record<string, string>) => newBrowser().launch({ custom });
    expect((await launch({ lectern_quiz: other.code })).fragment).toEqual({ refused: 'quiz_not_linked' });
    expect((await launch({ lectern_quiz: 'ZZZZZZ' })).fragment).toEqual({ refused: 'quiz_missing' });
    expect((await launch({})).fragment).toEqual({ refused: 'quiz_missing' });
  });

  test('when its answer is to go to another site', async () => {
    const settings = {
      deep_link_return_url: 'https://elsewhere.example/take',
      accept_types: ['ltiResourceLink'],
    };
    const claim = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings';
    const fault = { claims: { [claim]: settings } };
    const landing = await newBrowser().launch({ roles: ['Instructor'], deepLinking: true }, fault);
    expect(landing.fragment).toEqual({ refused: 'return_address' });
    const student = await newBrowser().launch({ roles: ['Learner'], deepLinking: true });
    expect(student.fragment).toEqual({ refused: 'role_unknown' });
  });

  test('when the keys are at a private address that the settings do not name', async () => {
    const changed = { ...platform.registration, jwks_url: 'https://10.0.0.1/jwks' };
    const path = `/api/admin/lti/platforms/${registered.id}/`;
    (await administrator.call('PUT', path, { json: changed })).read(200, ltiPlatform);
    try {
      expect((await newBrowser().launch(wish())).fragment).toEqual({ refused: 'platform_unreachable' });
    } finally {
      (await administrator.call('PUT', path, { json: platform.registration })).read(200, ltiPlatform);
    }
  });
});

describe('an instructor', () => {
  const describeLaunch = async (browser: LaunchBrowser, token: string) =>
    (await browser.callFor(token, 'GET', '/api/lti/launch/')).read(200, ltiLaunch);
  const openSession = (browser: LaunchBrowser, token: string): Promise<Answer> =>
    browser.callFor(token, 'POST', '/api/lti/session/', { launch: token });

  test('is not signed in by an e-mail address, but links the account by signing in once', async () => {
    const browser = newBrowser();
    const wish = { subject: 'teacher-1', name: 'Ada', roles: ['Instructor'] };
    const { state, nonce } = await browser.begin();
    const claims = { email: instructor.session.email, email_verified: true };
    const { fragment } = await browser.bring(state, await platform.sign(nonce, wish, { claims }));
    const token = fragment['launch'] ?? '';
    expect(await describeLaunch(browser, token)).toMatchObject({ person_name: 'Ada', account: null });
    expect((await openSession(browser, token)).readProblem(409).code).toBe('conflict');

    await link('teacher-1');
    expect(await describeLaunch(browser, token)).toMatchObject({
      account: { email: instructor.session.email },
      destination: { path: '/courses' },
    });
    expect((await openSession(browser, token)).read(200, session).user_id).toBe(instructor.id);
    // One session for a launch.
    expect((await openSession(browser, token)).readProblem(401).code).toBe('token_invalid');
    const own = (await instructor.get('/api/lti/identities/')).read(200, ltiIdentityList);
    expect(own).toMatchObject([{ platform_id: registered.id, subject: 'teacher-1' }]);
    expect((await instructor.call('DELETE', `/api/lti/identities/${registered.id}/`)).status).toBe(204);
    expect(await describeLaunch(browser, token)).toMatchObject({ account: null });
  });

  test('lands on an own quiz, which students may take from then on, and is not shown that of another', async () => {
    await link('teacher-2');
    const id = await saveQuiz('Roots');
    const quiz = (await instructor.post(`/api/question-sets/${id}/share/`)).read(200, sharedQuiz);
    const custom = { lectern_quiz: quiz.code };
    expect((await newBrowser().launch({ custom })).fragment).toEqual({ refused: 'quiz_not_linked' });
    const browser = newBrowser();
    const token = await browser.launchToken({ subject: 'teacher-2', roles: ['Instructor'], custom });
    expect(await describeLaunch(browser, token)).toMatchObject({
      destination: { path: `/quiz-results/${quiz.id}`, name: 'Roots', is_of_other: false },
    });
    expect((await newBrowser().launch({ custom })).fragment).toHaveProperty('launch');

    const colleague = await application.register();
    await link('teacher-3', colleague);
    const other = newBrowser();
    const theirs = await other.launchToken({ subject: 'teacher-3', roles: ['Instructor'], custom });
    expect(await describeLaunch(other, theirs)).toMatchObject({
      destination: { path: '/courses', name: null, is_of_other: true },
    });
  });

  test('who administers Lectern signs in with the password', async () => {
    await link('teacher-4', administrator);
    const browser = newBrowser();
    const token = await browser.launchToken({ subject: 'teacher-4', roles: ['Instructor'] });
    expect((await openSession(browser, token)).readProblem(403).code).toBe('not_allowed');
  });

  test('whose account is disabled is not let in', async () => {
    const disabled = await application.register();
    await link('teacher-5', disabled);
    const account = `/api/admin/accounts/${disabled.id}/`;
    await administrator.call('PATCH', account, { json: { is_active: false } });
    const browser = newBrowser();
    const token = await browser.launchToken({ subject: 'teacher-5', roles: ['Instructor'] });
    expect(await describeLaunch(browser, token)).toMatchObject({ account: null });
    expect((await openSession(browser, token)).readProblem(403).code).toBe('account_inactive');
  });

  test('cannot be given the launch of someone else in a link', async () => {
    const attacker = newBrowser();
    const token = await attacker.launchToken({ subject: 'mallory', roles: ['Instructor'] });
    const victim = newBrowser();
    expect((await victim.callFor(token, 'GET', '/api/lti/launch/')).readProblem(401).code).toBe(
      'token_invalid',
    );
    const linked = await instructor.post('/api/lti/link/', { launch: token });
    expect(linked.readProblem(401).code).toBe('token_invalid');
    // A page of another site posts the form that opens the window.
    const opened = await openWindow(victim, token, 'https://mallory.example');
    expect(opened.readProblem(403).code).toBe('not_allowed');
    expect(victim.cookie).toBe('');
  });

  test('who uses an account on the platform cannot link it to another', async () => {
    await link('teacher-6');
    const other = await application.register();
    const browser = newBrowser();
    const token = await browser.launchToken({ subject: 'teacher-6', roles: ['Instructor'] });
    const linking = await other.call('POST', '/api/lti/link/', {
      json: { launch: token },
      headers: { cookie: browser.cookie },
    });
    expect(linking.readProblem(409).code).toBe('conflict');
    // Nor does a key link: it would outlive the key.
    const byKey = await application.call('POST', '/api/lti/link/', {
      json: { launch: token },
      headers: { cookie: browser.cookie, 'api-key': other.session.api_key },
    });
    expect(byKey.readProblem(403).code).toBe('not_allowed');
  });

  test('places a saved quiz with deep linking, and the platform gets a signed link with its points', async () => {
    const id = await saveQuiz('Stems');
    await link('teacher-7');
    const browser = newBrowser();
    const wish = { subject: 'teacher-7', roles: ['Instructor'], deepLinking: true };
    const token = await browser.launchToken(wish);
    expect(await describeLaunch(browser, token)).toMatchObject({ kind: 'deep_linking' });
    const quizzes = (await browser.callFor(token, 'GET', '/api/lti/launch/quizzes/')).read(200, ltiQuizList);
    expect(quizzes.find((each) => each.question_set_id === id)).toMatchObject({
      name: 'Stems',
      question_count: 2,
      is_shared: false,
    });
    const placed = await browser.callFor(token, 'POST', '/api/lti/launch/place/', { question_set_id: id });
    const choice = placed.read(200, ltiChoice);
    expect(choice.return_url).toBe(`${platform.issuer}/deep-links`);
    const response = await readDeepLinkingResponse(platform, choice.jwt);
    const [item] = response.items;
    expect(response).toMatchObject({
      data: 'opaque to the tool',
      items: [
        {
          type: 'ltiResourceLink',
          title: 'Stems',
          url: `${application.origin}/api/lti/launch/`,
          lineItem: { label: 'Stems', scoreMaximum: 2 },
        },
      ],
    });
    const custom = item?.['custom'] as Record<string, string>;
    expect((await newBrowser().launch({ custom })).fragment).toHaveProperty('launch');
    // A launch of another kind places nothing, nor does one of a person without an account.
    const student = newBrowser();
    const studentToken = await student.launchToken({ custom });
    const refused = await student.callFor(studentToken, 'POST', '/api/lti/launch/place/', {
      question_set_id: id,
    });
    expect(refused.readProblem(409).code).toBe('conflict');
    const stranger = newBrowser();
    const strangerToken = await stranger.launchToken({ ...wish, subject: 'stranger' });
    const unlinked = await stranger.callFor(strangerToken, 'GET', '/api/lti/launch/quizzes/');
    expect(unlinked.readProblem(409).code).toBe('conflict');
  });

  test('cannot place the quiz of another account', async () => {
    const id = await saveQuiz();
    const colleague = await application.register();
    await link('teacher-8', colleague);
    const browser = newBrowser();
    const token = await browser.launchToken({
      subject: 'teacher-8',
      roles: ['Instructor'],
      deepLinking: true,
    });
    const placed = await browser.callFor(token, 'POST', '/api/lti/launch/place/', { question_set_id: id });
    expect(placed.readProblem(404).code).toBe('not_found');
  });
});

describe('a student', () => {
  let quiz: SharedQuiz;
  beforeEach(async () => {
    quiz = await place('Flowers');
  });
  const enter = async (subject: string, more: object = {}, json: object = {}) => {
    const browser = newBrowser();
    const token = await browser.launchToken({ subject, custom: { lectern_quiz: quiz.code }, ...more });
    return browser.callFor(token, 'POST', '/api/lti/launch/join/', json);
  };
  const attemptOf = async (answer: Answer) => {
    const { token } = answer.read(200, joinedAttempt);
    const headers = { authorization: `Bearer ${token}` };
    return (await application.call('GET', '/api/attempt/', { headers })).read(200, studentAttempt);
  };

  test('joins under the name that the platform gives, and goes on with the same attempt at the next launch', async () => {
    const browser = newBrowser();
    const wish = { subject: 's-1', name: 'Grace Hopper', custom: { lectern_quiz: quiz.code } };
    const token = await browser.launchToken(wish);
    const described = (await browser.callFor(token, 'GET', '/api/lti/launch/')).read(200, ltiLaunch);
    expect(described).toMatchObject({ kind: 'student', has_attempt: false, quiz: { name: 'Flowers' } });
    const first = (await browser.callFor(token, 'POST', '/api/lti/launch/join/', {})).read(
      200,
      joinedAttempt,
    );
    expect(await attemptOf(await enter('s-1', { name: 'Grace Hopper' }))).toMatchObject({
      student_name: 'Grace Hopper',
      resume_code: null,
      is_preview: false,
    });
    const again = (await enter('s-1')).read(200, joinedAttempt);
    expect(again).toEqual(first);
    const other = (await enter('s-2', { name: 'Alan' })).read(200, joinedAttempt);
    expect(other).not.toEqual(first);
    const live = await instructor.get(`/api/shared-quizzes/${quiz.id}/live/`);
    expect(live.read(200, liveQuiz).attempts.map((each) => each.student_name)).toEqual([
      'Grace Hopper',
      'Alan',
    ]);
  });

  test('is stored without the name that the platform uses for it', async () => {
    await enter('very-personal-subject');
    const { database } = application.dependencies;
    const students = await database.selectFrom('lti_students').selectAll().execute();
    const launches = await database.selectFrom('lti_launches').selectAll().execute();
    const stored = JSON.stringify([students, launches].flat().map((row) => Object.values(row).map(String)));
    expect(students.length).toBeGreaterThan(0);
    expect(stored).not.toContain('very-personal-subject');
  });

  test('who opens the quiz in two frames at once has one attempt', async () => {
    const joined = await Promise.all([enter('s-3'), enter('s-3'), enter('s-3')]);
    expect(new Set(joined.map((answer) => answer.read(200, joinedAttempt).token)).size).toBe(1);
  });

  test('enters a passcode where there is one, gives no name where none is wanted, and finds a closed quiz closed', async () => {
    const change = (json: object) => instructor.call('PATCH', `/api/shared-quizzes/${quiz.id}/`, { json });
    await change({ passcode: 'sesame', student_identity: 'anonymous' });
    expect((await enter('s-4')).readProblem(403).code).toBe('not_allowed');
    const joined = await enter('s-4', { name: 'Ada' }, { passcode: 'sesame' });
    expect((await attemptOf(joined)).student_name).toBe('');
    await change({ closes_at: new Date(Date.now() - 1_000).toISOString() });
    expect((await enter('s-5', {}, { passcode: 'sesame' })).readProblem(409).code).toBe('conflict');
    // An attempt that was begun can be looked at.
    (await enter('s-4')).read(200, joinedAttempt);
  });

  test('needs no code of a class list, since the platform names the student', async () => {
    const list = (
      await application.dependencies.database
        .insertInto('class_lists')
        .values({ instructor_id: instructor.id, name: 'A list' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    const json = { student_identity: 'class_list', class_list_id: list };
    await instructor.call('PATCH', `/api/shared-quizzes/${quiz.id}/`, { json });
    expect((await attemptOf(await enter('s-6', { name: 'Ada' }))).student_name).toBe('Ada');
  });

  test('takes the next attempt as the same student', async () => {
    const path = `/api/shared-quizzes/${quiz.id}/`;
    await instructor.call('PATCH', path, { json: { attempts_allowed: 2 } });
    const { token } = (await enter('s-7')).read(200, joinedAttempt);
    const headers = { authorization: `Bearer ${token}` };
    await application.call('POST', '/api/attempt/submit/', { headers });
    const next = await application.call('POST', '/api/attempt/again/', { headers });
    expect((await enter('s-7')).read(200, joinedAttempt)).toEqual(next.read(200, joinedAttempt));
  });
});
