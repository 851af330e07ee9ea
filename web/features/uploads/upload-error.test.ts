import { expect, test } from 'vitest';
import { addSample, estimateTransfer, type TransferSample } from './transfer-estimate.ts';
import { readUploadReply, UploadFailure } from './upload-error.ts';

const reply = (status: number, body: unknown, statusText = '') => ({
  status,
  statusText,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

function reasonOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof UploadFailure) return error.reason;
    throw error;
  }
  return 'no failure';
}

test('an answer says where the file is', () => {
  expect(readUploadReply('video', reply(200, { file_url: '/files/a' }))).toEqual({
    url: '/files/a',
    documentSourceId: undefined,
  });
  expect(readUploadReply('pdf', reply(201, { url: '/files/b', docsource_id: 'd1' }))).toEqual({
    url: '/files/b',
    documentSourceId: 'd1',
  });
});

test.each([
  ['video', reply(415, { detail: 'Not an MP4.' }), { name: 'refused', detail: 'Not an MP4.', coded: null }],
  ['video', reply(502, '<html>', 'Bad Gateway'), { name: 'video', statusText: 'Bad Gateway' }],
  ['pdf', reply(413, ''), { name: 'document', statusText: 'Content Too Large' }],
  ['text', reply(599, { detail: 7 }), { name: 'document', statusText: '599' }],
  ['video', reply(200, '<html>'), { name: 'invalidResponse' }],
  ['video', reply(200, '[]'), { name: 'invalidResponse' }],
  ['video', reply(200, { url: '/files/a' }), { name: 'noVideoUrl' }],
  ['pdf', reply(200, { file_url: '/files/a', url: '' }), { name: 'noDocumentUrl' }],
  ['video', reply(200, { file_url: 7 }), { name: 'noUsableUrl' }],
] as const)('%s: %j', (kind, given, reason) => {
  expect(reasonOf(() => readUploadReply(kind, given))).toEqual(reason);
});

test('the speed is that of the last seconds', () => {
  let samples: TransferSample[] = [];
  for (let second = 0; second <= 20; second += 1) {
    // A fast start, then a tenth of it.
    const sentBytes = second <= 10 ? second * 1_000 : 10_000 + (second - 10) * 100;
    samples = addSample(samples, { atMilliseconds: second * 1_000, sentBytes });
  }
  expect(samples.length).toBeLessThan(9);
  expect(estimateTransfer(samples, 21_000)).toEqual({ bytesPerSecond: 100, secondsLeft: 100 });
});

test('reports no speed for an upload that just started or stalls', () => {
  expect(estimateTransfer([], 10)).toBeUndefined();
  expect(estimateTransfer([{ atMilliseconds: 0, sentBytes: 5 }], 10)).toBeUndefined();
  const still = [0, 2_000].map((atMilliseconds) => ({ atMilliseconds, sentBytes: 5 }));
  expect(estimateTransfer(still, 10)).toBeUndefined();
});
