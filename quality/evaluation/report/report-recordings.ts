import type { Heard, RecordingFigures } from '../run/evaluate-recordings.ts';

/** How many points more of the words may be wrong than with the peer. */
const MOST_POINTS = 2;
/** What the goal is about. */
const HELD = /at 10 dB|room echo/u;

/** The table, and the gates that were missed. */
export function reportRecordings(figures: readonly RecordingFigures[]): {
  text: string;
  missedGates: string[];
} {
  const missedGates: string[] = [];
  const rows = figures.map((figure) => {
    const { set, name, words, ours, peers } = figure;
    const isMet = meetsGoal(figure);
    if (isMet === false) missedGates.push(`recordings, ${set}: ${name}`);
    const points = words === 0 ? '–' : (rateOf(ours, words) - rateOf(peers, words)).toFixed(1);
    const met = isMet === undefined ? '–' : isMet ? 'met' : '**MISSED**';
    return [set, name, describe(ours, words), describe(peers, words), points, met];
  });
  const head = ['set', 'recording', 'Lectern', 'faster-whisper base int8', 'points', ''];
  return {
    text: [
      `#### Recordings as they are: word error rate, and words where none is said (goals: ≤ ${MOST_POINTS} points worse at 10 dB and with echo; no word)`,
      '',
      ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`),
    ].join('\n'),
    missedGates,
  };
}

const rateOf = ({ errors }: Heard, words: number): number => (100 * errors) / words;

const describe = (heard: Heard, words: number): string =>
  words === 0 ? `${heard.words} words` : `${rateOf(heard, words).toFixed(1)} %`;

/** Undefined where no goal is set. */
function meetsGoal({ name, words, ours, peers }: RecordingFigures): boolean | undefined {
  if (words === 0) return ours.words === 0;
  if (!HELD.test(name)) return undefined;
  return rateOf(ours, words) - rateOf(peers, words) <= MOST_POINTS;
}
