import { describe, expect, test } from 'vitest';
import { uploadedDocument, uploadedVideo } from '#contract/uploads.ts';
import type { Answer } from '#server/testing/test-instructor.ts';
import { CLAIMED_TYPES, HOSTILE_UPLOADS, type HostileUpload } from './uploads.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });
const teacher = await application.register();

const BOUNDARY = 'a-boundary-of-the-test';

/** The form byte for byte: a browser would escape what these names hold. */
function send({ to, name, content }: HostileUpload, claimed = 'application/octet-stream'): Promise<Answer> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${claimed}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return teacher.call('POST', to === 'video' ? '/ai/upload-video/' : '/ai/upload_doc_qagen/', {
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
}

function readUrl({ to }: HostileUpload, answer: Answer): string {
  return to === 'video' ? answer.read(200, uploadedVideo).file_url : answer.read(200, uploadedDocument).url;
}

/** As it is served, whatever the browser asks for: nothing of it runs, and it is what it was taken for. */
async function expectHarmless(url: string, type: string, content: Buffer): Promise<void> {
  expect(new URL(url).pathname).toMatch(/^\/files\/i\d+\/[0-9a-f-]{36}\.(?:mp4|pdf|txt)$/u);
  for (const accept of ['*/*', 'text/html,application/xhtml+xml', 'image/svg+xml']) {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(url, { method, headers: { accept, 'sec-fetch-dest': 'document' } });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-site',
      });
      expect([...response.headers.keys()]).not.toContain('x-injected');
      const body = Buffer.from(await response.arrayBuffer());
      if (method === 'GET') expect(body.equals(content)).toBe(true);
    }
  }
}

describe('an upload', () => {
  test.each(HOSTILE_UPLOADS)('$about', async (upload) => {
    const answer = await send(upload);
    if (upload.ends === 'refused') {
      expect([400, 415, 422]).toContain(answer.status);
      answer.readProblem(answer.status);
      return;
    }
    await expectHarmless(readUrl(upload, answer), upload.ends, upload.content);
  });

  test.each(CLAIMED_TYPES)('that claims to be %j is what its content is', async (claimed) => {
    for (const upload of HOSTILE_UPLOADS.filter(({ about }) =>
      /with a page behind it|after a sentence/u.test(about),
    )) {
      await expectHarmless(readUrl(upload, await send(upload, claimed)), upload.ends, upload.content);
    }
  });
});
