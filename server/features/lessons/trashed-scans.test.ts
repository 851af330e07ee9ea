import { expect, test } from 'vitest';
import { activityList } from '#contract/activity.ts';
import type { WireLesson } from '#contract/lessons.ts';
import { uploadedDocument } from '#contract/uploads.ts';
import type { PageRecognizer } from '#server/documents/recognition/page-recognizer.ts';
import { makeSentence } from '#server/documents/testing/make-pdf.ts';
import { makeScan } from '#server/testing/make-scan.ts';
import { eventually } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const PAGES = 10;

let teacher: TestInstructor;
let recognized: number[] = [];
/** Page 5 waits for it. */
let gate = Promise.withResolvers<undefined>();

const recognizer: PageRecognizer = {
  name: 'scripted',
  concurrency: 1,
  async recognize(_path, page) {
    if (page === 5) await gate.promise;
    recognized.push(page);
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

const application = await useTestApplication({
  worker: true,
  workerOverrides: { pageRecognizer: recognizer },
});
const scan = await makeScan(Array.from({ length: PAGES }, (_, index) => [`Page ${index + 1}`]));

const listWork = async () => (await teacher.get('/api/activity/')).read(200, activityList);
const trash = ({ id }: WireLesson) => teacher.call('DELETE', `/api/lessons/${id}/`);
const restore = async ({ id }: WireLesson): Promise<void> => {
  expect((await teacher.post(`/api/trash/lessons/${id}/restore/`)).status).toBe(200);
};

/** A scan whose recognition has come to page 5. */
async function makeScanUnderWay(): Promise<WireLesson> {
  teacher = await application.register();
  recognized = [];
  gate = Promise.withResolvers<undefined>();
  const { url } = (await teacher.uploadDocument(scan, 'book.pdf')).read(200, uploadedDocument);
  const made = await teacher.makeLesson({ file: url, docsource_id: '' });
  await eventually('the pages to be recognized', () =>
    Promise.resolve(recognized.length === 4 ? true : undefined),
  );
  return made;
}

const whenRead = (made: WireLesson): Promise<WireLesson> =>
  eventually('the lesson to be read', async () => {
    const read = await teacher.readLesson(made.id);
    return read.docsource_id === null ? undefined : read;
  });

const whenNoJobIsLeft = () =>
  eventually('the job to end', async () =>
    (await application.dependencies.jobs.listUnfinished('read-lesson')).length === 0 ? true : undefined,
  );

const EACH_PAGE = Array.from({ length: PAGES }, (_, index) => index + 1);

test('a scan that is restored while it is recognized gets its text from the job that runs', async () => {
  const made = await makeScanUnderWay();
  await trash(made);
  await restore(made);
  gate.resolve(undefined);
  expect((await whenRead(made)).page_count).toBe(PAGES);
  await whenNoJobIsLeft();
  expect(recognized).toEqual(EACH_PAGE);
  expect(await listWork()).toMatchObject([{ work: 'ingestion', status: 'done' }]);
});

test('a scan whose recognition ends in the trash is read after it is restored, without recognizing it again', async () => {
  const made = await makeScanUnderWay();
  await trash(made);
  gate.resolve(undefined);
  await whenNoJobIsLeft();
  await restore(made);
  expect((await whenRead(made)).page_count).toBe(PAGES);
  await whenNoJobIsLeft();
  expect(recognized).toEqual(EACH_PAGE);
  expect(await listWork()).toMatchObject([{ work: 'ingestion', status: 'done' }]);
});
