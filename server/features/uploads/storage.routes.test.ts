import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { courseList } from '#contract/courses.ts';
import { health } from '#contract/health.ts';
import { createdUpload, uploadedVideo } from '#contract/uploads.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { TestTusClient } from '#server/testing/test-tus-client.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 ** 2;
const VIDEO_START = Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex');
const makeVideo = (sizeBytes: number): Buffer<ArrayBuffer> =>
  Buffer.concat([VIDEO_START, Buffer.alloc(sizeBytes - VIDEO_START.length)]);
const video = makeVideo(1.5 * MEBIBYTE);

async function withApplication(
  options: Parameters<typeof startTestApplication>[0],
  use: (application: TestApplication, teacher: TestInstructor) => Promise<void>,
): Promise<void> {
  const application = await startTestApplication(options);
  try {
    await use(application, await application.register());
  } finally {
    await application.close();
  }
}

describe('the quota of an account', () => {
  let application: TestApplication;
  let teacher: TestInstructor;
  beforeAll(async () => {
    application = await startTestApplication({ variables: { STORAGE_PER_INSTRUCTOR: '2MiB' } });
  });
  afterAll(() => application.close());
  beforeEach(async () => {
    teacher = await application.register();
  });

  test('refuses a file that does not fit, and says how much is left', async () => {
    (await teacher.uploadVideo(video)).read(200, uploadedVideo);
    const problem = (await teacher.uploadVideo(video)).readProblem(413);
    expect(problem.code).toBe('storage_quota_exceeded');
    expect(problem.detail).toMatch(
      /^You have 512 KiB of 2 MiB of storage left and the file takes 1.5 MiB\./u,
    );
    (await (await application.register()).uploadVideo(video)).read(200, uploadedVideo);
    (await teacher.uploadVideo(makeVideo(400 * KIBIBYTE))).read(200, uploadedVideo);
  });

  test('is the one that an administrator set for the account, where there is one', async () => {
    const setQuota = (bytes: number | null) =>
      application.dependencies.database
        .updateTable('users')
        .set({ storage_quota_bytes: bytes })
        .where('id', '=', teacher.id)
        .execute();
    await setQuota(MEBIBYTE);
    const problem = (await teacher.uploadVideo(video)).readProblem(413);
    expect(problem.detail).toMatch(/^You have 1 MiB of 1 MiB of storage left/u);
    await setQuota(4 * MEBIBYTE);
    for (let count = 0; count < 2; count += 1) (await teacher.uploadVideo(video)).read(200, uploadedVideo);
    await setQuota(null);
    (await teacher.uploadVideo(video)).readProblem(413);
  });

  test('stops a form that does not announce its size', async () => {
    (await teacher.uploadVideo(video)).read(200, uploadedVideo);
    const boundary = 'x-boundary';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`;
    const response = await fetch(`${application.origin}/ai/upload-video/`, {
      method: 'POST',
      headers: { ...teacher.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const part of [Buffer.from(head), video, Buffer.from(`\r\n--${boundary}--\r\n`)])
            controller.enqueue(part);
          controller.close();
        },
      }),
      duplex: 'half',
    });
    expect([response.status, await response.text()]).toEqual([
      413,
      expect.stringContaining('You have 512 KiB of 2 MiB of storage left.'),
    ]);
  });

  test('lets one of two files through that arrive at the same time', async () => {
    const answers = await Promise.all([teacher.uploadVideo(video), teacher.uploadVideo(video)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 413]);
  });

  test('counts an upload in pieces from its beginning, to the byte', async () => {
    const client = new TestTusClient(teacher);
    const create = (bytes: number) => client.create(bytes, { filename: 'a.mp4', purpose: 'video' });
    const created = [await create(video.length)];
    const refused = await create(512 * KIBIBYTE + 1);
    expect(refused.readProblem(413).code).toBe('storage_quota_exceeded');
    created.push(await create(512 * KIBIBYTE));
    (await teacher.uploadVideo(video)).readProblem(413);
    for (const upload of created) {
      upload.read(201, createdUpload);
      await client.cancel(new URL(upload.headers.get('location') ?? '', application.origin).href);
    }
    (await teacher.uploadVideo(video)).read(200, uploadedVideo);
  });
});

describe('a disk that is nearly full', () => {
  test('takes no uploads and no lessons, and lets everyone read', () =>
    withApplication({ freeFloorBytes: Number.MAX_SAFE_INTEGER }, async (application, teacher) => {
      const refused = (await teacher.uploadVideo(video)).readProblem(507);
      expect(refused).toMatchObject({
        code: 'storage_full',
        detail: expect.stringContaining('Everything you saved is safe') as string,
      });
      const client = new TestTusClient(teacher);
      (await client.create(video.length, { filename: 'a.mp4', purpose: 'video' })).readProblem(507);
      const course = { title: 'A', description: 'B', department: 'C' };
      (await teacher.post('/api/courses/', course)).readProblem(507);
      (await teacher.get('/api/courses/')).read(200, courseList);
      const state = (await application.call('GET', '/api/health/')).read(200, health);
      expect(state.disk.status).toBe('unavailable');
      expect(state.disk.free_bytes).toBeGreaterThan(0);
      expect((await application.call('GET', '/metrics')).text).toMatch(/\nlectern_disk_free_bytes [1-9]/u);
      application.takeErrors();
    }));

  test('breaks off an upload that is under way, and keeps what has arrived', () => {
    let freeBytes = 100 * MEBIBYTE;
    const overrides = () => ({
      freeSpace: {
        readBytes: () => {
          freeBytes -= 30 * MEBIBYTE;
          return Promise.resolve(freeBytes);
        },
      },
    });
    const freeFloorBytes = 20 * 1024 ** 2;
    return withApplication({ freeFloorBytes, overrides }, async (application, teacher) => {
      const long = makeVideo(20 * MEBIBYTE);
      const client = new TestTusClient(teacher);
      const url = await client.begin(long.length, 'a.mp4');
      (await client.send(url, 0, long)).readProblem(507);
      expect(await client.readOffset(url)).toBeGreaterThan(0);
      application.takeErrors();
    });
  });
});
