import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { course } from '#contract/courses.ts';
import { lesson, lessonList, lessonText } from '#contract/lessons.ts';
import { uploadedDocument, uploadedVideo } from '#contract/uploads.ts';
import { drawLines, makePdf } from '#server/documents/testing/make-pdf.ts';
import { eventually } from '#server/testing/test-application.ts';
import { downloadPublicUrl } from '#server/platform/web-fetch/fetch-public-url.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const TEXT =
  'Photosynthesis turns light into sugar. Plants do this in their leaves because light falls there.';
const MP4 = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex'),
  Buffer.alloc(999),
]);

afterAll(() => site.close());
const pdf = await makePdf((document, { body }) => {
  drawLines(document.addPage(), [TEXT], { font: body });
});
const pages: Record<string, { type: string; body: string | Uint8Array; location?: string }> = {
  '/paper.pdf': { type: 'application/pdf', body: pdf },
  '/notes': { type: 'text/plain', body: TEXT },
  '/page.html': { type: 'text/html', body: '<!doctype html><p>Not a document</p>' },
  '/away': { type: 'text/plain', body: '', location: 'http://10.0.0.1/paper.pdf' },
};
const site = createServer((request, response) => {
  const page = pages[request.url ?? ''];
  response.writeHead(page === undefined ? 404 : page.location === undefined ? 200 : 302, {
    'content-type': page?.type ?? 'text/plain',
    ...(page?.location === undefined ? {} : { location: page.location }),
  });
  response.end(page?.body);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const { port } = site.address() as AddressInfo;
const siteUrl = `http://127.0.0.1:${port}`;
const application = await useTestApplication({
  worker: true,
  workerOverrides: {
    publicWeb: {
      // The real fetcher, which may reach this machine's own address at the one port of the test's site.
      download: (url, path, options) =>
        downloadPublicUrl(url, path, {
          ...options,
          allowAddress: (address) => address === '127.0.0.1',
          allowedPorts: [80, port],
        }),
      fetchCaptions: () => Promise.reject(new Error('No test of lessons asks for captions.')),
    },
  },
});
const teacher = await application.register();

const database = () => application.dependencies.database;
const countPassages = async (documentSourceId: string | null): Promise<number> =>
  (
    await database()
      .selectFrom('passages')
      .select('id')
      .where('docsource_id', '=', documentSourceId ?? '')
      .execute()
  ).length;
const isStored = async (fileUrl: string): Promise<boolean> =>
  (await application.dependencies.files.find(new URL(fileUrl).pathname.replace('/files/', ''))) !== undefined;
const untilGone = (fileUrl: string): Promise<true> =>
  eventually('the file to be deleted', async () => ((await isStored(fileUrl)) ? undefined : true));
const upload = async () => (await teacher.uploadDocument(TEXT, 'notes.txt')).read(200, uploadedDocument);
const post = (json: object) =>
  teacher.post('/api/lessons/', {
    title: 'A lesson',
    type: 'lesson',
    audio_transcript: '',
    summary: '',
    ...json,
  });

describe('a lesson from an own file', () => {
  test('answers the whole lesson, with a link that works', async () => {
    const { url, docsource_id: documentSourceId } = await upload();
    const { id: courseId } = await teacher.makeCourse();
    const made = (await post({ file: url, course: courseId, docsource_id: documentSourceId })).read(
      201,
      lesson.strict(),
    );
    expect(made).toMatchObject({
      title: 'A lesson',
      description: '',
      type: 'lesson',
      kind: 'text',
      course: courseId,
      docsource_id: documentSourceId,
      audio_transcript: '',
      summary: '',
      summary_points: [],
      video_id: null,
      transcription_error: null,
      transcription_progress: null,
      transcript_cues: [],
    });
    expect(await (await fetch(made.file)).text()).toBe(TEXT);
    expect(await teacher.readLesson(made.id)).toEqual(made);
  });

  test('is known by any form of its link, and brings its passages along', async () => {
    const { url, docsource_id: documentSourceId } = await upload();
    const { id: courseId } = await teacher.makeCourse();
    const { pathname, search } = new URL(url);
    const forms = [
      url,
      pathname,
      pathname + search,
      `https://elsewhere.example${pathname}${search}`,
      `${pathname}?expires=1&signature=old`,
    ];
    for (const file of forms) {
      const made = (await post({ file, course: courseId })).read(201, lesson);
      expect(made).toMatchObject({ kind: 'text', docsource_id: documentSourceId });
      expect(new URL(made.file).pathname).toBe(pathname);
    }
    const found = (await teacher.get(`/api/courses/${courseId}/`)).read(200, course);
    expect(found.lesson_count).toBe(forms.length);
  });
});

describe('a lesson from an address of the outside world', () => {
  test.each([
    ['https://example.org/lecture.mp4', 'video'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'video'],
    ['https://example.org/Paper.PDF?download=1', 'pdf'],
    ['http://example.org/notes.txt', 'text'],
    ['https://example.org/page', 'document'],
    ['https://example.org/تعلم', 'document'],
  ])('%s is a %s', async (file, kind) => {
    const made = await teacher.makeLesson({ file });
    expect(made).toMatchObject({ kind, file: new URL(file).href, docsource_id: null });
  });

  test.each(['nonsense', 'ftp://example.org/a.pdf', 'javascript:alert(1)'])('%s is none', async (file) => {
    const { id } = await teacher.makeCourse();
    const problem = (await post({ file, course: id })).readProblem(400);
    expect(problem.errors).toMatchObject([{ field: 'file', message: 'Invalid file URL format' }]);
  });

  test.each(['/files/', '/files/a.pdf', '/files/i1/../a.pdf', '/files'])(
    '%s of Lectern itself names no file that it stores',
    async (path) => {
      const { id } = await teacher.makeCourse();
      (await post({ file: application.origin + path, course: id })).readProblem(404);
      const transcription = { video_url: application.origin + path };
      (await teacher.post('/api/transcribe/create', transcription)).readProblem(404);
    },
  );
});

describe('rejected requests, with their fixed texts', () => {
  test.each([
    [{ title: ' ' }, 'title', 'Please select a course and provide a display name.'],
    [{ file: '' }, 'file', 'Please provide a content URL.'],
    [{ type: 'lecture' }, 'type', 'Choose lesson or syllabus.'],
  ])('%j', async (change, field, message) => {
    const { id } = await teacher.makeCourse();
    const problem = (await post({ file: 'https://example.org/a.pdf', course: id, ...change })).readProblem(
      400,
    );
    expect(problem).toMatchObject({ detail: message, errors: [{ field, message }] });
    // Names that mean something else in a problem keep that meaning.
    expect([problem.title, problem.type]).toEqual(['Bad Request', 'urn:lectern:problem:validation_failed']);
  });

  test('a syllabus that is a video', async () => {
    const { file_url: file } = (await teacher.uploadVideo(MP4)).read(200, uploadedVideo);
    const { id } = await teacher.makeCourse();
    for (const each of [file, 'https://youtu.be/dQw4w9WgXcQ']) {
      const problem = (await post({ file: each, type: 'syllabus', course: id })).readProblem(400);
      expect(problem.detail).toBe('For syllabus, please select PDF or TXT files only.');
    }
    const { url } = await upload();
    expect((await post({ file: url, type: 'syllabus', course: id })).read(201, lesson).type).toBe('syllabus');
  });
});

test('what a lesson brings along is kept', async () => {
  const file = 'https://example.org/lecture.mp4';
  const made = await teacher.makeLesson({
    file,
    description: 'About light',
    summary: 'Light becomes sugar.',
    audio_transcript: `${TEXT} ${TEXT}`,
  });
  expect(made).toMatchObject({
    description: 'About light',
    summary: 'Light becomes sugar.',
    audio_transcript: `${TEXT} ${TEXT}`,
  });
  // A transcript that comes with its video is read like any other, so that quizzes can rest on it.
  const read = await eventually('the lesson to be read', async () => {
    const now = await teacher.readLesson(made.id);
    return now.docsource_id === null ? undefined : now;
  });
  expect(read.audio_transcript).toContain('Photosynthesis turns light into sugar.');
  expect(await countPassages(read.docsource_id)).toBeGreaterThan(0);
});

test('lessons are listed as they were added, with and without the slash, without cues', async () => {
  const { id: courseId } = await teacher.makeCourse();
  for (const title of ['First', 'Second', 'Third']) {
    await teacher.makeLesson({ title, file: 'https://example.org/a.pdf', course: courseId });
  }
  for (const path of ['/api/lessons/by_course/', '/api/lessons/by_course']) {
    const list = (await teacher.get(`${path}?course_id=${courseId}`)).read(200, lessonList);
    expect(list.map(({ title }) => title)).toEqual(['First', 'Second', 'Third']);
    expect(list[0]).not.toHaveProperty('transcript_cues');
  }
  expect((await teacher.get('/api/lessons/by_course/')).readProblem(400).errors?.[0]?.field).toBe(
    'course_id',
  );
});

test('a lesson is renamed and described; its file stays', async () => {
  const made = await teacher.makeTextLesson(TEXT);
  const path = `/api/lessons/${made.id}/`;
  const json = { title: ' درس 🌱 ', description: 'New' };
  const changed = (await teacher.call('PUT', path, { json })).read(200, lesson);
  expect(changed).toMatchObject({ title: 'درس 🌱', description: 'New', docsource_id: made.docsource_id });
  const renamed = (await teacher.call('PUT', path, { json: { title: 'Light' } })).read(200, lesson);
  expect(renamed).toMatchObject({ title: 'Light', description: 'New' });
  (await teacher.call('PUT', path, { json: { title: '' } })).readProblem(400);
});

describe('deleting', () => {
  test('a lesson for good takes its passages, question sets and file with it', async () => {
    const made = await teacher.makeTextLesson(TEXT);
    await database()
      .insertInto('question_sets')
      .values({
        lesson_id: made.id,
        job_id: null,
        name: 'Quiz',
        answer_style: 'essay',
        shortfall: 'null',
        saved_at: null,
      })
      .execute();
    expect(await countPassages(made.docsource_id)).toBeGreaterThan(0);
    const gone = await teacher.call('DELETE', `/api/lessons/${made.id}/`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    (await teacher.get(`/api/lessons/${made.id}/`)).readProblem(404);
    expect((await fetch(made.file)).status).toBe(404);
    (await teacher.call('DELETE', `/api/lessons/${made.id}/`)).readProblem(404);
    expect((await teacher.call('DELETE', `/api/trash/lessons/${made.id}/`)).status).toBe(204);
    expect(await countPassages(made.docsource_id)).toBe(0);
    const sets = database().selectFrom('question_sets').select('id').where('lesson_id', '=', made.id);
    expect(await sets.execute()).toEqual([]);
    await untilGone(made.file);
    (await teacher.call('DELETE', `/api/trash/lessons/${made.id}/`)).readProblem(404);
  });

  test('one of two lessons of a file leaves the file to the other', async () => {
    const first = await teacher.makeTextLesson(TEXT);
    const second = await teacher.makeLesson({ file: first.file });
    await teacher.deleteForGood('lesson', first.id);
    expect((await fetch(second.file)).status).toBe(200);
    expect(await countPassages(second.docsource_id)).toBeGreaterThan(0);
    await teacher.deleteForGood('course', second.course);
    await untilGone(second.file);
    expect(await countPassages(second.docsource_id)).toBe(0);
  });
});

describe('ingesting a document behind a link', () => {
  const ingest = (id: number) => teacher.call('POST', `/api/lessons/${id}/ingest/`);

  test.each([
    ['/paper.pdf', 'pdf', 1],
    ['/notes', 'text', null],
  ])('%s becomes a %s with passages', async (path, kind, pageCount) => {
    const made = await teacher.makeLesson({ file: siteUrl + path });
    const ready = (await ingest(made.id)).read(200, lesson);
    expect(ready).toMatchObject({ kind, page_count: pageCount, file: siteUrl + path });
    expect(await countPassages(ready.docsource_id)).toBeGreaterThan(0);
    // Again changes nothing.
    expect((await ingest(made.id)).read(200, lesson).docsource_id).toBe(ready.docsource_id);
    await teacher.deleteForGood('lesson', made.id);
    expect(await countPassages(ready.docsource_id)).toBe(0);
  });

  test('twice at once makes one document', async () => {
    const made = await teacher.makeLesson({ file: `${siteUrl}/paper.pdf` });
    const answers = await Promise.all([ingest(made.id), ingest(made.id)]);
    const ids = answers.map((answer) => answer.read(200, lesson).docsource_id);
    expect(ids[0]).toBe(ids[1]);
    // And leaves nothing behind that no lesson uses.
    const sources = database()
      .selectFrom('document_sources')
      .leftJoin('lessons', 'lessons.docsource_id', 'document_sources.id')
      .select('document_sources.id')
      .where('document_sources.file_key', 'is', null)
      .where('lessons.id', 'is', null);
    expect(await sources.execute()).toEqual([]);
  });

  test.each([
    ['/page.html', 415, 'unsupported_file_type'],
    ['/missing.pdf', 422, 'download_failed'],
    ['/away', 422, 'address_not_allowed'],
  ])('%s is refused', async (path, status, code) => {
    const made = await teacher.makeLesson({ file: siteUrl + path });
    const problem = (await ingest(made.id)).readProblem(status);
    expect(problem.code).toBe(code);
    expect(problem.detail).toMatch(/^[A-Z].*\.$/);
    expect((await teacher.readLesson(made.id)).docsource_id).toBeNull();
  });
});

describe('the text of a lesson', () => {
  const readText = async (id: number) =>
    (await teacher.get(`/api/lessons/${id}/text/`)).read(200, lessonText.strict());

  test('returns the text, with the position of each passage', async () => {
    const { url, docsource_id: documentSourceId } = await upload();
    const made = await teacher.makeLesson({ file: url, docsource_id: documentSourceId });
    const { plain_text: plainText, passages } = await readText(made.id);
    expect(plainText).toBe(TEXT);
    expect(passages.length).toBeGreaterThan(0);
    expect(passages.map((each) => plainText.slice(each.start_offset, each.end_offset)).join(' ')).toBe(TEXT);
  });

  test('returns the encoding if it was guessed', async () => {
    const bytes = Buffer.from('Die Größe der Brücke überrascht: fünf Bögen, 31 Häuser.', 'latin1');
    const { url, docsource_id: id } = (await teacher.uploadDocument(bytes, 'notes.txt')).read(
      200,
      uploadedDocument,
    );
    const made = await teacher.makeLesson({ file: url, docsource_id: id });
    expect((await readText(made.id)).guessed_encoding).toBe('Windows-1252');
  });

  test('holds every passage of a long text', async () => {
    const { url, docsource_id: id } = await upload();
    const made = await teacher.makeLesson({ file: url, docsource_id: id });
    await sql`delete from passages where docsource_id = ${id}`.execute(database());
    await sql`
      insert into passages (docsource_id, position, section, text, start_offset, end_offset)
      select ${id}, number, number, 'Text.', number, number + 1 from generate_series(0, 4100) as number`.execute(
      database(),
    );
    const { passages } = await readText(made.id);
    expect(passages.map((each) => each.start_offset)).toEqual([...Array(4_101).keys()]);
  });

  test('is empty while nothing was read', async () => {
    const made = await teacher.makeLesson({ file: `${siteUrl}/paper.pdf` });
    expect(await readText(made.id)).toEqual({ plain_text: '', passages: [] });
  });
});
