import type { Identity } from './identities.ts';

/** Schemathesis's settings for one identity, as the TOML of its configuration file. */
export function describeSettings(identity: Identity, options: { readonly streamSeconds: number }): string {
  return [
    ...describeCredentials(identity),
    ...describeObjects(identity),
    ...OPERATIONS.flatMap(({ where, settings }) => ['[[operations]]', ...where, ...settings, '']),
    ...RULES.flatMap(({ operations, statuses }) => [
      '[[operations]]',
      `include-name = ${JSON.stringify(operations)}`,
      `checks.positive_data_acceptance.expected-statuses = ${JSON.stringify([...ACCEPTED, ...statuses])}`,
      '',
    ]),
    '[[operations]]',
    'include-path-regex = "^/ai/uploads/"',
    // The protocol asks for its version in a header first, and answers 412 to whoever does not name it (tus 1.0.0).
    ...Object.entries({ ...REFUSED, positive_data_acceptance: [...ACCEPTED, '400', '413', '415'] }).map(
      ([check, statuses]) => `checks.${check}.expected-statuses = ${JSON.stringify([...statuses, '412'])}`,
    ),
    '',
    '[[operations]]',
    'include-path = "/api/events/"',
    // The stream has no end: what it says first is checked, then it is left.
    `request-timeout = ${options.streamSeconds}`,
    'max-stream-events = 1',
    '',
  ].join('\n');
}

const quote = (text: string): string => JSON.stringify(text);

function describeCredentials({ name, account }: Identity): string[] {
  if (account === undefined) return [];
  if (name === 'api-key') return ['[auth.openapi.apiKey]', `api_key = ${quote(account.session.api_key)}`, ''];
  return [
    // An access token lasts 15 minutes, a run may take longer: it signs in again when it is refused.
    '[auth.dynamic.openapi.bearer]',
    'path = "/api/auth/login/"',
    'extract_selector = "/access"',
    `payload = { email = ${quote(account.email)}, password = ${quote(account.password)} }`,
    '',
    '[auth.openapi.apiKey]',
    `api_key = ${quote(account.session.api_key)}`,
    '',
  ];
}

/** How often a real id is put where the schema wants one; otherwise any id goes. */
const OF_KNOWN = 0.8;

function describeObjects({ objects }: Identity): string[] {
  const dictionaries = {
    courses: objects.courses,
    lessons: objects.lessons,
    question_sets: objects.questionSets,
    conversations: objects.conversations,
    documents: objects.documents,
  };
  return Object.entries(dictionaries).flatMap(([name, values]) => [
    `[dictionaries.${name}]`,
    `values = ${JSON.stringify(values)}`,
    '',
  ]);
}

const known = (parameter: string, dictionary: string): string =>
  `parameters.${quote(parameter)} = { dictionary = ${quote(dictionary)}, probability = ${OF_KNOWN} }`;

/** Where which objects go. A DELETE gets none: it deletes what a stateful run has made, not what all others need. */
const OPERATIONS: readonly { readonly where: readonly string[]; readonly settings: readonly string[] }[] = [
  {
    where: ['include-path-regex = "^/api/courses/\\\\{id\\\\}/"', 'exclude-method = "DELETE"'],
    settings: [known('path.id', 'courses')],
  },
  {
    where: ['include-path-regex = "^/api/lessons/\\\\{id\\\\}/"', 'exclude-method = "DELETE"'],
    settings: [known('path.id', 'lessons')],
  },
  {
    where: ['include-path-regex = "^/api/question-sets/\\\\{id\\\\}/"', 'exclude-method = "DELETE"'],
    settings: [known('path.id', 'question_sets')],
  },
  {
    where: ['include-path = "/api/question-sets/from_bank/"'],
    settings: [known('body.lesson_id', 'lessons')],
  },
  {
    where: [
      'include-path-regex = "^/api/assistant/conversations/\\\\{id\\\\}/"',
      'exclude-method = "DELETE"',
    ],
    settings: [known('path.id', 'conversations')],
  },
  {
    where: ['include-path = ["/api/lessons/by_course/", "/api/question-sets/"]'],
    settings: [known('query.course_id', 'courses')],
  },
  {
    where: ['include-path = ["/api/transcribe-video/check-by-lesson/", "/api/question-sets/by_lesson/"]'],
    settings: [known('query.lesson_id', 'lessons')],
  },
  {
    where: ['include-path = "/api/question-sets/by_question_set/"'],
    settings: [known('query.question_set_id', 'question_sets')],
  },
  {
    where: ['include-path = "/api/lessons/"', 'include-method = "POST"'],
    settings: [known('body.course', 'courses'), known('body.docsource_id', 'documents')],
  },
  {
    where: [
      'include-path-regex = "^/api/(transcribe|transcribe-video|summarize-video|question-sets/generate(_blooms)?)/$"',
    ],
    settings: [known('body.lesson_id', 'lessons')],
  },
  {
    where: ['include-path = "/api/summarize-file/"'],
    settings: [known('body.lesson_id', 'lessons'), known('body.docsource_id', 'documents')],
  },
  {
    where: ['include-path = "/api/question-sets/save/"'],
    settings: [known('body.question_set_id', 'question_sets')],
  },
  {
    where: ['include-path = ["/api/assistant/messages/", "/api/assistant/messages/stream/"]'],
    settings: [
      known('body.conversation_id', 'conversations'),
      known('body.course_id', 'courses'),
      known('body.lesson_id', 'lessons'),
    ],
  },
];

/** What Schemathesis takes for an answer to a good request: it cannot know which objects exist. */
const ACCEPTED = ['2xx', '3xx', '401', '403', '404', '409', '429'];

/** What it takes for the refusal of a bad one, by check. */
const REFUSED = {
  negative_data_rejection: [
    '400',
    '401',
    '403',
    '404',
    '405',
    '406',
    '409',
    '415',
    '422',
    '428',
    '429',
    '5xx',
  ],
  missing_required_header: ['400', '401', '403', '406', '415', '422'],
};

/**
 * Where a request may follow its schema and be refused all the same, by a rule that no schema can state. Everywhere
 * else a 4xx to a request that follows the schema is a failure.
 */
const RULES: readonly {
  readonly operations: readonly string[];
  readonly statuses: readonly string[];
  readonly reason: string;
}[] = [
  {
    operations: ['POST /api/courses/', 'PUT /api/courses/{id}/'],
    statuses: ['400'],
    reason: 'The instructor must be oneself, and short names of outcomes differ.',
  },
  {
    operations: ['POST /api/auth/register/'],
    statuses: ['400'],
    reason: 'The passwords must match, and the address be free.',
  },
  {
    operations: ['POST /api/lessons/', 'POST /api/transcribe/create'],
    statuses: ['400', '422'],
    reason: 'The file must be an address of the outside world or a file of one’s own, of a kind that fits.',
  },
  {
    operations: ['POST /api/lessons/{id}/ingest/'],
    statuses: ['400', '415', '422'],
    reason: 'The lesson must have a document that can be read.',
  },
  {
    operations: [
      'POST /api/transcribe-video/',
      'POST /api/transcribe/',
      'PUT /api/lessons/{id}/transcript/',
      'POST /api/summarize-video/',
      'POST /api/summarize-file/',
    ],
    statuses: ['400', '422'],
    reason: 'The lesson must be a video, or a text, and hold enough words.',
  },
  {
    operations: ['PUT /api/question-bank/{id}/', 'POST /api/question-sets/from_bank/'],
    statuses: ['400'],
    reason: 'A question has one right answer, and a quiz at most a hundred questions.',
  },
  {
    operations: [
      'POST /api/question-sets/generate/',
      'POST /api/question-sets/generate_blooms/',
      'POST /api/question-sets/{id}/regenerate/',
    ],
    statuses: ['400'],
    reason: 'The lesson must have the sections that are named.',
  },
  {
    operations: ['PUT /api/question-sets/{id}/draft/', 'POST /api/question-sets/{id}/publish/'],
    statuses: ['400'],
    reason: 'Questions and passages must be of the set, and complete before they are published.',
  },
  {
    operations: [
      'POST /api/auth/password/',
      'POST /api/auth/api-key/',
      'DELETE /api/auth/account/',
      'DELETE /api/auth/sessions/',
      'DELETE /api/auth/sessions/{id}/',
    ],
    statuses: ['400'],
    reason: 'The password must be one’s own.',
  },
  {
    operations: ['POST /ai/upload-video/', 'POST /ai/upload_doc_qagen/'],
    statuses: ['400', '415', '422'],
    reason: 'What is in the file decides, not what it is called.',
  },
];
