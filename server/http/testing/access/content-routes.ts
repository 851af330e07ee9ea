import { about, own, spends, type Request, type RouteExpectation } from './route-expectation.ts';
import type { Things } from './names.ts';

/** A draft with one question. */
export const edits = {
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

const ACCEPTED = { question_ids: [1], is_draft: false };
const EDIT = '00000000-0000-4000-8000-000000000001';
const set = ({ questionSet }: Things): string => `/api/question-sets/${questionSet}`;

const editOne = (of: Things): Request => ({
  path: `${set(of)}/questions/${of.quizQuestion}/`,
  json: edits.questions[0],
});
const question = (path: string, place: object): Request => ({
  path,
  json: { text: 'What does chlorophyll absorb?', ...place },
});
/** Where to look, and what to answer once more, must be one's own too. */
const questionsAbout = (path: string): NonNullable<RouteExpectation['mixed']> => [
  { ask: (_, { course }) => question(path, { course_id: course }), answers: 404 },
  { ask: (_, { lesson }) => question(path, { lesson_id: lesson }), answers: 404 },
  {
    ask: (mine, { lesson }) => question(path, { course_id: mine.course, lesson_id: lesson }),
    answers: 404,
  },
  { ask: (_, theirs) => question(path, { question_id: theirs.question }), answers: 404 },
  {
    ask: (mine, theirs) =>
      question(path, { conversation_id: mine.conversation, question_id: theirs.question }),
    answers: 404,
  },
];

/** Lessons, transcripts, summaries, quizzes and the assistant. */
export const CONTENT_ROUTES: Record<string, RouteExpectation> = {
  'GET /api/lessons/by_course/': about(200, (of) => ({
    path: `/api/lessons/by_course/?course_id=${of.course}`,
  })),
  'POST /api/lessons/': about(201, (of) => lessonRequest(of.course, 'https://example.org/a.pdf'), {
    mixed: [
      { ask: (mine, theirs) => lessonRequest(mine.course, theirs.file), answers: 404 },
      {
        ask: (mine, theirs) => lessonRequest(mine.course, 'https://example.org/a.pdf', theirs.docsource),
        answers: 404,
      },
    ],
  }),
  'GET /api/lessons/:id/': about(200, (of) => ({ path: `/api/lessons/${of.lesson}/` })),
  'PUT /api/lessons/:id/': about(
    200,
    (of) => ({ path: `/api/lessons/${of.lesson}/`, json: { title: 'Changed' } }),
    {
      mixed: [
        {
          ask: (mine, theirs) => ({
            path: `/api/lessons/${mine.lesson}/`,
            json: { title: 'Moved', course: theirs.course },
          }),
          answers: 404,
        },
      ],
    },
  ),
  'DELETE /api/lessons/:id/': about(204, (of) => ({ path: `/api/lessons/${of.lesson}/` }), spends),
  'GET /api/lessons/:id/text/': about(200, (of) => ({ path: `/api/lessons/${of.lesson}/text/` })),
  'GET /api/lessons/:id/recognized_pages/': about(200, (of) => ({
    path: `/api/lessons/${of.lesson}/recognized_pages/`,
  })),
  // Its text was not recognized in a picture.
  'GET /api/lessons/:id/recognized_pages/:page/': about(404, (of) => ({
    path: `/api/lessons/${of.lesson}/recognized_pages/1/`,
  })),
  'POST /api/lessons/:id/ingest/': about(200, (of) => ({ path: `/api/lessons/${of.lesson}/ingest/` })),
  // It is a document.
  'GET /api/lessons/:id/transcript/': about(409, (of) => ({ path: `/api/lessons/${of.lesson}/transcript/` })),
  'POST /api/lessons/:id/transcript/edits/': about(409, (of) => ({
    path: `/api/lessons/${of.lesson}/transcript/edits/`,
    json: {
      video_id: 'vid_absent',
      base_version: 0,
      edits: [{ id: EDIT, steps: [{ kind: 'splice', at: 0, remove: 1, insert: [] }] }],
    },
  })),
  'GET /api/lessons/:id/transcript/versions/': about(409, (of) => ({
    path: `/api/lessons/${of.lesson}/transcript/versions/`,
  })),
  'POST /api/lessons/:id/transcript/versions/:version/restore/': about(409, (of) => ({
    path: `/api/lessons/${of.lesson}/transcript/versions/0/restore/`,
    json: { video_id: 'vid_absent', base_version: 0, id: EDIT },
  })),
  'PUT /api/lessons/:id/transcript/': about(200, (of) => ({
    path: `/api/lessons/${of.video}/transcript/`,
    json: { text: 'Plants turn light into sugar. Leaves absorb red light.' },
  })),

  'POST /api/transcribe-video/': about(202, (of) => lessonCall('/api/transcribe-video/', of.video)),
  'POST /api/transcribe/': about(202, (of) => lessonCall('/api/transcribe/', of.video)),
  'GET /api/transcribe-video/check-by-lesson/': about(200, (of) => ({
    path: `/api/transcribe-video/check-by-lesson/?lesson_id=${of.video}`,
  })),
  'POST /api/transcribe/create': {
    ...own(202, '/api/transcribe/create', { json: { video_url: 'https://example.org/a.mp4' } }),
    mixed: [
      {
        ask: (_, { file }) => ({ path: '/api/transcribe/create', json: { video_url: file } }),
        answers: 404,
      },
    ],
  },
  'POST /api/transcribe/retrieve': about(200, (of) => retrieval(of.transcription, of.transcriptionToken), {
    mixed: [
      { ask: (mine, theirs) => retrieval(theirs.transcription, mine.transcriptionToken), answers: 404 },
      { ask: (mine, theirs) => retrieval(mine.transcription, theirs.transcriptionToken), answers: 404 },
    ],
  }),

  'GET /api/lessons/:id/changed-evidence/': about(200, (of) => ({
    path: `/api/lessons/${of.lesson}/changed-evidence/`,
  })),
  // Its evidence is as it was.
  'POST /api/lessons/:id/changed-evidence/': about(404, (of) => ({
    path: `/api/lessons/${of.lesson}/changed-evidence/`,
    json: { key: 'candidate-1', action: 'remove' },
  })),

  'PUT /api/lessons/:id/summary/': about(400, (of) => ({
    path: `/api/lessons/${of.lesson}/summary/`,
    json: {
      length: 'short',
      points: [{ text: 'Ice floats.', evidence: { quote: 'Not in the lesson.', passage_id: '0' } }],
      key_terms: [],
    },
  })),
  'POST /api/summarize-video/': about(200, (of) => lessonCall('/api/summarize-video/', of.lesson)),
  'POST /api/summarize-file/': about(200, (of) => summary(of.lesson, of.docsource), {
    mixed: [{ ask: (mine, theirs) => summary(mine.lesson, theirs.docsource), answers: 404 }],
  }),

  'POST /api/question-sets/generate/': about(200, (of) =>
    lessonCall('/api/question-sets/generate/', of.lesson),
  ),
  'POST /api/question-sets/generate_blooms/': about(200, (of) =>
    lessonCall('/api/question-sets/generate_blooms/', of.lesson),
  ),
  'POST /api/question-sets/preview/': about(200, (of) =>
    lessonCall('/api/question-sets/preview/', of.lesson),
  ),
  'POST /api/question-sets/save/': about(200, (of) => ({
    path: '/api/question-sets/save/',
    json: { question_set_id: of.questionSet, name: 'Changed' },
  })),
  'GET /api/question-sets/': about(200, (of) => ({ path: `/api/question-sets/?course_id=${of.course}` })),
  'GET /api/question-sets/by_lesson/': about(200, (of) => ({
    path: `/api/question-sets/by_lesson/?lesson_id=${of.lesson}`,
  })),
  'GET /api/question-sets/by_question_set/': about(200, (of) => ({
    path: `/api/question-sets/by_question_set/?question_set_id=${of.questionSet}`,
  })),
  'PATCH /api/question-sets/:id/': about(200, (of) => ({ path: `${set(of)}/`, json: { name: 'Changed' } })),
  'DELETE /api/question-sets/:id/': about(204, (of) => ({ path: `${set(of)}/` }), spends),
  'GET /api/question-sets/:id/draft/': about(200, (of) => ({ path: `${set(of)}/draft/` })),
  'PUT /api/question-sets/:id/draft/': about(200, (of) => ({ path: `${set(of)}/draft/`, json: edits })),
  'DELETE /api/question-sets/:id/draft/': about(204, (of) => ({ path: `${set(of)}/draft/` })),
  'POST /api/question-sets/:id/publish/': about(
    200,
    (of) => ({ path: `${set(of)}/publish/`, json: edits }),
    spends,
  ),
  'POST /api/question-sets/:id/review/': about(200, (of) => ({ path: `${set(of)}/review/`, json: ACCEPTED })),
  'POST /api/question-sets/:id/review/skip/': about(
    200,
    (of) => ({ path: `${set(of)}/review/skip/`, json: { question_id: of.quizQuestion } }),
    spends,
  ),
  'POST /api/question-sets/:id/review/undo/': about(200, (of) => ({ path: `${set(of)}/review/undo/` })),
  'PUT /api/question-sets/:id/questions/:question_id/': about(200, editOne, spends),
  'POST /api/question-sets/:id/regenerate/': about(200, (of) => ({
    path: `${set(of)}/regenerate/`,
    json: { avoid: [] },
  })),
  'GET /api/question-sets/:id/versions/': about(200, (of) => ({ path: `${set(of)}/versions/` })),
  'GET /api/question-sets/:id/versions/:version/': about(200, (of) => ({ path: `${set(of)}/versions/1/` })),
  'GET /api/question-sets/:id/coverage/': about(200, (of) => ({ path: `${set(of)}/coverage/` })),

  'GET /api/lessons/:id/question-bank/': about(200, (of) => ({
    path: `/api/lessons/${of.lesson}/question-bank/`,
  })),
  'GET /api/lessons/:id/facts/': about(200, (of) => ({ path: `/api/lessons/${of.lesson}/facts/` })),
  'POST /api/lessons/:id/question-bank/prepare/': about(202, (of) => ({
    path: `/api/lessons/${of.lesson}/question-bank/prepare/`,
    json: {},
  })),
  'PUT /api/question-bank/:id/': about(200, (of) => ({
    path: `/api/question-bank/${of.candidate}/`,
    json: { text: 'Why is the leaf green?', options: [] },
  })),
  'DELETE /api/question-bank/:id/': about(
    204,
    (of) => ({ path: `/api/question-bank/${of.candidate}/` }),
    spends,
  ),
  'POST /api/question-bank/:id/restore/': about(200, (of) => ({
    path: `/api/question-bank/${of.candidate}/restore/`,
    json: {},
  })),
  'POST /api/question-sets/from_bank/': about(200, (of) => fromBank(of.lesson, [of.candidate]), {
    mixed: [
      { ask: (mine, theirs) => fromBank(mine.lesson, [theirs.candidate]), answers: 404 },
      { ask: (mine, theirs) => fromBank(theirs.lesson, [mine.candidate]), answers: 404 },
      {
        ask: (mine, theirs) => fromBank(mine.lesson, [mine.candidate], theirs.questionSet),
        answers: 404,
      },
    ],
  }),

  'GET /api/search/': about(200, ({ course, lesson }) => search(`course_id=${course}&lesson_id=${lesson}`), {
    mixed: [
      { ask: (_, { course }) => search(`course_id=${course}`), answers: 404 },
      { ask: (_, { lesson }) => search(`lesson_id=${lesson}`), answers: 404 },
      { ask: (mine, { lesson }) => search(`course_id=${mine.course}&lesson_id=${lesson}`), answers: 404 },
      { ask: (mine, { course }) => search(`course_id=${course}&lesson_id=${mine.lesson}`), answers: 404 },
    ],
  }),
  'POST /api/assistant/messages/': about(
    200,
    (of) => question('/api/assistant/messages/', { conversation_id: of.conversation }),
    { mixed: questionsAbout('/api/assistant/messages/') },
  ),
  'POST /api/assistant/messages/stream/': about(
    200,
    (of) => question('/api/assistant/messages/stream/', { conversation_id: of.conversation }),
    { mixed: questionsAbout('/api/assistant/messages/stream/') },
  ),
  'GET /api/assistant/suggestions/': about(200, (of) => ({
    path: `/api/assistant/suggestions/?lesson_id=${of.lesson}`,
  })),
  'GET /api/assistant/conversations/': own(200, '/api/assistant/conversations/'),
  'POST /api/assistant/conversations/': own(201, '/api/assistant/conversations/', { json: { title: 'New' } }),
  'GET /api/assistant/conversations/:id/': about(200, (of) => conversation(of)),
  'PATCH /api/assistant/conversations/:id/': about(200, (of) => ({
    ...conversation(of),
    json: { title: 'Changed' },
  })),
  'DELETE /api/assistant/conversations/:id/': about(204, (of) => conversation(of), spends),
};

const lessonRequest = (id: number | string, file: string, docsource?: string): Request => ({
  path: '/api/lessons/',
  json: {
    title: 'New',
    type: 'lesson',
    file,
    course: id,
    ...(docsource === undefined ? {} : { docsource_id: docsource }),
  },
});
const lessonCall = (path: string, lesson: number | string): Request => ({
  path,
  json: { lesson_id: lesson },
});
const fromBank = (
  lesson: number | string,
  candidates: readonly (number | string)[],
  questionSet?: number | string,
): Request => ({
  path: '/api/question-sets/from_bank/',
  json: { lesson_id: lesson, candidate_ids: candidates, question_set_id: questionSet },
});
const search = (where: string): Request => ({ path: `/api/search/?q=chlorophyll&${where}` });
const summary = (lesson: number | string, docsource: string): Request => ({
  path: '/api/summarize-file/',
  json: { lesson_id: lesson, docsource_id: docsource },
});
const retrieval = (transcription: string, token: string): Request => ({
  path: '/api/transcribe/retrieve',
  json: { video_id: transcription, access_token: token },
});
const conversation = (of: Things): Request => ({ path: `/api/assistant/conversations/${of.conversation}/` });
