import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { SpeechToTextUnavailableError } from '../speech-to-text.ts';
import {
  createOpenAiCompatibleSpeechToText,
  TranscriptionServiceRejectedError,
} from './openai-compatible-speech-to-text.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const segment = { samples: new Float32Array(32_000).fill(0.25), startSecond: 100 };

interface Answer {
  readonly status?: number;
  readonly body?: string;
  readonly truncate?: boolean;
  readonly hang?: boolean;
}

/** A service that reads the form as a real one does, and answers what the test wants. */
async function startService(
  answer: (form: FormData, authorization: string | undefined) => Answer,
): Promise<string> {
  server = createServer((request, response) => {
    const body = Readable.toWeb(request) as ReadableStream<Uint8Array>;
    const contentType = request.headers['content-type'] ?? '';
    const init = { method: 'POST', headers: { 'content-type': contentType }, body, duplex: 'half' as const };
    const form: { formData(): Promise<FormData> } = new Request('http://service.test', init);
    void form.formData().then((form) => {
      const { status = 200, body: text = '', truncate, hang } = answer(form, request.headers.authorization);
      if (hang) return;
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      if (truncate) {
        response.write(text.slice(0, text.length / 2));
        setImmediate(() => response.destroy());
      } else response.end(text);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('sends a WAV file with key and model, and takes the times of the segments', async () => {
  let wav: File | undefined;
  const baseUrl = await startService((form, authorization) => {
    wav = form.get('file') as File;
    expect(authorization).toBe('Bearer secret');
    expect(form.get('model')).toBe('whisper-1');
    expect(form.get('response_format')).toBe('verbose_json');
    return {
      body: JSON.stringify({
        text: 'One. Two.',
        segments: [
          { start: 0.1, end: 0.9, text: ' One.' },
          { start: 1, end: 9, text: ' Two.' },
        ],
      }),
    };
  });
  const speech = createOpenAiCompatibleSpeechToText({
    baseUrl: `${baseUrl}/v1`,
    apiKey: 'secret',
    model: 'whisper-1',
  });
  expect(await speech.recognize(segment)).toEqual([
    { startSecond: 100.1, endSecond: 100.9, text: 'One.' },
    { startSecond: 101, endSecond: 102, text: 'Two.' },
  ]);
  const bytes = Buffer.from(await wav!.arrayBuffer());
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
  expect(bytes.length).toBe(44 + 64_000);
  expect(bytes.readInt16LE(44)).toBe(8192);
});

test('falls back to plain json and remembers it', async () => {
  const asked: unknown[] = [];
  const baseUrl = await startService((form) => {
    asked.push(form.get('response_format'));
    return form.get('response_format') === 'json'
      ? { body: '{"text":"Hello there."}' }
      : { status: 400, body: '{}' };
  });
  const speech = createOpenAiCompatibleSpeechToText({ baseUrl, model: 'm' });
  const cues = await speech.recognize(segment);
  await speech.recognize(segment);
  expect(cues.map((cue) => cue.text)).toEqual(['Hello there.']);
  expect(asked).toEqual(['verbose_json', 'json', 'json']);
});

test.each<[string, Answer]>([
  ['a cut answer', { body: '{"text":"Hello there, everybody."}', truncate: true }],
  ['no JSON', { body: '<html>' }],
  ['another shape', { body: '{"words":[]}' }],
  ['an overloaded service', { status: 503, body: '{}' }],
])('is unavailable, worth a retry, on %s', async (_, answer) => {
  const baseUrl = await startService(() => answer);
  const speech = createOpenAiCompatibleSpeechToText({ baseUrl, model: 'm' });
  await expect(speech.recognize(segment)).rejects.toBeInstanceOf(SpeechToTextUnavailableError);
});

test('is unavailable, worth a retry, when there is no answer in time', async () => {
  const clock = new ManualClock();
  const baseUrl = await startService(() => {
    void clock.advance(120_000);
    return { hang: true };
  });
  const speech = createOpenAiCompatibleSpeechToText({ baseUrl, model: 'm', clock });
  await expect(speech.recognize(segment)).rejects.toBeInstanceOf(SpeechToTextUnavailableError);
});

test('does not retry with a refused key', async () => {
  const baseUrl = await startService(() => ({ status: 401, body: '{}' }));
  const speech = createOpenAiCompatibleSpeechToText({ baseUrl, apiKey: 'wrong', model: 'm' });
  await expect(speech.recognize(segment)).rejects.toBeInstanceOf(TranscriptionServiceRejectedError);
});
