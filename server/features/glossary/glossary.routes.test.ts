import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  glossary,
  glossaryTerm,
  replacementOutcome,
  replacementPreview,
  type Glossary,
  type ReplacementOutcome,
  type ReplacementPreview,
} from '#contract/glossary.ts';
import { lesson, type WireLesson } from '#contract/lessons.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';

let application: TestApplication;
let teacher: TestInstructor;
let stranger: TestInstructor;
beforeAll(async () => {
  application = await startTestApplication({ worker: true });
  [teacher, stranger] = await Promise.all([application.register(), application.register()]);
});
afterAll(() => application.close());

const makeCourse = async (): Promise<number> => (await teacher.makeCourse({ title: 'Roman law' })).id;
const read = async (course: number): Promise<Glossary> =>
  (await teacher.get(`/api/courses/${course}/glossary/`)).read(200, glossary.strict());
const add = (course: number, term: string, misheardAs: string[] = []) =>
  teacher.post(`/api/courses/${course}/glossary/`, { term, misheard_as: misheardAs });

const SUBTITLES = `1
00:00:01,000 --> 00:00:04,000
The pretor gave inter dicks to owners.

2
00:00:04,500 --> 00:00:08,000
Inter dicks protect possession in the Roman state.
`;
async function makeTranscript(course: number, text = SUBTITLES): Promise<WireLesson> {
  const { id } = await teacher.makeLesson({
    file: 'https://example.org/law.mp4',
    title: 'Interdicts',
    course,
  });
  return bring(id, text);
}
const bring = async (id: number, text: string): Promise<WireLesson> =>
  (await teacher.call('PUT', `/api/lessons/${id}/transcript/`, { json: { text } })).read(200, lesson);
const preview = async (course: number, find: string[], replacement: string): Promise<ReplacementPreview> =>
  (await teacher.post(`/api/courses/${course}/transcript-replacements/preview/`, { find, replacement })).read(
    200,
    replacementPreview.strict(),
  );
async function replace(course: number, find: string[], replacement: string): Promise<ReplacementOutcome> {
  const { lessons } = await preview(course, find, replacement);
  const chosen = lessons.map(({ lesson_id: id, video_id: videoId }) => ({
    lesson_id: id,
    video_id: videoId,
  }));
  const answer = await teacher.post(`/api/courses/${course}/transcript-replacements/`, {
    find,
    replacement,
    lessons: chosen,
  });
  return answer.read(200, replacementOutcome.strict());
}
const undo = async (id: number): Promise<ReplacementOutcome> =>
  (await teacher.post(`/api/transcript-replacements/${id}/undo/`)).read(200, replacementOutcome.strict());

describe('terms', () => {
  test('are added, changed and removed', async () => {
    const course = await makeCourse();
    const added = (await add(course, ' Interdicts ', ['inter dicks', 'Inter Dicks', 'interdicts'])).read(
      201,
      glossaryTerm.strict(),
    );
    expect(added).toMatchObject({ course_id: course, term: 'Interdicts', misheard_as: ['Inter Dicks'] });
    const path = `/api/glossary-terms/${added.id}/`;
    const changed = await teacher.call('PUT', path, { json: { term: 'interdict' } });
    expect(changed.read(200, glossaryTerm)).toMatchObject({
      id: added.id,
      term: 'interdict',
      misheard_as: [],
    });
    expect((await read(course)).terms.map(({ term }) => term)).toEqual(['interdict']);
    expect((await teacher.call('DELETE', path)).status).toBe(204);
    expect((await read(course)).terms).toEqual([]);
    expect((await teacher.call('DELETE', path)).readProblem(404).detail).toMatch(/no such term/);
  });

  test('are in a course once, whatever their case', async () => {
    const course = await makeCourse();
    await add(course, 'Usucapio');
    const { id } = (await add(course, 'praetor')).read(201, glossaryTerm);
    expect((await add(course, 'usucapio')).readProblem(400).errors).toMatchObject([{ field: 'term' }]);
    const renamed = await teacher.call('PUT', `/api/glossary-terms/${id}/`, { json: { term: 'USUCAPIO' } });
    expect(renamed.readProblem(400).errors).toMatchObject([{ field: 'term' }]);
    expect((await add(await makeCourse(), 'usucapio')).status).toBe(201);
  });

  test.each([[''], ['   '], ['…'], ['x'.repeat(101)], ['nul\u0000']])('must not be %j', async (term) => {
    expect((await add(await makeCourse(), term)).readProblem(400).errors?.[0]).toMatchObject({
      field: 'term',
    });
  });

  test('are copied with their course', async () => {
    const course = await makeCourse();
    await add(course, 'Stichus', ['sticker']);
    const copied = await teacher.post(`/api/courses/${course}/copy/`, { title: 'Again' });
    const { id } = JSON.parse(copied.text) as { id: number };
    expect((await read(id)).terms).toMatchObject([{ term: 'Stichus', misheard_as: ['sticker'] }]);
  });

  test('are found by no one else', async () => {
    const course = await makeCourse();
    const { id } = (await add(course, 'mancipatio')).read(201, glossaryTerm);
    expect((await stranger.get(`/api/courses/${course}/glossary/`)).status).toBe(404);
    expect((await stranger.call('DELETE', `/api/glossary-terms/${id}/`)).status).toBe(404);
    expect((await application.call('GET', `/api/courses/${course}/glossary/`)).status).toBe(401);
  });
});

describe('suggestions', () => {
  const LAW = `In early Rome the praetor granted an interdict. The interdict protected possession, said Gaius.
Later the praetor asked Gaius. Some owners relied on usucapio. Without usucapio they lost.`;

  test('come from documents and are not made again once accepted or dismissed', async () => {
    const course = await makeCourse();
    await teacher.makeTextLesson(LAW, course);
    const { suggestions } = await read(course);
    expect(suggestions).toContainEqual({ term: 'usucapio', source: 'document', count: 2, misheard_as: [] });
    expect(suggestions).toContainEqual({ term: 'Gaius', source: 'document', count: 2, misheard_as: [] });
    await add(course, 'Usucapio');
    const dismissed = await teacher.post(`/api/courses/${course}/glossary/dismiss/`, { term: 'Gaius' });
    expect(dismissed.status).toBe(204);
    const now = await read(course);
    expect(now.terms.map(({ term }) => term)).toEqual(['Usucapio']);
    const left = now.suggestions.map(({ term }) => term.toLowerCase());
    expect(left).not.toContain('usucapio');
    expect(left).not.toContain('gaius');
    expect((await add(course, 'Gaius')).status).toBe(201);
  });

  test('come from corrections of transcripts, with what was misheard', async () => {
    const course = await makeCourse();
    const { id } = await makeTranscript(course);
    await bring(id, SUBTITLES.replace('pretor', 'praetor').replaceAll(/inter dicks/gi, 'interdicts'));
    expect((await read(course)).suggestions).toEqual([
      { term: 'interdicts', source: 'correction', count: 2, misheard_as: ['inter dicks'] },
      { term: 'praetor', source: 'correction', count: 1, misheard_as: ['pretor'] },
    ]);
  });
});

describe('replacing in all transcripts', () => {
  test('shows where, replaces, and keeps times', async () => {
    const course = await makeCourse();
    const before = await makeTranscript(course);
    await makeTranscript(course, SUBTITLES.replaceAll(/inter dicks/gi, 'orders'));
    expect(await preview(course, ['inter dicks'], 'interdicts')).toEqual({
      count: 2,
      lessons: [
        {
          lesson_id: before.id,
          title: 'Interdicts',
          video_id: before.video_id,
          count: 2,
          lines: [
            {
              start_second: 1,
              before: 'The pretor gave inter dicks to owners.',
              after: 'The pretor gave interdicts to owners.',
            },
            {
              start_second: 4.5,
              before: 'Inter dicks protect possession in the Roman state.',
              after: 'Interdicts protect possession in the Roman state.',
            },
          ],
        },
      ],
    });
    const outcome = await replace(course, ['inter dicks'], 'interdicts');
    expect(outcome).toMatchObject({
      changed_count: 1,
      skipped_lesson_ids: [],
      replacement: { count: 2, lesson_count: 1, is_undone: false },
    });
    const after = await teacher.readLesson(before.id);
    expect(after.audio_transcript).toContain('Interdicts protect possession');
    expect(after.transcript_cues.map(({ start_second, end_second }) => [start_second, end_second])).toEqual(
      before.transcript_cues.map(({ start_second, end_second }) => [start_second, end_second]),
    );
    expect(after.duration_seconds).toBe(before.duration_seconds);
    expect((await read(course)).replacements).toEqual([outcome.replacement]);
  });

  test('can be undone', async () => {
    const course = await makeCourse();
    const before = await makeTranscript(course);
    const { replacement } = await replace(course, ['pretor'], 'praetor');
    expect(await undo(replacement.id)).toMatchObject({
      changed_count: 1,
      skipped_lesson_ids: [],
      replacement: { is_undone: true },
    });
    const undone = await teacher.readLesson(before.id);
    expect(undone.transcript_cues).toEqual(before.transcript_cues);
    expect(undone.audio_transcript).toBe(before.audio_transcript);
    // The correction that it was is no reason to suggest the misheard word.
    expect((await read(course)).suggestions).toEqual([]);
  });

  test('replaces in a transcript without times', async () => {
    const course = await makeCourse();
    const text = 'The pretor decides.\n\nThen the pretor leaves the court of the city.';
    const { id } = await makeTranscript(course, text);
    const { replacement } = await replace(course, ['pretor'], 'praetor');
    expect((await teacher.readLesson(id)).audio_transcript).toContain('Then the praetor leaves');
    await undo(replacement.id);
    expect((await teacher.readLesson(id)).audio_transcript).toContain('Then the pretor leaves');
  });

  test('leaves a transcript alone that changed since the preview, or since the replacement', async () => {
    const course = await makeCourse();
    const old = await makeTranscript(course);
    const { lessons } = await preview(course, ['pretor'], 'praetor');
    await bring(old.id, SUBTITLES.replace('owners', 'neighbors'));
    const late = await teacher.post(`/api/courses/${course}/transcript-replacements/`, {
      find: ['pretor'],
      replacement: 'praetor',
      lessons: lessons.map(({ lesson_id: id, video_id: videoId }) => ({ lesson_id: id, video_id: videoId })),
    });
    expect(late.read(200, replacementOutcome)).toMatchObject({
      changed_count: 0,
      skipped_lesson_ids: [old.id],
    });
    expect((await read(course)).replacements).toEqual([]);
    const edited = await replace(course, ['neighbors'], 'neighbours');
    const opened = JSON.parse((await teacher.get(`/api/lessons/${old.id}/transcript/`)).text) as {
      video_id: string;
      version: number;
    };
    const typed = await teacher.post(`/api/lessons/${old.id}/transcript/edits/`, {
      video_id: opened.video_id,
      base_version: opened.version,
      edits: [{ id: crypto.randomUUID(), steps: [{ kind: 'shift', from: 0, count: 1, seconds: 0.1 }] }],
    });
    expect(typed.status).toBe(200);
    expect(await undo(edited.replacement.id)).toMatchObject({
      changed_count: 0,
      skipped_lesson_ids: [old.id],
    });
    const { replacement } = await replace(course, ['pretor'], 'praetor');
    const mine = await bring(old.id, SUBTITLES.replace('pretor', 'judge'));
    expect(await undo(replacement.id)).toMatchObject({ changed_count: 0, skipped_lesson_ids: [old.id] });
    expect(await teacher.readLesson(old.id)).toMatchObject({ audio_transcript: mine.audio_transcript });
  });
});
