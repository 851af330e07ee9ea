import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { lesson as lessonSchema } from '#contract/lessons.ts';
import { createdTranscription, retrievedTranscription } from '#contract/transcripts.ts';
import { eventually } from '#server/testing/test-application.ts';
import { downloadPublicUrl } from '#server/platform/web-fetch/fetch-public-url.ts';
import { fetchYoutubeCaptions } from '#server/platform/web-fetch/youtube-captions.ts';
import { INSIDE_NAMES } from './addresses.ts';
import { pretendInternet } from './pretend-internet.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

/*
 * Every call that makes the server fetch an address from a request: lessons made from links (ingested, transcribed), and
 * transcriptions without a lesson. The addresses of a language model or a speech service are the operator's settings, and
 * no caller can name them.
 */
const PUBLIC = '93.184.216.34';
let leadsTo = '/';
let ownPort: number | undefined = undefined;

afterAll(() => {
  internet.restore();
  site.close();
});
const site = createServer((_, response) => void response.writeHead(302, { location: leadsTo }).end());
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const internet = pretendInternet(
  { [PUBLIC]: { localPort: (site.address() as AddressInfo).port } },
  () => ownPort,
);
const application = await useTestApplication({
  worker: true,
  workerOverrides: {
    publicWeb: {
      // The real ones; only names are answered here, so that nothing is looked up outside.
      download: (url, path, options) =>
        downloadPublicUrl(url, path, {
          ...options,
          resolve: (name) => Promise.resolve(INSIDE_NAMES[name] ?? [PUBLIC]),
        }),
      fetchCaptions: (url) =>
        fetchYoutubeCaptions(url, { send: () => Promise.reject(new Error('YouTube is not asked here.')) }),
    },
  },
});
ownPort = Number(new URL(application.origin).port);
const teacher = await application.register();
const courseId = (await teacher.makeCourse()).id;

/** addresses.test.ts tries every spelling. */
const INSIDE = ['169.254.169.254', 'mixed.example'];

async function makeLesson(file: string): Promise<number> {
  const lesson = { title: 'A link', type: 'lesson', file, course: courseId };
  return (await teacher.post('/api/lessons/', lesson)).read(201, lessonSchema).id;
}

async function waitForFailure(id: number): Promise<string> {
  return eventually(
    'the download to fail',
    async () => (await teacher.readLesson(id)).transcription_error ?? undefined,
  );
}

const NOT_PUBLIC = /does not lead to a public web site/u;

describe.each(['by itself', 'behind a redirect'])('an address inside, %s', (way) => {
  const linkTo = (host: string, ending: string): string => {
    if (way === 'by itself') return `http://${host}/${ending}`;
    leadsTo = Buffer.from(`http://${host}/${ending}`).toString('latin1');
    return `http://lesson.example/${ending}`;
  };

  test('is not ingested', async () => {
    for (const host of INSIDE) {
      const id = await makeLesson(linkTo(host, 'a.pdf'));
      const problem = (await teacher.post(`/api/lessons/${id}/ingest/`)).readProblem(422);
      expect([host, problem.code]).toEqual([host, 'address_not_allowed']);
    }
  });

  test.each(['/api/transcribe-video/', '/api/transcribe/'])('is not transcribed by %s', async (path) => {
    for (const host of INSIDE) {
      const id = await makeLesson(linkTo(host, 'a.mp4'));
      expect((await teacher.post(path, { lesson_id: id })).status).toBe(202);
      expect(await waitForFailure(id)).toMatch(NOT_PUBLIC);
    }
  });

  test('is not transcribed without a lesson', async () => {
    for (const host of INSIDE) {
      const answer = await teacher.post('/api/transcribe/create', { video_url: linkTo(host, 'a.mp4') });
      const created = answer.read(202, createdTranscription);
      const ended = await eventually('the download to end', async () => {
        const state = (await teacher.post('/api/transcribe/retrieve', created)).read(
          200,
          retrievedTranscription,
        );
        return state.status === 'failed' ? state : undefined;
      });
      expect(ended.error).toMatch(NOT_PUBLIC);
      expect(ended.transcript).toBeNull();
    }
  });
});

test('through all of that, nothing but the public site was connected to', () => {
  expect(new Set(internet.attempts)).toEqual(new Set([PUBLIC]));
});
