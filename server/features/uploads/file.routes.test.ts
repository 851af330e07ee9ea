import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { uploadedVideo } from '#contract/uploads.ts';
import { createFileLink } from '#server/platform/files/file-links.ts';
import { nameDownload } from './upload-formats.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

/** Recognised as MP4 by its beginning. */
const content = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex'),
  randomBytes(300_000),
]);
const application = await useTestApplication();
const teacher = await application.register();
const url = (await teacher.uploadVideo(content)).read(200, uploadedVideo).file_url;

const fetchFile = async (headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(url, { method, headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};
const keyOfUrl = (): string => new URL(url).pathname.replace('/files/', '');

test('a link opens without any key, and nothing in the file can run', async () => {
  const { response, bytes } = await fetchFile();
  expect(response.status).toBe(200);
  expect(bytes.equals(content)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(content.length),
    'accept-ranges': 'bytes',
    'content-disposition': expect.stringMatching(/^inline; filename="[^"]+\.mp4"/u) as string,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'private, max-age=3600',
  });
});

describe('parts', () => {
  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=-50', content.length - 50, content.length - 1],
  ])('%s', async (range, start, end) => {
    const { response, bytes } = await fetchFile({ range, 'accept-encoding': 'gzip' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${content.length}`);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    expect(bytes.equals(content.subarray(start, end + 1))).toBe(true);
  });

  test('beyond the end', async () => {
    const answer = await application.call('GET', url, { headers: { range: 'bytes=400000-' } });
    expect(answer.readProblem(416).code).toBe('range_not_satisfiable');
    expect(answer.headers.get('content-range')).toBe(`bytes */${content.length}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('only of the version that the client holds', async () => {
    const etag = (await fetchFile()).response.headers.get('etag') ?? '';
    expect((await fetchFile({ range: 'bytes=0-9', 'if-range': etag })).response.status).toBe(206);
    expect((await fetchFile({ range: 'bytes=0-9', 'if-range': '"other"' })).response.status).toBe(200);
    const unchanged = await fetchFile({ 'if-none-match': etag });
    expect([unchanged.response.status, unchanged.bytes.length]).toEqual([304, 0]);
  });
});

test('a download has the name of the uploaded file, without bidirectional control characters', () => {
  expect(nameDownload({ name: 'Vor\u{202E}lesung 1/2 Größe.PDF', kind: 'pdf' })).toBe(
    `inline; filename="Vorlesung 1 2 Gr__e.PDF"; filename*=UTF-8''Vorlesung%201%202%20Gr%C3%B6%C3%9Fe.PDF`,
  );
  expect(nameDownload({ name: '', kind: 'text' })).toBe(
    `inline; filename="file.txt"; filename*=UTF-8''file.txt`,
  );
});

test('HEAD returns the size and the type', async () => {
  const { response, bytes } = await fetchFile({}, 'HEAD');
  expect([response.status, bytes.length]).toEqual([200, 0]);
  expect(response.headers.get('content-length')).toBe(String(content.length));
  expect(response.headers.get('content-type')).toBe('video/mp4');
  const part = await fetchFile({ range: 'bytes=0-9' }, 'HEAD');
  expect([part.response.status, part.response.headers.get('content-length')]).toEqual([206, '10']);
});

test('links that are expired, forged, or for another file do not open', async () => {
  const { fileLinkKey } = application.dependencies.secrets;
  const path = new URL(url).pathname + new URL(url).search;
  const day = 86_400_000;
  const wrong = [
    createFileLink(fileLinkKey, keyOfUrl(), Date.now() - day),
    createFileLink(randomBytes(32), keyOfUrl()),
    path.replace(/expires=(\d+)/, (_, expires: string) => `expires=${Number(expires) + 900}`),
    path.replace(/.mp4/, '.txt'),
    path.replace(/signature=.*/, 'signature='),
    new URL(url).pathname,
    `${path}&signature=again`,
    '/files/../secret?expires=99999999999&signature=x',
    '/files/%2e%2e%2fsecret?expires=99999999999&signature=x',
    createFileLink(fileLinkKey, '../secret'),
    createFileLink(fileLinkKey, 'i1/00000000-0000-0000-0000-000000000000.mp4'),
  ];
  for (const link of wrong) (await application.call('GET', link)).readProblem(404);
  expect((await application.call('GET', path)).status).toBe(200);
});

test('a text is not squeezed when a part of it is asked for, and may be when it is not', async () => {
  const teacher = await application.register();
  const key = `i${teacher.id}/00000000-0000-4000-8000-000000000000.txt`;
  const text = 'All work and no play. '.repeat(5000);
  await application.dependencies.files.write(
    key,
    [Buffer.from(text)] as unknown as AsyncIterable<Uint8Array>,
    {
      contentType: 'text/plain',
      maximumBytes: 1e6,
    },
  );
  await application.dependencies.database
    .insertInto('stored_files')
    .values({
      key,
      instructor_id: teacher.id,
      kind: 'text',
      content_type: 'text/plain; charset=utf-8',
      original_name: 'a.txt',
      size_bytes: text.length,
    })
    .execute();
  const link = createFileLink(application.dependencies.secrets.fileLinkKey, key);
  const headers = { range: 'bytes=0-4999', 'accept-encoding': 'gzip' };
  const part = await application.call('GET', link, { headers });
  expect([part.status, part.headers.get('content-encoding')]).toEqual([206, null]);
  expect(part.text).toBe(text.slice(0, 5000));
  const whole = await application.call('GET', link, { headers: { 'accept-encoding': 'gzip' } });
  expect([whole.status, whole.text]).toEqual([200, text]);
});

test('a file that the store has lost answers 404, whole', async () => {
  const teacher = await application.register();
  const { file_url: lost } = (await teacher.uploadVideo(content)).read(200, uploadedVideo);
  await rm(join(application.dataDirectory, 'files', new URL(lost).pathname.replace('/files/', '')));
  (await application.call('GET', lost)).readProblem(404);
  (await application.call('GET', lost, { headers: { range: 'bytes=0-9' } })).readProblem(404);
});
