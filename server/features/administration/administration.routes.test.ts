import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accountContents, passwordResetDone, session } from '#contract/accounts.ts';
import {
  administeredAccount,
  administeredAccountList,
  administeredJobList,
  administeredRegistration,
  auditEntryList,
  invitationList,
  modelOverview,
  newInvitation,
  registrationOptions,
  resetLink,
  storageUse,
  versionAnswer,
  type RegistrationSettings,
} from '#contract/administration.ts';
import type { AuditEntry } from '#contract/audit-log.ts';
import { deleteAccountOf } from '../accounts/delete-account.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { newEmail, startTestApplication, TEST_PASSWORD } from '#server/testing/test-application.ts';
import type { Answer, TestInstructor } from '#server/testing/test-instructor.ts';
import { beginLessonWork, endLessonWork } from '../activity/lesson-work.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { summarizeLesson } from '../summaries/summary.jobs.ts';
import { haveTranscriptRead } from '../transcripts/bring-transcript.ts';
import { endStalledTranscriptions } from '../transcripts/resume-transcription.ts';
import { fakeTextEmbedder } from '#server/testing/fake-models.ts';
import { fetchMissingModels } from './fetch-missing-models.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();
const administrator = await application.register();

const password = { password: TEST_PASSWORD };
const patch = (id: number, json: object, by = administrator): Promise<Answer> =>
  by.call('PATCH', `/api/admin/accounts/${id}/`, { json: { ...password, ...json } });
const registerAs = (email: string, more: object = {}): Promise<Answer> =>
  application.post('/api/auth/register/', { email, ...password, password2: TEST_PASSWORD, ...more });
const tokenOf = (url: string): string => new URL(url).hash.replace('#token=', '');
const newestEntries = async (limit: number): Promise<AuditEntry[]> =>
  (await administrator.get(`/api/admin/audit-log/?limit=${limit}`)).read(200, auditEntryList);

test('exactly one of many first registrations becomes the administrator', async () => {
  const fresh = await startTestApplication();
  const made = await Promise.all(Array.from({ length: 6 }, () => fresh.register()));
  expect(made.filter((each) => each.session.user.is_staff)).toHaveLength(1);
  expect((await fresh.register()).session.user.is_staff).toBe(false);
  await fresh.close();
});

describe('accounts', () => {
  test('are found by what is in their name or address, with what they use', async () => {
    const teacher = await application.register();
    await application.dependencies.database
      .insertInto('stored_files')
      .values({
        key: `i${teacher.id}/a.txt`,
        instructor_id: teacher.id,
        kind: 'text',
        content_type: 'text/plain',
        original_name: 'a.txt',
        size_bytes: 29,
      })
      .execute();
    const { email } = teacher.session;
    const search = async (text: string) =>
      (await administrator.get(`/api/admin/accounts/?search=${encodeURIComponent(text)}`)).read(
        200,
        administeredAccountList,
      );
    const found = await search(email.slice(0, 8).toUpperCase());
    expect(found.total).toBe(1);
    expect(found.accounts[0]).toMatchObject({ id: teacher.id, email, is_staff: false });
    const largest = (await administrator.get('/api/admin/accounts/?order=storage')).read(
      200,
      administeredAccountList,
    );
    expect(largest.accounts[0]?.id).toBe(teacher.id);
    expect((await search('%')).total).toBe(0);
    const all = (await administrator.get('/api/admin/accounts/?page=2')).read(200, administeredAccountList);
    expect(all.accounts).toEqual([]);
    const one = await administrator.get(`/api/admin/accounts/${teacher.id}/`);
    expect(one.read(200, administeredAccount).email).toBe(email);
  });

  test('a disabled one is signed out at once and stays out until it is enabled', async () => {
    const teacher = await application.register();
    const { email, refresh } = teacher.session;
    const changed = (await patch(teacher.id, { is_active: false })).read(200, administeredAccount);
    expect(changed.is_active).toBe(false);
    (await teacher.get('/api/courses/')).readProblem(401);
    (await application.post('/api/auth/refresh/', { refresh })).readProblem(401);
    (await application.post('/api/auth/login/', { email, ...password })).readProblem(403);
    await patch(teacher.id, { is_active: true });
    (await application.post('/api/auth/login/', { email, ...password })).read(200, session);
    expect((await newestEntries(4)).map(({ action }) => action)).toEqual([
      'sign_in',
      'account_enabled',
      'sign_in',
      'account_disabled',
    ]);
  });

  test('making an administrator requires the password, and works at once in both directions', async () => {
    const teacher = await application.register();
    const asked = () => teacher.get('/api/admin/version/');
    (await asked()).readProblem(403);
    (await patch(teacher.id, { is_staff: true, password: undefined })).readProblem(400);
    (await patch(teacher.id, { is_staff: true, password: 'not this one' })).readProblem(400);
    (await asked()).readProblem(403);
    await patch(teacher.id, { is_staff: true });
    expect((await asked()).status).toBe(200);
    const byKey = await application.call('GET', '/api/admin/version/', {
      headers: { 'api-key': teacher.session.api_key },
    });
    expect(byKey.readProblem(403).code).toBe('not_allowed');
    await patch(teacher.id, { is_staff: false });
    (await asked()).readProblem(403);
  });

  test('disabling or enabling an account requires the password', async () => {
    const { id } = await application.register();
    for (const is_active of [false, true]) {
      const refused = (await patch(id, { is_active, password: undefined })).readProblem(400);
      expect(refused.errors?.[0]?.field).toBe('password');
      (await patch(id, { is_active, password: 'not this one' })).readProblem(400);
    }
    const one = (await administrator.get(`/api/admin/accounts/${id}/`)).read(200, administeredAccount);
    expect(one.is_active).toBe(true);
  });

  test('administrators cannot shut themselves out, and an absent account is not found', async () => {
    (await patch(administrator.id, { is_active: false })).readProblem(409);
    (await patch(administrator.id, { is_staff: false })).readProblem(409);
    (await patch(2_000_000_000, { is_active: false })).readProblem(404);
  });

  test('deletes another account with the contents it listed, but not your own', async () => {
    const teacher = await application.register();
    const file = 'https://example.org/a.pdf';
    const { id: course } = await teacher.makeCourse();
    await teacher.post('/api/lessons/', { title: 'Light', type: 'lesson', file, course });
    const path = `/api/admin/accounts/${teacher.id}/`;
    const { email } = teacher.session.user;
    expect((await administrator.get(`${path}contents/`)).read(200, accountContents)).toMatchObject({
      courses: 1,
      lessons: 1,
    });
    const remove = (json: object, of = path): Promise<Answer> => administrator.call('DELETE', of, { json });
    expect(
      (await remove({ ...password, email: 'other@example.test' })).readProblem(400).detail,
    ).toBeDefined();
    expect((await remove({ password: 'not the password', email })).status).toBe(400);
    expect((await administrator.get(path)).status).toBe(200);
    expect((await remove({ ...password, email: email.toUpperCase() })).status).toBe(204);
    expect((await administrator.get(path)).status).toBe(404);
    expect((await teacher.get('/api/courses/')).status).toBe(401);
    expect(await newestEntries(2)).toContainEqual(
      expect.objectContaining({
        action: 'account_deleted',
        subject: { kind: 'account', id: String(teacher.id) },
      }),
    );
    const own = `/api/admin/accounts/${administrator.id}/`;
    expect((await remove({ ...password, email: administrator.session.user.email }, own)).status).toBe(409);
  });

  test('does not delete the last administrator, even from the command line', async () => {
    const fresh = await startTestApplication();
    const only = await fresh.register();
    await expect(
      deleteAccountOf(fresh.dependencies, { userId: null }, only.id, only.session.user.email),
    ).rejects.toMatchObject({ code: 'conflict' });
    await fresh.close();
  });

  test('a quota is set and unset', async () => {
    const { id } = await application.register();
    const set = (await patch(id, { storage_quota_bytes: 5_000_000_000 })).read(200, administeredAccount);
    expect(set.storage_quota_bytes).toBe(5_000_000_000);
    const unset = (await patch(id, { storage_quota_bytes: null })).read(200, administeredAccount);
    expect(unset.storage_quota_bytes).toBeNull();
    (await patch(id, { storage_quota_bytes: -1 })).readProblem(400);
  });

  test('a reset link sets a new password once and ends every session', async () => {
    const teacher = await application.register();
    const path = `/api/admin/accounts/${teacher.id}/reset-link/`;
    (await administrator.post(path, { password: 'not this one' })).readProblem(400);
    const { url } = (await administrator.post(path, password)).read(201, resetLink);
    expect(url).toMatch(/\/reset-password#token=[\w-]{43}$/);
    const chosen = 'a freshly chosen password';
    const confirm = () =>
      application.post('/api/password-reset/confirm/', {
        token: tokenOf(url),
        password: chosen,
        password2: chosen,
      });
    (await confirm()).read(200, passwordResetDone);
    expect((await confirm()).readProblem(400).errors?.[0]?.field).toBe('token');
    const { email, refresh } = teacher.session;
    (await application.post('/api/auth/refresh/', { refresh })).readProblem(401);
    (await application.post('/api/auth/login/', { email, ...password })).readProblem(401);
    (await application.post('/api/auth/login/', { email, password: chosen })).read(200, session);
    const stored = await application.dependencies.database
      .selectFrom('password_resets')
      .selectAll()
      .execute();
    expect(JSON.stringify([stored, await newestEntries(20)])).not.toContain(tokenOf(url));
  });
});

describe('registration', () => {
  const set = async (settings: RegistrationSettings) =>
    (
      await administrator.call('PUT', '/api/admin/registration/', { json: { ...settings, ...password } })
    ).read(200, administeredRegistration);

  test('and invitations change only with the password', async () => {
    const unconfirmed = { json: { mode: 'closed', allowed_domains: [] } };
    const refused = [
      await administrator.call('PUT', '/api/admin/registration/', unconfirmed),
      await administrator.post('/api/admin/invitations/', {}),
      await administrator.call('DELETE', `/api/admin/invitations/${crypto.randomUUID()}/`, { json: {} }),
    ];
    for (const answer of refused) expect(answer.readProblem(400).errors?.[0]?.field).toBe('password');
    const settings = await administrator.get('/api/admin/registration/');
    expect(settings.read(200, administeredRegistration)).toEqual({
      mode: 'open',
      allowed_domains: [],
      verifies_addresses: false,
    });
  });

  test('is open, by invitation, or closed, and says so to anyone', async () => {
    await set({ mode: 'closed', allowed_domains: [] });
    const options = await application.call('GET', '/api/auth/registration/');
    expect(options.read(200, registrationOptions)).toEqual({
      mode: 'closed',
      allowed_domains: [],
      needs_link: false,
      awaits_first_administrator: false,
      password_reset: 'administrator',
    });
    expect((await registerAs(newEmail())).readProblem(403).code).toBe('registration_closed');
    await set({ mode: 'invite', allowed_domains: [] });
    expect((await registerAs(newEmail())).readProblem(403).detail).toContain('by invitation');
    await set({ mode: 'open', allowed_domains: [] });
    (await registerAs(newEmail())).read(201, session);
  });

  test('an invitation admits one person, and only the address it is for', async () => {
    await set({ mode: 'invite', allowed_domains: ['example.org'] });
    const invite = async (json: object) =>
      (await administrator.post('/api/admin/invitations/', { ...json, ...password })).read(
        201,
        newInvitation,
      );
    const email = newEmail();
    const { url } = await invite({ email: email.toUpperCase() });
    const invitation = tokenOf(url);
    (await registerAs(newEmail(), { invitation })).readProblem(400);
    const results = await Promise.all([registerAs(email, { invitation }), registerAs(email, { invitation })]);
    expect(results.map(({ status }) => status).sort()).toEqual([201, 400]);
    const { id, url: second } = await invite({});
    const revoked = await administrator.call('DELETE', `/api/admin/invitations/${id}/`, { json: password });
    expect(revoked.status).toBe(204);
    (await registerAs(newEmail(), { invitation: tokenOf(second) })).readProblem(400);
    const listed = (await administrator.get('/api/admin/invitations/')).read(200, invitationList);
    expect(listed).toEqual([expect.objectContaining({ email })]);
    expect(listed[0]?.used_at).not.toBeNull();
    await set({ mode: 'open', allowed_domains: [] });
  });

  test('a spent invitation stays valid when the registration fails', async () => {
    const taken = (await application.register()).session.email;
    await set({ mode: 'invite', allowed_domains: [] });
    const made = await administrator.post('/api/admin/invitations/', password);
    const invitation = tokenOf(made.read(201, newInvitation).url);
    (await registerAs(taken, { invitation })).readProblem(400);
    (await registerAs(newEmail(), { invitation })).read(201, session);
    await set({ mode: 'open', allowed_domains: [] });
  });

  test('only allowed domains register where there are some', async () => {
    expect((await set({ mode: 'open', allowed_domains: [' Example.ORG '] })).allowed_domains).toEqual([
      'example.org',
    ]);
    for (const email of ['a@example.com', 'a@sub.example.org', 'a@example.org.evil.test']) {
      expect((await registerAs(email)).readProblem(400).email?.[0]).toContain('example.org');
    }
    (await registerAs('ada@EXAMPLE.org')).read(201, session);
    const wrong = { mode: 'open', allowed_domains: ['not a domain'], ...password };
    (await administrator.call('PUT', '/api/admin/registration/', { json: wrong })).readProblem(400);
    await set({ mode: 'open', allowed_domains: [] });
  });
});

describe('jobs', () => {
  const list = async (state: string, more = '') =>
    (await administrator.get(`/api/admin/jobs/?state=${state}${more}`)).read(200, administeredJobList);
  const transcribe = async (teacher: TestInstructor): Promise<string> => {
    const lesson = await teacher.makeLesson({ file: 'https://example.org/a.mp4' });
    expect((await teacher.post('/api/transcribe-video/', { lesson_id: lesson.id })).status).toBeLessThan(300);
    const [job] = await list('waiting', `&account_id=${teacher.id}&limit=1`);
    return job?.id ?? '';
  };
  const fail = (id: string) =>
    sql`update pgboss.job set state = 'failed', completed_on = now(),
      output = '{"message": "It broke.\\nIn line 2"}' where id = ${id}`.execute(
      application.dependencies.database,
    );

  test('a failed one is listed with its reason and can be retried once', async () => {
    const teacher = await application.register();
    const id = await transcribe(teacher);
    (await administrator.post(`/api/admin/jobs/${id}/retry/`)).readProblem(409);
    await fail(id);
    expect(await list('failed')).toEqual([
      expect.objectContaining({
        id,
        kind: 'transcribe-video',
        state: 'failed',
        error: 'It broke.',
        instructor_email: teacher.session.email,
      }),
    ]);
    expect((await administrator.post(`/api/admin/jobs/${id}/retry/`)).status).toBe(204);
    expect((await list('waiting')).map((job) => job.id)).toContain(id);
    (await administrator.post(`/api/admin/jobs/${id}/retry/`)).readProblem(409);
  });

  test('one whose transcription was given up cannot be retried', async () => {
    const teacher = await application.register();
    const id = await transcribe(teacher);
    await fail(id);
    const { database } = application.dependencies;
    await database
      .updateTable('transcriptions')
      .set({ status: 'failed', error: 'x' })
      .where('instructor_id', '=', teacher.id)
      .execute();
    const refused = (await administrator.post(`/api/admin/jobs/${id}/retry/`)).readProblem(409);
    expect(refused.detail).toContain('start it again from the lesson');
    expect((await list('failed')).map((job) => job.id)).toContain(id);
  });

  test('a transcript that was given up cannot be read again', async () => {
    const teacher = await application.register();
    const { id: lessonId } = await teacher.makeLesson({ file: 'https://example.org/a.mp4' });
    const { dependencies } = application;
    const actor = { userId: teacher.id, instructorId: teacher.id };
    const id = await haveTranscriptRead(dependencies, actor, lessonId, 'Plants turn light into sugar.');
    await fail(id);
    const stalled = new Date(Date.now() + 2 * 3_600_000);
    await endStalledTranscriptions(dependencies, stalled);
    expect((await teacher.readLesson(lessonId)).transcription_error).not.toBeNull();
    const refused = (await administrator.post(`/api/admin/jobs/${id}/retry/`)).readProblem(409);
    expect(refused.detail).toContain('start it again from the lesson');
    expect((await list('failed')).map((job) => job.id)).toContain(id);
  });

  test('a retried one is shown to its instructor as waiting, and its failure is forgotten', async () => {
    const { database, jobs } = application.dependencies;
    const teacher = await application.register();
    const lesson = await teacher.makeLesson({ file: 'https://example.org/a.mp4' });
    const id = await jobs.enqueue(database, summarizeLesson, {
      instructor_id: teacher.id,
      lesson_id: lesson.id,
      length: 'short',
      replaces_edits: false,
    });
    await beginLessonWork(
      { database },
      { id, name: summarizeLesson.name, work: 'summary' },
      {
        id: lesson.id,
        instructor_id: teacher.id,
      },
    );
    await endLessonWork({ database }, id, new ProblemError('job_failed').coded);
    await fail(id);
    expect((await administrator.post(`/api/admin/jobs/${id}/retry/`)).status).toBe(204);
    expect(await jobs.findOutcome(summarizeLesson.name, id)).toEqual({ state: 'waiting', output: undefined });
    const work = await database.selectFrom('lesson_work').selectAll().where('job_id', '=', id).execute();
    expect(work).toMatchObject([{ status: 'queued', message: null, ended_at: null }]);
  });

  test('are listed page by page', async () => {
    const teacher = await application.register();
    for (let index = 0; index < 3; index += 1) await transcribe(teacher);
    const page = (more: string) => list('waiting', `&account_id=${teacher.id}&limit=2${more}`);
    const first = await page('');
    const second = await page(`&before_id=${first.at(-1)?.id ?? ''}`);
    expect([first.length, second.length]).toEqual([2, 1]);
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(3);
    expect(await page(`&before_id=${second[0]?.id ?? ''}`)).toEqual([]);
  });

  test('notifies the instructor of a cancelled one, who can start again', async () => {
    const teacher = await application.register();
    const lesson = await teacher.makeLesson({ file: 'https://example.org/a.mp4' });
    const started = await teacher.post('/api/transcribe-video/', { lesson_id: lesson.id });
    expect(started.status).toBeLessThan(300);
    const waiting = (await list('waiting')).find((job) => job.instructor_id === teacher.id);
    expect(waiting?.kind).toBe('transcribe-video');
    const one = (await administrator.get(`/api/admin/accounts/${teacher.id}/`)).read(
      200,
      administeredAccount,
    );
    expect(one.waiting_jobs).toBe(1);
    expect((await administrator.post(`/api/admin/jobs/${waiting?.id ?? ''}/cancel/`)).status).toBe(204);
    expect((await list('cancelled')).map(({ id }) => id)).toContain(waiting?.id);
    expect(JSON.stringify(await teacher.readLesson(lesson.id))).toContain('An administrator cancelled this');
    (await administrator.post(`/api/admin/jobs/${waiting?.id ?? ''}/cancel/`)).readProblem(409);
  });
});

test('storage and versions are shown', async () => {
  const use = (await administrator.get('/api/admin/storage/')).read(200, storageUse);
  expect(use.database_bytes).toBeGreaterThan(1_000_000);
  expect(use.free_bytes).toBeGreaterThan(0);
  expect(use).toMatchObject({ free_floor_bytes: 2 * 2 ** 30, default_quota_bytes: 20 * 2 ** 30 });
  const versions = (await administrator.get('/api/admin/version/')).read(200, versionAnswer);
  expect(versions.database).toMatch(/^PostgreSQL \d+/);
  expect(versions.migration).toMatch(/^\d{4}-/);
  expect(versions.last_backup).toBeNull();
});

test('the last backup is shown, and late after 26 hours', async () => {
  const { database } = application.dependencies;
  const read = async () => (await administrator.get('/api/admin/version/')).read(200, versionAnswer);
  await recordAudit(database, 'backup_made', { details: { size_bytes: 5_000, files: 3 } });
  expect((await read()).last_backup).toMatchObject({ size_bytes: 5_000, files: 3, is_late: false });
  await sql`update audit_log set at = at - interval '27 hours' where action = 'backup_made'`.execute(
    database,
  );
  expect((await read()).last_backup?.is_late).toBe(true);
});

test('a worker is asked once to fetch missing models', async () => {
  const read = async () => (await administrator.get('/api/admin/models/')).read(200, modelOverview);
  expect(await read()).toMatchObject({
    models: { 'speech-to-text': { status: 'ready' } },
    writer: null,
    is_downloading: false,
  });
  for (let index = 0; index < 2; index += 1) {
    expect((await administrator.post('/api/admin/models/download/')).status).toBe(204);
  }
  expect((await read()).is_downloading).toBe(true);
  const waiting = (await administrator.get('/api/admin/jobs/?state=waiting')).read(200, administeredJobList);
  expect(waiting.filter(({ kind }) => kind === 'fetch-models')).toHaveLength(1);
  const { signal } = new AbortController();
  const needed = { ...application.dependencies, textEmbedder: fakeTextEmbedder };
  const ready = () => Promise.resolve({ a: { status: 'ready' } as const });
  await fetchMissingModels({ ...needed, fetchModels: ready }, signal);
  const missing = () => Promise.resolve({ a: { status: 'unavailable', reason: 'No network.' } as const });
  await expect(fetchMissingModels({ ...needed, fetchModels: missing }, signal)).rejects.toThrow(
    'No network.',
  );
});

test('the audit log is filtered by an email address, for what the account did and what was done to it', async () => {
  const teacher = await application.register();
  await patch(teacher.id, { is_active: false });
  const { email } = teacher.session;
  const path = `/api/admin/audit-log/?email=${encodeURIComponent(email.toUpperCase())}`;
  const entries = (await administrator.get(path)).read(200, auditEntryList);
  expect(entries.map(({ action }) => action)).toEqual(['account_disabled', 'registration']);
  (await administrator.get('/api/admin/audit-log/?email=someone')).readProblem(400);
});

test('the audit log is read page by page, filtered, and downloaded', async () => {
  const { database } = application.dependencies;
  for (let index = 0; index < 5; index += 1) {
    await recordAudit(database, 'job_retried', { on: ['account', 900], details: { index } });
  }
  const page = async (query: string) =>
    (await administrator.get(`/api/admin/audit-log/?account_id=900&limit=2${query}`)).read(
      200,
      auditEntryList,
    );
  const seen: unknown[] = [];
  for (let entries = await page(''); entries.length > 0;) {
    seen.push(...entries.map(({ details }) => details['index']));
    entries = await page(`&before_id=${entries.at(-1)?.id ?? ''}`);
  }
  expect(seen).toEqual([4, 3, 2, 1, 0]);
  const download = await administrator.get('/api/admin/audit-log/export/?account_id=900&format=jsonl');
  expect(download.headers.get('content-disposition')).toMatch(
    /^attachment; filename="lectern-audit-log-[\d-]+\.jsonl"$/,
  );
  expect(download.text.trimEnd().split('\n')).toHaveLength(5);
  const csv = await administrator.get('/api/admin/audit-log/export/');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  (await administrator.get('/api/admin/audit-log/?since=yesterday')).readProblem(400);
});
