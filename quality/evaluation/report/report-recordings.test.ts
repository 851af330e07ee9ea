import { expect, test } from 'vitest';
import type { RecordingFigures } from '../run/evaluate-recordings.ts';
import { reportRecordings } from './report-recordings.ts';

function figure(name: string, words: number, ours: number, peers: number): RecordingFigures {
  const heard = (errors: number) => ({ errors, words: words === 0 ? errors : words, text: '' });
  return { set: words === 0 ? 'wordless' : 'tuning', name, words, ours: heard(ours), peers: heard(peers) };
}

test('misses the gate when more than two points more words are wrong than with the peer', () => {
  const { missedGates } = reportRecordings([
    figure('pink noise at 10 dB', 100, 5, 3),
    figure('room echo of 0.5 s', 100, 6, 3),
  ]);
  expect(missedGates).toEqual(['recordings, tuning: room echo of 0.5 s']);
});

test('misses the gate when a single word is invented, whatever the peer does', () => {
  const { missedGates } = reportRecordings([figure('music', 0, 1, 20), figure('hum', 0, 0, 0)]);
  expect(missedGates).toEqual(['recordings, wordless: music']);
});
