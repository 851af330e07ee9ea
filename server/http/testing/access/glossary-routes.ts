import { about, spends, type Request, type RouteExpectation } from './route-expectation.ts';

const replacement = (course: number | string, lesson: number | string): Request => ({
  path: `/api/courses/${course}/transcript-replacements/`,
  json: { find: ['calvyn'], replacement: 'Calvin', lessons: [{ lesson_id: lesson, video_id: 'vid_absent' }] },
});

/** Names and terms of a course. */
export const GLOSSARY_ROUTES: Record<string, RouteExpectation> = {
  'GET /api/courses/:id/glossary/': about(200, (of) => ({ path: `/api/courses/${of.course}/glossary/` })),
  'POST /api/courses/:id/glossary/': about(
    201,
    (of) => ({ path: `/api/courses/${of.course}/glossary/`, json: { term: 'Calvin cycle' } }),
    spends,
  ),
  'POST /api/courses/:id/glossary/dismiss/': about(204, (of) => ({
    path: `/api/courses/${of.course}/glossary/dismiss/`,
    json: { term: 'starch' },
  })),
  'PUT /api/glossary-terms/:id/': about(200, (of) => ({
    path: `/api/glossary-terms/${of.glossaryTerm}/`,
    json: { term: 'Chlorophyll', misheard_as: ['clara fill'] },
  })),
  'DELETE /api/glossary-terms/:id/': about(
    204,
    (of) => ({ path: `/api/glossary-terms/${of.glossaryTerm}/` }),
    spends,
  ),
  'POST /api/courses/:id/transcript-replacements/preview/': about(200, (of) => ({
    path: `/api/courses/${of.course}/transcript-replacements/preview/`,
    json: { find: ['calvyn'], replacement: 'Calvin' },
  })),
  'POST /api/courses/:id/transcript-replacements/': about(200, (of) => replacement(of.course, of.lesson), {
    mixed: [
      { ask: (mine, theirs) => replacement(mine.course, theirs.lesson), answers: 404 },
      { ask: (mine, theirs) => replacement(theirs.course, mine.lesson), answers: 404 },
    ],
  }),
  'POST /api/transcript-replacements/:id/undo/': about(200, (of) => ({
    path: `/api/transcript-replacements/${of.replacement}/undo/`,
  })),
};
