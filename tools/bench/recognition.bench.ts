/**
 * Recognition of a clean scan of 30 pages at 300 dots an inch on two cores: seconds, and the goal.
 * See docs/decisions/0039-text-recognition-with-tesseract.md.
 */
import { readFileSync } from 'node:fs';
import { measureRecognitionSpeed } from '../evaluation/recognition.ts';
import { readConfig } from '#server/config.ts';
import { printResult } from './result.ts';

const pageCount = 30;
const goalSeconds = 90;
const text = readFileSync(new URL('../evaluation/lessons/astronomy.txt', import.meta.url), 'utf8');

const processes = 2;
const seconds = await measureRecognitionSpeed(text, readConfig().modelsDirectory, {
  pageCount,
  processes,
});
printResult({
  name: `recognition of a clean scan of ${pageCount} pages, ${processes} at a time`,
  value: `${seconds.toFixed(0)} s`,
  goal: `at most ${goalSeconds} s on two free cores`,
  met: seconds <= goalSeconds,
});
