import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeVideo } from '#server/media/testing/make-video.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();

const BOUNDARY = 'a-boundary';

test('many megabytes pass through without staying in memory', async () => {
  const megabytes = 300;
  const outputPath = join(application.dataDirectory, 'made.mp4');
  makeVideo({ outputPath, pictureSeconds: 1 });
  const video = await readFile(outputPath);
  const owner = await application.register();
  global.gc?.();
  const before = process.memoryUsage().rss;
  let highest = before;
  const client = request(`${application.origin}/ai/upload-video/`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answered = new Promise<number>((resolve, reject) => {
    client.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    client.on('error', reject);
  });
  client.write(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="large.mp4"\r\n\r\n`);
  client.write(video);
  const chunk = Buffer.alloc(1024 ** 2);
  for (let sent = 0; sent < megabytes; sent += 1) {
    if (!client.write(chunk)) await new Promise((resolve) => client.once('drain', resolve));
    highest = Math.max(highest, process.memoryUsage().rss);
  }
  client.end(`\r\n--${BOUNDARY}--\r\n`);
  expect(await answered).toBe(200);
  expect((highest - before) / 1024 ** 2).toBeLessThan(120);
  const [row] = await application.dependencies.database
    .selectFrom('stored_files')
    .select('size_bytes')
    .where('instructor_id', '=', owner.id)
    .execute();
  expect(Number(row?.size_bytes)).toBe(video.length + megabytes * 1024 ** 2);
});
