import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as tus from 'tus-js-client';
import { describe, expect, test } from 'vitest';
import {
  createdUpload,
  MAXIMUM_UNFINISHED_UPLOADS,
  MAXIMUM_VIDEO_BYTES,
  uploadedDocument,
  uploadedVideo,
} from '#contract/uploads.ts';
import { eventually, startTestApplication } from '#server/testing/test-application.ts';
import { encodeMetadata, makeVideo, TestTusClient } from '#server/testing/test-tus-client.ts';
import { runCleanup } from '#server/features/maintenance/run-cleanup.ts';
import { FILE_STORE_OWNER_KEY } from '../../maintenance/file-store-owner.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const MEGABYTE = 1024 ** 2;

const application = await useTestApplication({ worker: true });
await mkdir(join(application.dataDirectory, 'files/.unfinished'), { recursive: true });
const teacher = new TestTusClient(await application.register());

const listFiles = async (): Promise<string[]> =>
  (await readdir(join(application.dataDirectory, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => name !== FILE_STORE_OWNER_KEY)
    .sort();

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('an upload in pieces', () => {
  const video = makeVideo(3 * MEGABYTE + 11);

  test('becomes the file that the multipart call would have made', async () => {
    const before = await listFiles();
    const created = await teacher.create(video.length, { filename: 'lecture.mp4', purpose: 'video' });
    expect(created.headers.get('tus-resumable')).toBe('1.0.0');
    const { id } = created.read(201, createdUpload);
    expect(created.headers.get('location')).toBe(`/ai/uploads/${id}/`);
    const expires = Date.parse(created.headers.get('upload-expires') ?? '');
    expect(expires - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const url = new URL(created.headers.get('location') ?? '', application.origin).href;

    const asked = await teacher.ask(url);
    expect(asked.status).toBe(200);
    expect(asked.headers.get('upload-offset')).toBe('0');
    expect(asked.headers.get('upload-length')).toBe(String(video.length));
    expect(asked.headers.get('upload-metadata')).toBe(
      encodeMetadata({ filename: 'lecture.mp4', purpose: 'video' }),
    );
    expect(asked.headers.get('cache-control')).toBe('no-store');

    const first = await teacher.send(url, 0, video.subarray(0, MEGABYTE));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(MEGABYTE)]);
    expect((await teacher.finish(url)).readProblem(409).code).toBe('conflict');
    expect((await teacher.send(url, MEGABYTE, video.subarray(MEGABYTE))).status).toBe(204);

    const { file_url } = (await teacher.finish(url)).read(200, uploadedVideo);
    expect((await download(file_url)).equals(video)).toBe(true);
    await teacher.instructor.makeLesson({ file: file_url });
    // The answer may have been lost: repeating the request makes no second file.
    const again = (await teacher.finish(url)).read(200, uploadedVideo);
    expect(new URL(again.file_url).pathname).toBe(new URL(file_url).pathname);
    expect(await listFiles()).toHaveLength(before.length + 1);
    expect(await teacher.readOffset(url)).toBe(video.length);
  });

  test('continues after its connection broke, with what had arrived', async () => {
    const url = await teacher.begin(video.length, 'lecture.mp4');
    const sent = await teacher.sendPart(url, 0, video.subarray(0, 2 * MEGABYTE), video.length);
    await pauseUntilWritten(url.split('/').at(-2) ?? '');
    sent.destroy();
    const offset = await teacher.readOffset(url);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(2 * MEGABYTE);
    expect((await teacher.send(url, offset, video.subarray(offset))).status).toBe(204);
    const { file_url } = (await teacher.finish(url)).read(200, uploadedVideo);
    expect((await download(file_url)).equals(video)).toBe(true);
  });

  test('continues in another process after the waiting one releases it', async () => {
    const second = await application.startAnother();
    const url = await teacher.begin(video.length, 'lecture.mp4');
    // Its other end has vanished without a word: the connection stays open.
    const hanging = await teacher.sendPart(url, 0, video.subarray(0, MEGABYTE), video.length);
    await pauseUntilWritten(url.split('/').at(-2) ?? '');
    const there = url.replace(application.origin, second.origin);
    const offset = await teacher.readOffset(there);
    expect(offset).toBe(MEGABYTE);
    expect((await teacher.send(there, offset, video.subarray(offset))).status).toBe(204);
    hanging.destroy();
    const { file_url } = (await teacher.finish(url)).read(200, uploadedVideo);
    expect((await download(file_url)).equals(video)).toBe(true);
    await second.close();
  });

  test('does not hold up a process that stops, which keeps what has arrived', async () => {
    const stopping = await application.startAnother();
    const url = await teacher.begin(video.length, 'lecture.mp4');
    const there = url.replace(application.origin, stopping.origin);
    const sent = await teacher.sendPart(there, 0, video.subarray(0, MEGABYTE), video.length);
    await pauseUntilWritten(url.split('/').at(-2) ?? '');
    await stopping.close();
    sent.destroy();
    expect(await teacher.readOffset(url)).toBe(MEGABYTE);
    await teacher.cancel(url);
  });

  test('is understood by the client that the web app uses', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const { origin, headers } = teacher.instructor;
    const upload = new tus.Upload(video, {
      endpoint: `${origin}/ai/uploads/`,
      chunkSize: MEGABYTE,
      headers,
      metadata: { filename: 'Vorlesung über Flüsse.mp4', purpose: 'video' },
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
    });
    upload.start();
    const url = await promise;
    const { file_url } = (await teacher.finish(url)).read(200, uploadedVideo);
    expect((await download(file_url)).equals(video)).toBe(true);
    const rows = application.dependencies.database.selectFrom('stored_files').select('original_name');
    const key = new URL(file_url).pathname.replace('/files/', '');
    expect(await rows.where('key', '=', key).executeTakeFirst()).toEqual({
      original_name: 'Vorlesung über Flüsse.mp4',
    });
    await tus.Upload.terminate(url, { headers });
    expect((await teacher.ask(url)).status).toBe(404);
  });
});

/** Some of the bytes have reached the disk: the server reads them, whatever it has acknowledged. */
const pauseUntilWritten = (id: string): Promise<true> =>
  eventually('the bytes to be stored', async () => {
    const path = join(application.dataDirectory, 'files/.unfinished', id);
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    return size > 0 || undefined;
  });

test('a document is read as by the multipart call; an unreadable one is not kept', async () => {
  const text = Buffer.from('Plants turn light into sugar. Leaves are green because of chlorophyll.');
  const url = await teacher.begin(text.length, 'plants.txt');
  await teacher.send(url, 0, text);
  const answers = await Promise.all([teacher.finish(url), teacher.finish(url)]);
  const [first, second] = answers.map((answer) => answer.read(200, uploadedDocument));
  expect(first!.docsource_id).toBe(second!.docsource_id);
  expect(String(await download(first!.url))).toBe(String(text));

  const before = await listFiles();
  for (const [name, content, code] of [
    ['page.mp4', '<html><script>alert(1)</script></html>', 'unsupported_file_type'],
    ['text.pdf', 'No PDF at all.', 'unsupported_file_type'],
    ['broken.pdf', '%PDF-1.7 and nothing more', 'document_unreadable'],
  ] as const) {
    const broken = await teacher.begin(content.length, name);
    await teacher.send(broken, 0, Buffer.from(content));
    const answer = await teacher.finish(broken);
    expect([name, JSON.parse(answer.text)]).toEqual([name, expect.objectContaining({ code })]);
    expect((await teacher.ask(broken)).status).toBe(404);
  }
  await eventually('the files to be deleted', async () =>
    JSON.stringify(await listFiles()) === JSON.stringify(before) ? true : undefined,
  );
});

describe('what does not fit is refused', () => {
  test('another offset, more bytes than announced, bytes of another type', async () => {
    const url = await teacher.begin(100, 'lecture.mp4');
    expect((await teacher.send(url, 1, Buffer.alloc(10))).readProblem(409).code).toBe('conflict');
    expect((await teacher.send(url, 0, Buffer.alloc(101))).readProblem(413).code).toBe('payload_too_large');
    const json = await teacher.instructor.call('PATCH', url, {
      json: {},
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0' },
    });
    expect(json.readProblem(415).code).toBe('unsupported_media_type');
    expect(await teacher.readOffset(url)).toBe(0);
    expect((await teacher.cancel(url)).status).toBe(204);
  });

  test('the rest of a chunked body that runs past the announced size', async () => {
    const url = await teacher.begin(100, 'lecture.mp4');
    const response = await fetch(url, {
      method: 'PATCH',
      headers: {
        ...teacher.instructor.headers,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Blob([new Uint8Array(500)]).stream(),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(await teacher.readOffset(url)).toBeLessThanOrEqual(100);
    await teacher.cancel(url);
  });

  test('a file that is empty or larger than its kind may be, before its bytes are sent', async () => {
    for (const [size, name, status] of [
      [0, 'a.mp4', 400],
      [MAXIMUM_VIDEO_BYTES + 1, 'a.mp4', 413],
      [100 * MEGABYTE + 1, 'a.pdf', 413],
      [10 * MEGABYTE + 1, 'a.txt', 413],
      ['-1', 'a.mp4', 400],
    ] as const) {
      expect([name, size, (await teacher.create(size, { filename: name })).status]).toEqual([
        name,
        size,
        status,
      ]);
    }
  });

  test.each([
    ['nothing', ''],
    ['no base64', 'filename !!!'],
    ['a key twice', 'filename bGVjdHVyZS5tcDQ=,filename bGVjdHVyZS5tcDQ='],
    ['no name', encodeMetadata({ purpose: 'video' })],
    ['a purpose there is not', encodeMetadata({ filename: 'a.mp4', purpose: 'toString' })],
    ['an ending that says nothing', encodeMetadata({ filename: 'a.exe' })],
    ['too much', `filename ${'QUFB'.repeat(2_500)}`],
  ])('metadata with %s', async (_, metadata) => {
    const answer = await teacher.create(10, metadata);
    expect(answer.readProblem(400).errors?.[0]?.field).toBe('upload-metadata');
  });

  test('another version of the protocol, and an id that is none', async () => {
    const old = await teacher.instructor.call('POST', '/ai/uploads/', {
      headers: { 'tus-resumable': '0.2.2' },
    });
    expect(old.readProblem(412).code).toBe('unsupported_protocol_version');
    expect(old.headers.get('tus-version')).toBe('1.0.0');
    expect((await teacher.ask(`${application.origin}/ai/uploads/nonsense/`)).status).toBe(400);
    const options = await application.call('OPTIONS', '/ai/uploads/');
    expect(options.headers.get('tus-extension')).toBe('creation,expiration,termination');
  });
});

test('a cancelled upload leaves nothing', async () => {
  const before = await listFiles();
  const url = await teacher.begin(100, 'lecture.mp4');
  await teacher.send(url, 0, Buffer.alloc(50));
  expect(await listFiles()).toHaveLength(before.length + 1);
  expect((await teacher.cancel(url)).status).toBe(204);
  expect(await listFiles()).toEqual(before);
  expect((await teacher.ask(url)).status).toBe(404);
});

test('an upload whose bytes were lost starts over instead of being completed with holes', async () => {
  const url = await teacher.begin(100, 'lecture.mp4');
  await teacher.send(url, 0, Buffer.alloc(50));
  await rm(join(application.dataDirectory, 'files/.unfinished', url.split('/').at(-2) ?? ''));
  expect((await teacher.send(url, 50, Buffer.alloc(50))).status).toBe(404);
  expect((await teacher.ask(url)).status).toBe(404);
});

test('limits how many may be open; expired ones are swept and make room', async () => {
  const busy = new TestTusClient(await application.register());
  const before = await listFiles();
  const answers = await Promise.all(
    Array.from({ length: MAXIMUM_UNFINISHED_UPLOADS + 5 }, () => busy.create(100, { filename: 'a.mp4' })),
  );
  const urls = answers
    .filter(({ status }) => status === 201)
    .map(({ headers }) => headers.get('location') ?? '');
  expect(urls).toHaveLength(MAXIMUM_UNFINISHED_UPLOADS);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  await busy.send(urls[0] ?? '', 0, Buffer.alloc(50));

  const { database } = application.dependencies;
  await database
    .updateTable('resumable_uploads')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('instructor_id', '=', busy.instructor.id)
    .execute();
  expect((await busy.ask(urls[0] ?? '')).status).toBe(404);
  expect((await busy.send(urls[0] ?? '', 50, Buffer.alloc(50))).status).toBe(404);
  expect((await busy.create(100, { filename: 'a.mp4' })).status).toBe(201);
  await runCleanup(application.worker.dependencies);
  const rows = database.selectFrom('resumable_uploads').where('instructor_id', '=', busy.instructor.id);
  expect(await rows.selectAll().execute()).toHaveLength(1);
  expect(await listFiles()).toEqual(before);
});

test('a page of another origin may send and read what tus needs', async () => {
  const elsewhere = await startTestApplication({ variables: { CORS_ORIGINS: 'https://lectern.example' } });
  const answer = await elsewhere.call('OPTIONS', '/ai/uploads/', {
    headers: {
      origin: 'https://lectern.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'tus-resumable,upload-offset,api-key,content-type',
    },
  });
  expect(answer.headers.get('access-control-allow-methods')).toContain('HEAD');
  for (const name of ['tus-resumable', 'upload-offset', 'upload-length', 'upload-metadata', 'api-key']) {
    expect(answer.headers.get('access-control-allow-headers')).toContain(name);
  }
  const refused = await elsewhere.call('POST', '/ai/uploads/', {
    headers: { origin: 'https://lectern.example' },
  });
  expect(refused.headers.get('access-control-expose-headers')).toContain('location');
  await elsewhere.close();
});
