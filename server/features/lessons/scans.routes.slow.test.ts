import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activityList } from '#contract/activity.ts';
import { lesson, lessonText } from '#contract/lessons.ts';
import { recognizedPage, recognizedPageList } from '#contract/recognition.ts';
import { uploadedDocument } from '#contract/uploads.ts';
import type { PageRecognizer } from '#server/documents/recognition/page-recognizer.ts';
import { makeSentence } from '#server/documents/testing/make-pdf.ts';
import { makeScan } from '#server/testing/make-scan.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { forgetUnusedRecognition } from './release-lesson-content.ts';

const lines = [
  'Photosynthesis turns light into sugar.',
  'Chlorophyll absorbs red and blue light.',
  'Roots draw water from the soil.',
];

describe('a short scan', () => {
  let application: TestApplication;
  let teacher: TestInstructor;
  beforeAll(async () => {
    application = await startTestApplication({ worker: true, models: 'real' });
    teacher = await application.register();
  });
  afterAll(() => application.close());

  test('is read while its upload waits, and its words can be found on its pages', async () => {
    const answer = await teacher.uploadDocument(await makeScan([lines], 3), 'scan.pdf');
    const { url, docsource_id: documentSourceId } = answer.read(200, uploadedDocument);
    const made = await teacher.makeLesson({ file: url, docsource_id: documentSourceId });
    expect(made.page_count).toBe(1);
    const text = (await teacher.get(`/api/lessons/${made.id}/text/`)).read(200, lessonText);
    expect(text.plain_text).toContain('Chlorophyll absorbs red and blue light.');

    const path = `/api/lessons/${made.id}/recognized_pages/`;
    const pages = (await teacher.get(path)).read(200, recognizedPageList);
    expect(pages).toMatchObject([{ page: 1, is_readable: true }]);
    expect(pages[0]?.confidence).toBeGreaterThan(80);
    const page = (await teacher.get(`${path}1/`)).read(200, recognizedPage.strict());
    expect(page.turned_degrees).toBe(90);
    expect(page.lines.map((line) => line.map((word) => word.text).join(' '))).toEqual(lines);

    (await teacher.get(`${path}2/`)).readProblem(404);
    const stranger = await application.register();
    (await stranger.get(path)).readProblem(404);
    (await stranger.get(`${path}1/`)).readProblem(404);

    await teacher.call('DELETE', `/api/lessons/${made.id}/`);
    (await teacher.get(path)).readProblem(404);
    expect((await teacher.call('DELETE', '/api/trash/')).status).toBe(204);
    const kept = await application.dependencies.database
      .selectFrom('recognized_pages')
      .select('page')
      .execute();
    expect(kept).toEqual([]);
  });
});

describe('a long scan', () => {
  const pageCount = 12;
  let application: TestApplication;
  let teacher: TestInstructor;
  let recognized: number[] = [];
  /** Called before each page. */
  let before: (page: number) => void | Promise<void> = () => undefined;
  let scan: Uint8Array;
  /** Every page takes too long. */
  let isBroken = false;

  const recognizer: PageRecognizer = {
    name: 'scripted',
    concurrency: 2,
    async recognize(_path, page) {
      await before(page);
      recognized.push(page);
      if (isBroken) return { problem: 'limit' };
      // Different on each page: what all pages begin with is a running head.
      const words = makeSentence(page * 5)
        .split(' ')
        .map((word, index) => ({
          text: word,
          left: 20 + 40 * index,
          right: 55 + 40 * index,
          top: 20,
          bottom: 30,
          size: 10,
          confidence: 90,
          follows: index > 0,
        }));
      return { page: { width: 330, height: 60, turnedDegrees: 0, confidence: 90, words } };
    },
    close: () => Promise.resolve(),
  };

  beforeAll(async () => {
    application = await startTestApplication({
      worker: true,
      workerOverrides: { pageRecognizer: recognizer },
    });
    scan = await makeScan(Array.from({ length: pageCount }, (_, index) => [`Page ${index + 1}`]));
  });
  afterAll(() => application.close());
  beforeEach(async () => {
    teacher = await application.register();
    recognized = [];
    before = () => undefined;
    isBroken = false;
  });

  const upload = async () => (await teacher.uploadDocument(scan, 'book.pdf')).read(200, uploadedDocument);
  const ingest = async (id: number) => (await teacher.post(`/api/lessons/${id}/ingest/`)).read(200, lesson);

  test('answers its upload at once, and is recognized as soon as it is a lesson', async () => {
    const release = Promise.withResolvers<undefined>();
    before = (page) => (page > 4 ? release.promise : undefined);
    const { url, docsource_id: documentSourceId } = await upload();
    expect(documentSourceId).toBe('');
    expect(recognized).toEqual([]);
    const made = await teacher.makeLesson({ file: url, docsource_id: documentSourceId });
    expect(made.docsource_id).toBeNull();
    await expect
      .poll(async () => (await teacher.get('/api/activity/')).read(200, activityList), { timeout: 30_000 })
      .toMatchObject([
        { work: 'ingestion', status: 'running', progress: 33, message: 'Recognizing page 5 of 12' },
      ]);
    release.resolve(undefined);
    // The request waits for the running job.
    const ready = await ingest(made.id);
    expect(ready.docsource_id).not.toBeNull();
    expect(ready.page_count).toBe(pageCount);
    expect(recognized.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: pageCount }, (_, index) => index + 1),
    );
  });

  test('continues where it stopped when the worker fails, and after an upload of the same file', async () => {
    let failures = 0;
    before = (page) => {
      if (page === 7 && failures++ === 0) throw new Error('The worker died.');
    };
    const first = await teacher.makeLesson({ file: (await upload()).url });
    const ready = await ingest(first.id);
    expect(ready.docsource_id).not.toBeNull();
    expect(failures).toBe(2);
    expect(application.takeErrors()).toEqual([expect.stringContaining('The worker died.')]);
    // The page beside the one that failed may have been under way.
    expect(recognized.length - new Set(recognized).size).toBeLessThanOrEqual(1);
    recognized = [];
    const again = await upload();
    expect(again.docsource_id).not.toBe('');
    expect(recognized).toEqual([]);
  });

  test('of which many pages cannot be recognized is given up with a reason', async () => {
    isBroken = true;
    const unreadable = await teacher.makeLesson({ file: (await upload()).url });
    const problem = (await teacher.post(`/api/lessons/${unreadable.id}/ingest/`)).readProblem(422);
    expect(problem).toMatchObject({ code: 'document_unreadable' });
    expect(problem.detail).toContain('more time or memory than is allowed');
  });

  test('that never became a lesson is forgotten after two days', async () => {
    const { database } = application.dependencies;
    await database
      .insertInto('recognized_pages')
      .values({
        instructor_id: teacher.id,
        recognition_key: 'unused',
        page: 1,
        width: 1,
        height: 1,
        turned_degrees: 0,
        confidence: 0,
        words: '[]',
        problem: null,
      })
      .execute();
    expect(await forgetUnusedRecognition({ database }, new Date())).toBe(0);
    const later = new Date(Date.now() + 49 * 3_600_000);
    expect(await forgetUnusedRecognition({ database }, later)).toBeGreaterThan(0);
  });
});
