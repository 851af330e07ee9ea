import type { Cue } from '../ai/speech-to-text.ts';

/** A cue as it appears in a file: its times may be reversed, equal, or overlap other cues. */
export interface RawCue {
  readonly startSecond: number;
  readonly endSecond: number;
  readonly lines: readonly string[];
}

/** In rolling captions, at least this share of the cues repeats the previous cue. */
const rollingShare = 0.3;

/** Rolling captions show each line at least twice: first as the new line, then above the next one. Keeps only new words. */
export function removeRollingText(cues: readonly RawCue[]): Cue[] {
  const rolled = cues.map((cue, index) => {
    const last = cues[index - 1];
    const isNear = last !== undefined && cue.startSecond - last.endSecond < 0.5;
    return isNear ? withoutShownText(last.lines, cue.lines) : undefined;
  });
  const repeats = rolled.filter((text) => text !== undefined).length;
  const isRolling = repeats >= 2 && repeats >= rollingShare * (cues.length - 1);
  const kept: Cue[] = [];
  for (const [index, { startSecond, endSecond, lines }] of cues.entries()) {
    const last = kept.at(-1);
    const whole = lines.join(' ');
    // One repeated word does not prove that captions roll, but counts once they do.
    const grown = last && whole.startsWith(`${last.text} `) ? whole.slice(last.text.length + 1) : whole;
    const text = isRolling ? (rolled[index] ?? grown) : whole;
    if (last && text === '') {
      kept[kept.length - 1] = { ...last, endSecond: Math.max(last.endSecond, endSecond) };
    } else {
      kept.push({ startSecond, endSecond, text });
    }
  }
  return kept;
}

/** More lines than captions have on the screen. */
const mostShownLines = 10;

/**
 * The words of a cue that the previous cue did not show; undefined if they share nothing. The last lines shown are the first
 * lines of the new cue, and the very last one may have grown.
 */
function withoutShownText(shown: readonly string[], lines: readonly string[]): string | undefined {
  for (let from = Math.max(0, shown.length - mostShownLines); from < shown.length; from++) {
    const above = shown.slice(from, -1);
    const bottom = shown.at(-1) ?? '';
    const grown = lines[above.length] ?? '';
    const isRepeated = above.every((line, index) => line === lines[index]);
    if (isRepeated && (grown === bottom || grown.startsWith(`${bottom} `)))
      return [grown.slice(bottom.length).trim(), ...lines.slice(above.length + 1)].join(' ').trim();
  }
  return withoutRepeatedStart(shown.join(' '), lines.join(' '));
}

/** Rolling captions repeat a line or two. */
const mostRepeatedWords = 200;

/** The words of `text` after the end of `shown`. A single repeated word may be speech ("no, no"). */
function withoutRepeatedStart(shown: string, text: string): string | undefined {
  const before = shown.split(' ');
  const after = text.split(' ');
  for (let length = Math.min(before.length, after.length, mostRepeatedWords); length >= 2; length--) {
    const repeated = before.slice(-length).every((word, index) => word === after[index]);
    if (repeated) return after.slice(length).join(' ');
  }
  return undefined;
}
