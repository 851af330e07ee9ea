import { expect, test } from 'vitest';
import { exportTranscript, toSubRip, toWebVtt, transcriptFileName } from './export-transcript.ts';

const cues = [
  { start_second: 0, end_second: 1.5, text: 'If a < b & b > c' },
  { start_second: 3661.0006, end_second: 3662.9999, text: 'Two\n\nlines --> here' },
];

test('SubRip', () => {
  expect(toSubRip(cues)).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nIf a < b & b > c\n\n' +
      '2\n01:01:01,001 --> 01:01:03,000\nTwo\nlines → here\n',
  );
});

test('WebVTT, its signs escaped', () => {
  expect(toWebVtt(cues)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nIf a &lt; b &amp; b &gt; c\n\n' +
      '01:01:01.001 --> 01:01:03.000\nTwo\nlines --&gt; here\n',
  );
});

test('plain text', () => {
  expect(exportTranscript('txt', ' As it is read. ', cues)).toBe('As it is read.\n');
});

test.each([
  ['Cells: parts/whole?', 'Cells parts whole.srt'],
  ['..\\..\\etc', 'etc.srt'],
  ['\u202E', 'transcript.srt'],
])('%j is stored as %s', (title, name) => {
  expect(transcriptFileName(title, 'srt')).toBe(name);
});
