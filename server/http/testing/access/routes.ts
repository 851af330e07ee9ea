import { PATCH_TYPE, encodeMetadata, makeVideo } from '#server/testing/test-tus-client.ts';
import { fileForm } from '#server/testing/test-instructor.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import { makeRoute, type Expectation, type Route } from './route.ts';
import { strangerEmail, type Things } from './things.ts';

const password = { password: TEST_PASSWORD };
const tus = { 'tus-resumable': '1.0.0' };
const course = { title: 'Changed', description: 'x', department: 'x' };
const UNREACHABLE = { provider: 'ollama', base_url: 'http://127.0.0.1:9', model: 'none' };
const EDIT = '00000000-0000-4000-8000-000000000001';
const TAB = '0123456789abcdef';

const open = (answers: number, send: Expectation['send'] = {}): Expectation => ({
  access: 'public',
  answers,
  send,
});
const json = (answers: number, body: object | ((of: Things) => object)): Expectation => ({
  answers,
  send: (of) => ({ json: typeof body === 'function' ? body(of) : body }),
});
const query = (answers: number, search: (of: Things) => string): Expectation => ({
  answers,
  send: (of) => ({ query: search(of) }),
});
const spent = (expectation: number | Expectation): Expectation => ({ ...expand(expectation), spends: true });
const expand = (expectation: number | Expectation): Expectation =>
  typeof expectation === 'number' ? { answers: expectation } : expectation;

/** A draft with one question. */
const edits = {
  based_on_version: 1,
  questions: [
    {
      text: 'Why?',
      type: 'essay',
      blooms_taxonomy: 'analyze',
      difficulty: 'easy',
      outcome: null,
      options: [],
      explanation: '',
      evidence: null,
      key_points: [],
      rubric: null,
      written_by: 'instructor',
    },
  ],
};

const ofLesson = ({ lesson }: Things) => ({ lesson_id: lesson });
const ofVideo = ({ video }: Things) => ({ lesson_id: video });
const newLesson = ({ course: id }: Things) => ({
  title: 'New',
  type: 'lesson',
  file: 'https://example.org/a.pdf',
  course: id,
});
const search = (where: string): string => `q=chlorophyll&${where}`;
const fromBank = ({ lesson, candidate }: Things) => ({ lesson_id: lesson, candidate_ids: [candidate] });
const namesInstructor = ({ instructor }: Things) => ({ json: { ...course, instructor_id: instructor } });
const question = (place: object) => ({ json: { text: 'What does chlorophyll absorb?', ...place } });
const asksQuestion: Expectation = {
  answers: 200,
  send: (of) => question({ conversation_id: of.conversation }),
  variants: [
    (of) => question({ course_id: of.course }),
    (of) => question({ lesson_id: of.lesson }),
    (of) => question({ course_id: of.course, lesson_id: of.lesson }),
    (of) => question({ question_id: of.question }),
    (of) => question({ conversation_id: of.conversation, question_id: of.question }),
  ],
};

/** Every route, and the status of a call that is allowed. A route that is missing here fails the tests. */
const EXPECTATIONS: Record<string, number | Expectation> = {
  'GET /api/health/': open(200),
  'GET /api/health/live/': open(200),
  'GET /api/health/ready/': open(200),
  'GET /metrics': 200,

  'POST /api/auth/register/': open(201, () => ({
    json: { email: strangerEmail(), ...password, password2: TEST_PASSWORD },
  })),
  // Without mail there is no link.
  'POST /api/auth/registration/link/': open(409, () => ({ json: { email: strangerEmail() } })),
  'GET /api/auth/registration/': open(200),
  'POST /api/auth/login/': open(401, () => ({ json: { email: strangerEmail(), ...password } })),
  'POST /api/auth/login/second-factor/': open(401, { json: { challenge: 'unknown', code: '000000' } }),
  'GET /api/auth/two-factor/': 200,
  'POST /api/auth/two-factor/setup/': json(200, password),
  // The call before began the set-up; its app would show other digits.
  'POST /api/auth/two-factor/confirm/': json(400, { code: '000000' }),
  'POST /api/auth/two-factor/recovery-codes/': json(409, { ...password, code: '000000' }),
  'DELETE /api/auth/two-factor/': json(409, { ...password, code: '000000' }),
  // No provider is configured.
  'GET /api/auth/oidc/start/': open(404, { query: `tab=${TAB}` }),
  'GET /api/auth/oidc/callback/': open(404),
  'POST /api/auth/oidc/session/': open(401, { json: { token: 'unknown', tab: TAB } }),
  'POST /api/auth/oidc/link/': open(401, { json: { token: 'unknown', tab: TAB, ...password } }),
  'POST /api/auth/refresh/': open(401, { json: { refresh: 'unknown' } }),
  'POST /api/auth/logout/': open(204, { json: { refresh: 'unknown' } }),
  'POST /api/password-reset/request/': open(202, () => ({ json: { email: strangerEmail() } })),
  'POST /api/password-reset/confirm/': open(400, {
    json: { token: 'unknown', ...password, password2: TEST_PASSWORD },
  }),
  'GET /api/auth/sessions/': 200,
  'DELETE /api/auth/sessions/': spent(json(204, password)),
  'DELETE /api/auth/sessions/:id/': spent(json(204, password)),
  'POST /api/auth/password/': spent(
    json(204, { current_password: TEST_PASSWORD, new_password: 'another long password' }),
  ),
  'POST /api/auth/api-key/': spent(json(200, password)),
  'GET /api/auth/api-keys/': 200,
  'POST /api/auth/api-keys/': json(201, { ...password, name: 'Script' }),
  'DELETE /api/auth/api-keys/:id/': spent(json(204, password)),
  'GET /api/auth/export/': 200,
  'GET /api/auth/account/': 200,
  'PATCH /api/auth/account/': json(200, { department: 'Changed' }),
  'DELETE /api/auth/account/': spent(json(204, password)),

  'GET /api/courses/': 200,
  'POST /api/courses/': { ...json(201, course), variants: [namesInstructor] },
  'GET /api/courses/:id/': 200,
  'PUT /api/courses/:id/': { ...json(200, course), variants: [namesInstructor] },
  'DELETE /api/courses/:id/': spent(204),
  'PUT /api/courses/:id/pin/': 204,
  'DELETE /api/courses/:id/pin/': 204,
  'POST /api/courses/:id/copy/': json(201, { title: 'A copy' }),
  'POST /api/courses/demo/': 201,
  'PUT /api/courses/:id/lesson_order/': json(204, ({ lesson }) => ({ lesson_ids: [lesson] })),

  'GET /api/lessons/by_course/': query(200, (of) => `course_id=${of.course}`),
  'POST /api/lessons/': {
    ...json(201, newLesson),
    variants: [
      (of) => ({ json: { ...newLesson(of), file: of.file } }),
      (of) => ({ json: { ...newLesson(of), docsource_id: of.docsource } }),
    ],
  },
  'GET /api/lessons/:id/': 200,
  'PUT /api/lessons/:id/': {
    ...json(200, { title: 'Changed' }),
    variants: [(of) => ({ json: { title: 'Moved', course: of.course } })],
  },
  'DELETE /api/lessons/:id/': spent(204),
  'GET /api/lessons/:id/text/': 200,
  'GET /api/lessons/:id/recognized_pages/': 200,
  // Its text was not recognized in a picture.
  'GET /api/lessons/:id/recognized_pages/:page/': 404,
  'POST /api/lessons/:id/ingest/': 200,
  // It is a document.
  'GET /api/lessons/:id/transcript/': 409,
  'POST /api/lessons/:id/transcript/edits/': json(409, {
    video_id: 'vid_absent',
    base_version: 0,
    edits: [{ id: EDIT, steps: [{ kind: 'splice', at: 0, remove: 1, insert: [] }] }],
  }),
  'GET /api/lessons/:id/transcript/versions/': 409,
  'POST /api/lessons/:id/transcript/versions/:version/restore/': json(409, {
    video_id: 'vid_absent',
    base_version: 0,
    id: EDIT,
  }),
  'PUT /api/lessons/:id/transcript/': {
    ...json(200, { text: 'Plants turn light into sugar. Leaves absorb red light.' }),
    id: 'video',
  },

  'POST /api/transcribe-video/': json(202, ofVideo),
  'POST /api/transcribe/': json(202, ofVideo),
  'GET /api/transcribe-video/check-by-lesson/': query(200, (of) => `lesson_id=${of.video}`),
  'POST /api/transcribe/create': {
    ...json(202, { video_url: 'https://example.org/a.mp4' }),
    variants: [({ file }) => ({ json: { video_url: file } })],
  },
  'POST /api/transcribe/retrieve': json(200, (of) => ({
    video_id: of.transcription,
    access_token: of.transcriptionToken,
  })),

  'GET /api/lessons/:id/changed-evidence/': 200,
  // Its evidence is unchanged.
  'POST /api/lessons/:id/changed-evidence/': json(404, { key: 'candidate-1', action: 'remove' }),

  'PUT /api/lessons/:id/summary/': json(400, {
    length: 'short',
    points: [{ text: 'Ice floats.', evidence: { quote: 'Not in the lesson.', passage_id: '0' } }],
    key_terms: [],
  }),
  'POST /api/summarize-video/': json(200, ofLesson),
  'POST /api/summarize-file/': json(200, (of) => ({ ...ofLesson(of), docsource_id: of.docsource })),

  'POST /api/question-sets/generate/': json(200, ofLesson),
  'POST /api/question-sets/generate_blooms/': json(200, ofLesson),
  'POST /api/question-sets/preview/': json(200, ofLesson),
  'POST /api/question-sets/save/': json(200, (of) => ({ question_set_id: of.questionSet, name: 'Changed' })),
  'GET /api/question-sets/': query(200, (of) => `course_id=${of.course}`),
  'GET /api/question-sets/by_lesson/': query(200, (of) => `lesson_id=${of.lesson}`),
  'GET /api/question-sets/by_question_set/': query(200, (of) => `question_set_id=${of.questionSet}`),
  'PATCH /api/question-sets/:id/': json(200, { name: 'Changed' }),
  'DELETE /api/question-sets/:id/': spent(204),
  'GET /api/question-sets/:id/draft/': 200,
  'PUT /api/question-sets/:id/draft/': json(200, edits),
  'DELETE /api/question-sets/:id/draft/': 204,
  'POST /api/question-sets/:id/publish/': spent(json(200, edits)),
  'POST /api/question-sets/:id/review/': json(200, { question_ids: [1], is_draft: false }),
  'POST /api/question-sets/:id/review/skip/': spent(json(200, (of) => ({ question_id: of.quizQuestion }))),
  'POST /api/question-sets/:id/review/undo/': 200,
  'PUT /api/question-sets/:id/questions/:question_id/': spent(json(200, edits.questions[0] ?? {})),
  'POST /api/question-sets/:id/regenerate/': json(200, { avoid: [] }),
  'GET /api/question-sets/:id/versions/': 200,
  'GET /api/question-sets/:id/versions/:version/': 200,
  'GET /api/question-sets/:id/coverage/': 200,

  'GET /api/lessons/:id/question-bank/': 200,
  'GET /api/lessons/:id/facts/': 200,
  'POST /api/lessons/:id/question-bank/prepare/': 202,
  'PUT /api/question-bank/:id/': json(200, { text: 'Why is the leaf green?', options: [] }),
  'DELETE /api/question-bank/:id/': spent(204),
  'POST /api/question-bank/:id/restore/': 200,
  'POST /api/question-sets/from_bank/': {
    ...json(200, fromBank),
    variants: [(of) => ({ json: { ...fromBank(of), question_set_id: of.questionSet } })],
  },

  'GET /api/search/': {
    ...query(200, (of) => search(`course_id=${of.course}&lesson_id=${of.lesson}`)),
    variants: [
      (of) => ({ query: search(`course_id=${of.course}`) }),
      (of) => ({ query: search(`lesson_id=${of.lesson}`) }),
    ],
  },
  'POST /api/assistant/messages/': asksQuestion,
  'POST /api/assistant/messages/stream/': asksQuestion,
  'GET /api/assistant/suggestions/': query(200, (of) => `lesson_id=${of.lesson}`),
  'GET /api/assistant/conversations/': 200,
  'POST /api/assistant/conversations/': json(201, { title: 'New' }),
  'GET /api/assistant/conversations/:id/': 200,
  'PATCH /api/assistant/conversations/:id/': json(200, { title: 'Changed' }),
  'DELETE /api/assistant/conversations/:id/': spent(204),

  'GET /api/admin/accounts/': query(200, () => 'search=a&status=active'),
  'GET /api/admin/accounts/:id/': 200,
  'PATCH /api/admin/accounts/:id/': spent(json(200, { storage_quota_bytes: 1_000 })),
  'GET /api/admin/accounts/:id/contents/': 200,
  // Another email address: the other calls need the account.
  'DELETE /api/admin/accounts/:id/': json(400, { ...password, email: 'another@example.test' }),
  'POST /api/admin/accounts/:id/reset-link/': json(201, password),
  'GET /api/admin/registration/': 200,
  'PUT /api/admin/registration/': json(200, { mode: 'open', allowed_domains: [], ...password }),
  'GET /api/admin/two-factor/': 200,
  'PUT /api/admin/two-factor/': json(200, { required_for: 'off', ...password }),
  'DELETE /api/admin/accounts/:id/two-factor/': spent(json(204, password)),
  'GET /api/admin/invitations/': 200,
  'POST /api/admin/invitations/': json(201, password),
  'DELETE /api/admin/invitations/:id/': spent(json(204, password)),
  'GET /api/admin/jobs/': query(200, () => 'state=failed'),
  // The job is done: it can be neither retried nor cancelled.
  'POST /api/admin/jobs/:id/retry/': 409,
  'POST /api/admin/jobs/:id/cancel/': 409,
  'GET /api/admin/models/': 200,
  'POST /api/admin/models/download/': 204,
  'GET /api/language-model/': 200,
  'GET /api/admin/language-model/': 200,
  // The current setting, so that nothing changes.
  'PUT /api/admin/language-model/': json(200, { provider: 'none', ...password }),
  'DELETE /api/admin/language-model/': json(200, password),
  'POST /api/admin/language-model/models/': json(200, UNREACHABLE),
  'POST /api/admin/language-model/discover/': 200,
  'POST /api/admin/language-model/test/': json(200, UNREACHABLE),
  'GET /api/admin/storage/': 200,
  'GET /api/admin/version/': 200,
  'GET /api/admin/audit-log/': query(200, () => 'limit=5'),
  'GET /api/admin/audit-log/export/': query(200, () => 'format=jsonl'),

  'GET /api/trash/': 200,
  'DELETE /api/trash/': spent(204),
  'POST /api/trash/courses/:id/restore/': spent(200),
  'DELETE /api/trash/courses/:id/': spent(204),
  'POST /api/trash/lessons/:id/restore/': spent(200),
  'DELETE /api/trash/lessons/:id/': spent(204),
  'POST /api/trash/question-sets/:id/restore/': spent(200),
  'DELETE /api/trash/question-sets/:id/': spent(204),

  'GET /api/dashboard/': 200,
  'GET /api/activity/': 200,
  'GET /api/events/': 200,

  'POST /ai/upload-video/': { answers: 200, send: () => ({ body: fileForm(makeVideo(2_000), 'a.mp4') }) },
  'POST /ai/upload_doc_qagen/': {
    answers: 200,
    send: () => ({ body: fileForm('Plants turn light into sugar.', 'a.txt') }),
  },
  'OPTIONS /ai/uploads/': open(204),
  'POST /ai/uploads/': spent({
    answers: 201,
    send: {
      headers: { ...tus, 'upload-length': '10', 'upload-metadata': encodeMetadata({ filename: 'a.mp4' }) },
    },
  }),
  'HEAD /ai/uploads/:id/': spent({ answers: 200, send: { headers: tus } }),
  'PATCH /ai/uploads/:id/': spent({
    answers: 204,
    send: {
      body: new Uint8Array(500),
      headers: { ...tus, 'upload-offset': '0', 'content-type': PATCH_TYPE },
    },
  }),
  'DELETE /ai/uploads/:id/': spent({ answers: 204, send: { headers: tus } }),
  // Not all of it has arrived yet.
  'POST /ai/uploads/:id/finish/': 409,

  // The signature decides: a link works for everyone who has it.
  'GET /files/*': { answers: 200, send: (of) => ({ path: String(of.file) }) },

  // Only where no web app is served.
  'GET /': 302,
  'GET /*': open(200, { path: '/welcome' }),
  'GET /assets/*': open(200, { path: '/assets/main-Ab12.js' }),
  'GET /manifest.webmanifest': 200,
  'GET /api/openapi.json': open(200),
  'GET /api/docs': open(200),
  'GET /api/docs/json': open(200),
  'GET /api/docs/yaml': open(200),
  'GET /api/docs/static/index.html': open(302),
  'GET /api/docs/static/swagger-initializer.js': open(200),
  'GET /api/docs/static/theme/lectern.css': open(200),
  'GET /api/docs/static/*': open(200, { path: '/api/docs/static/swagger-ui.css' }),
};

export const ROUTES: readonly Route[] = Object.entries(EXPECTATIONS).map(([route, expectation]) =>
  makeRoute(route, expand(expectation)),
);
