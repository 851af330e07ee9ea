import type { DetectedEncoding } from './detected-encoding.ts';
import { detectLatin } from './detect-latin.ts';
import { detectScript } from './detect-script.ts';

const LARGEST_SAMPLE = 65_536;

/** Detects a legacy encoding by the letters that the bytes decode to. */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  const sample = takeSample(bytes);
  return isLatin(sample) ? detectLatin(sample) : detectScript(sample);
}

/** Starts at the line with the first non-ASCII byte. */
function takeSample(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const from = bytes.lastIndexOf(0x0a, Math.max(0, first)) + 1;
  return bytes.subarray(from, Math.max(from, first - 1000) + LARGEST_SAMPLE);
}

/** In Latin script, non-ASCII bytes occur one or two at a time, among ASCII letters. */
function isLatin(bytes: Uint8Array): boolean {
  let [beyond, inRuns, run] = [0, 0, 0];
  for (const byte of bytes) {
    if (byte >= 0x80) {
      beyond++;
      run++;
      continue;
    }
    if (run >= 3) inRuns += run;
    run = 0;
  }
  if (run >= 3) inRuns += run;
  return inRuns <= 0.3 * beyond;
}
