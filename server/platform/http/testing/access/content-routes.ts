import { json, query, spent, type Expectation, type Things } from './route.ts';
import { BLANK_QUESTION } from '#server/testing/blank-question.ts';

const course = { title: 'Changed', description: 'x', department: 'x' };
const EDIT = '00000000-0000-4000-8000-000000000001';

/** A draft with one question. */
const edits = {
  based_on_version: 1,
  questions: [{ ...BLANK_QUESTION, text: 'Why?', type: 'essay', blooms_taxonomy: 'analyze' }],
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

/** Courses, lessons, transcripts, summaries, quizzes and the assistant. */
export const CONTENT_ROUTES: Record<string, number | Expectation> = {
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
  // The evidence is unchanged, so there is nothing to act on.
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
};
