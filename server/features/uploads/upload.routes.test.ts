import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { uploadedDocument, uploadedVideo } from '#contract/uploads.ts';
import { drawLines, drawPicture, makePdf } from '#server/documents/testing/make-pdf.ts';
import { makeVideo } from '#server/media/testing/make-video.ts';
import { eventually } from '#server/testing/test-application.ts';
import { fileForm, type TestInstructor } from '#server/testing/test-instructor.ts';
import { FILE_STORE_OWNER_KEY } from '../maintenance/file-store-owner.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });
const teacher = await application.register();
const outputPath = join(application.dataDirectory, 'made.mp4');
makeVideo({ outputPath, pictureSeconds: 1 });
const video = await readFile(outputPath);

const text = 'Photosynthesis turns light into sugar. Plants do this in their leaves. ';
const UNSUPPORTED = 'Unsupported file type. Please select MP4, PDF, or TXT files.';
const makeTextPdf = (): Promise<Uint8Array> =>
  makePdf((pdf, { body }) => {
    drawLines(pdf.addPage(), [text, text], { font: body });
  });

/** Everything in the store, the unfinished included. */
async function listFiles(): Promise<string[]> {
  const root = join(application.dataDirectory, 'files');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => name !== FILE_STORE_OWNER_KEY);
}
const countRows = async (owner: TestInstructor): Promise<number> =>
  (
    await application.dependencies.database
      .selectFrom('stored_files')
      .select('key')
      .where('instructor_id', '=', owner.id)
      .execute()
  ).length;

/** Runs `use` as a new instructor, and checks that it left no file and no row behind. */
async function leavesNothing(use: (owner: TestInstructor) => Promise<void>): Promise<void> {
  const owner = await application.register();
  const before = (await listFiles()).length;
  await use(owner);
  expect(await countRows(owner)).toBe(0);
  await eventually('the unfinished file to be deleted', async () =>
    (await listFiles()).length === before ? true : undefined,
  );
}

describe('what is taken', () => {
  test('a video, which its link returns byte for byte', async () => {
    const { file_url: url } = (await teacher.uploadVideo(video)).read(200, uploadedVideo.strict());
    expect(url.startsWith(`${application.origin}/files/`)).toBe(true);
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await response.arrayBuffer()).equals(video)).toBe(true);
  });

  test('a PDF, read into passages with their page', async () => {
    const answer = await teacher.uploadDocument(await makeTextPdf(), 'Lecture.PDF');
    const { docsource_id: id } = answer.read(200, uploadedDocument.strict());
    const passages = await application.dependencies.database
      .selectFrom('passages')
      .selectAll()
      .where('docsource_id', '=', id)
      .execute();
    expect(passages[0]).toMatchObject({ page: 1, position: 0 });
    expect(passages[0]?.text).toContain('Photosynthesis');
  });
});

describe('what is refused, and leaves nothing behind', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const wav = Buffer.from('RIFF$\0\0\0WAVEfmt ');
  test.each<[string, 'video' | 'document', Buffer | string, string, string | RegExp]>([
    ['a picture called a PDF', 'document', png, 'scan.pdf', /picture.* print it to a PDF/u],
    ['a recording called a PDF', 'document', wav, 'lecture.pdf', /sound recording\. Convert it to MP4/u],
    ['a text where the video belongs', 'video', text, 'lecture.mp4', /ending of the name to \.txt/u],
    ['a text where the video belongs, under its own name', 'video', text, 'lecture.txt', UNSUPPORTED],
    [
      'a web page called a PDF',
      'document',
      '<!doctype html><p>404</p>',
      'notes.pdf',
      /Download the file again/u,
    ],
    ['a text with a foreign ending', 'document', text, 'lecture.docx', /ending of the name to \.txt/u],
    ['bytes', 'document', randomBytes(5000), 'notes.txt', UNSUPPORTED],
  ])('%s', (_name, kind, content, name, detail) =>
    leavesNothing(async (owner) => {
      const answer = await (kind === 'video'
        ? owner.uploadVideo(content, name)
        : owner.uploadDocument(content, name));
      const problem = answer.readProblem(415);
      expect(problem.code).toBe('unsupported_file_type');
      if (typeof detail === 'string') expect(problem.detail).toBe(detail);
      else expect(problem.detail).toMatch(detail);
    }),
  );

  test('a text in an uncertain encoding, which the error names', () =>
    leavesNothing(async (owner) => {
      const bytes = Buffer.from('90ec82c68bb4', 'hex');
      const problem = (await owner.uploadDocument(bytes, 'notes.txt')).readProblem(422);
      expect(problem.detail).toContain('encoded as Shift-JIS');
      expect(problem.detail).toContain('save it as UTF-8');
    }));

  test.each(['/ai/upload-video/', '/ai/upload_doc_qagen/'])('an empty file at %s', (path) =>
    leavesNothing(async (owner) => {
      const problem = (await owner.call('POST', path, { body: fileForm('', 'a.txt') })).readProblem(400);
      expect(problem.errors?.[0]?.field).toBe('file');
      expect(problem.detail).toContain('empty');
    }),
  );

  test('no file, a file in the wrong field, no form at all', async () => {
    const path = '/ai/upload-video/';
    const empty = new FormData();
    empty.append('title', 'x');
    const asText = new FormData();
    asText.append('file', 'not a file');
    for (const body of [empty, asText, fileForm(video, 'a.mp4', 'video')]) {
      const problem = (await teacher.call('POST', path, { body })).readProblem(400);
      expect(problem.detail).toBe('Please select a file.');
    }
    expect((await teacher.post(path, {})).readProblem(400).detail).toBe('Please select a file.');
  });

  test.each<[string, () => Promise<Uint8Array>, string]>([
    ['without text', () => makePdf((pdf) => drawPicture(pdf.addPage())), 'document_without_text'],
    ['that is encrypted', () => readFile('server/documents/testing/encrypted.pdf'), 'document_encrypted'],
    ['that was cut off', async () => (await makeTextPdf()).subarray(0, 700), 'document_unreadable'],
  ])('a PDF %s', (_name, make, code) =>
    leavesNothing(async (owner) => {
      const problem = (await owner.uploadDocument(await make(), 'lecture.pdf')).readProblem(422);
      expect(problem.code).toBe(code);
      expect(problem.detail).toMatch(/^[A-Z][^!]*\.$/);
    }),
  );

  test('a text of more than 10 MiB', () =>
    leavesNothing(async (owner) => {
      const large = 'All work and no play. '.repeat(500_000);
      const problem = (await owner.uploadDocument(large, 'notes.txt')).readProblem(413);
      expect(problem.detail).toBe('The file is larger than 10 MiB, the maximum. Nothing was kept.');
    }));
});

describe('whose upload it is', () => {
  const post = (headers: Record<string, string>) =>
    application.call('POST', '/ai/upload-video/', { body: fileForm(video, 'lecture.mp4'), headers });

  test('an API key is required, beside a token too', async () => {
    const { authorization, 'api-key': key } = teacher.headers as { authorization: string; 'api-key': string };
    for (const headers of [{}, { authorization }, { authorization, 'api-key': 'placeholder-api-key' }]) {
      expect((await post(headers)).readProblem(401).detail).toBe('An API key is required for uploads.');
    }
    (await post({ 'api-key': key })).read(200, uploadedVideo);
    const other = await application.register();
    (await post({ authorization, 'api-key': other.session.api_key })).readProblem(401);
  });
});

const BOUNDARY = 'a-boundary';
const opening = (name: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
const formHeaders = (owner?: TestInstructor): Record<string, string> => ({
  ...owner?.headers,
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
});

describe('clients that come and go', () => {
  test.each(['/ai/upload-video/', '/ai/upload_doc_qagen/'])(
    'one that leaves halfway through %s leaves nothing',
    (path) =>
      leavesNothing(async (owner) => {
        const before = (await listFiles()).length;
        const client = request(application.origin + path, { method: 'POST', headers: formHeaders(owner) });
        client.on('error', () => undefined);
        const isVideo = path.includes('video');
        client.write(opening(isVideo ? 'a.mp4' : 'a.txt'));
        client.write(isVideo ? Buffer.concat([video, Buffer.alloc(200_000)]) : text.repeat(2000));
        await eventually('the file to begin', async () =>
          (await listFiles()).length > before ? true : undefined,
        );
        client.destroy();
      }),
  );

  test('reports a form without its end', () =>
    leavesNothing(async (owner) => {
      const body = opening('a.mp4') + 'x'.repeat(10);
      (await owner.call('POST', '/ai/upload-video/', { body, headers: formHeaders() })).readProblem(400);
      const asVideo = Buffer.concat([Buffer.from(opening('a.mp4')), video]);
      const answer = await owner.call('POST', '/ai/upload-video/', { body: asVideo, headers: formHeaders() });
      answer.readProblem(400);
    }));

  test.each<[string, boolean, number]>([
    ['without a key', false, 401],
    ['of the wrong kind', true, 415],
  ])(
    'one that sends much %s gets its answer, and sends on the same connection again',
    async (_name, signedIn, status) => {
      // Beyond what the buffers of a connection hold, so that the server must continue reading.
      const size = 12 * 1024 ** 2;
      const answer = await application.call('POST', '/ai/upload-video/', {
        body: fileForm(new Uint8Array(size).fill(65), 'lecture.mp4'),
        headers: signedIn ? teacher.headers : {},
      });
      answer.readProblem(status);
    },
  );
});
