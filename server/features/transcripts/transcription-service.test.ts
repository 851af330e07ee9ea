import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { lesson } from '#contract/lessons.ts';
import { makeTone, makeVideo } from '#server/media/testing/make-video.ts';
import { eventually, startTestApplication } from '#server/testing/test-application.ts';

test('a configured OpenAI-compatible service transcribes in place of the built-in model', async () => {
  const requests: { path: string; authorization: string | undefined; model: unknown; bytes: number }[] = [];
  const service = createServer((request, response) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      body: Readable.toWeb(request) as ReadableStream<Uint8Array>,
      duplex: 'half' as const,
    };
    const form: { formData(): Promise<FormData> } = new Request('http://service.test', init);
    void form.formData().then((fields) => {
      const { authorization } = request.headers;
      const file = fields.get('file') as File;
      requests.push({ path: request.url ?? '', authorization, model: fields.get('model'), bytes: file.size });
      const segments = [
        { start: 0.2, end: 1.5, text: ' Heard by another service.' },
        { start: 1.5, end: 2.5, text: ' It told the times too.' },
      ];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ text: segments.map(({ text }) => text).join(''), segments }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const application = await startTestApplication({
    worker: true,
    variables: {
      TRANSCRIPTION_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/`,
      TRANSCRIPTION_API_KEY: 'service-key',
      TRANSCRIPTION_MODEL: 'another-model',
    },
  });
  const outputPath = join(application.dataDirectory, 'speech.mp4');
  makeVideo({ outputPath, samples: makeTone(3) });
  const teacher = await application.register();
  const { id } = await teacher.makeVideoLesson(await readFile(outputPath));
  (await teacher.post('/api/transcribe-video/', { lesson_id: id })).read(202, lesson);
  const ended = await eventually('the transcription to end', async () => {
    const now = await teacher.readLesson(id);
    return now.docsource_id !== null || now.transcription_error !== null ? now : undefined;
  });
  expect(ended.transcription_error).toBeNull();
  expect(ended.audio_transcript).toContain('Heard by another service. It told the times too.');
  expect(ended.transcript_cues[0]?.text).toBe('Heard by another service.');
  expect(requests[0]).toMatchObject({
    path: '/v1/audio/transcriptions',
    authorization: 'Bearer service-key',
    model: 'another-model',
  });
  expect(requests[0]?.bytes).toBeGreaterThan(16_000);
  await application.close();
  service.closeAllConnections();
  service.close();
});
