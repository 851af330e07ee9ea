import type { RecognitionFigures } from '../run/evaluate-recognition.ts';

/** A clean scan may have this many errors in a hundred characters. */
const goal = 1.5;

/** The table, and the gates that were missed. */
export function reportRecognition(figures: readonly RecognitionFigures[]): {
  text: string;
  missedGates: string[];
} {
  const names = Object.keys(figures[0]?.errorRates ?? {});
  const percent = (value: number) => `${value.toFixed(2)} %`;
  const rows = [
    ['pages', ...names, 'all', 'engine alone', 'confidence'],
    ['---', ...names.map(() => '---'), '---', '---', '---'],
    ...figures.map(({ kind, errorRates, errorRate, engineAlone, confidence }) => [
      kind,
      ...names.map((name) => percent(errorRates[name] ?? 0)),
      percent(errorRate),
      percent(engineAlone),
      confidence.toFixed(0),
    ]),
  ];
  const missedGates = figures
    .filter(({ kind, errorRate }) => kind === 'clean scan' && errorRate > goal)
    .map(({ errorRate }) => `recognition of clean scans: ${percent(errorRate)} of characters wrong`);
  return {
    text: [
      `#### Text recognition: wrong characters (goal for clean scans: ≤ ${goal} %)`,
      '',
      ...rows.map((row) => `| ${row.join(' | ')} |`),
    ].join('\n'),
    missedGates,
  };
}
