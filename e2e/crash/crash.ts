/**
 * Kills Lectern's processes in mid-work, fills its disk and takes its database away, and compares the acknowledged
 * and the stored records. Ends with an error when anything is lost, duplicated or failed without an outage to explain it.
 *   npm run test:crash                          100 kills and every outage (about a quarter of an hour)
 *   npm run test:crash -- --kills 20 --seed 7   fewer, at other moments
 *   npm run test:crash -- --only kills          or: database, frozen, silent, disk
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { SeededChoice } from '../seeded-choice.ts';
import { runKillCycles, TARGETS } from './kill-cycles.ts';
import { runDatabaseAway, runDatabaseSilent, runFullDisk, type OutageReport } from './outages.ts';

const BACK_GOAL_MILLISECONDS = 10_000;
const AWAY_SECONDS = 30;
const SILENT_SECONDS = 120;
const BACK_AFTER_SILENCE_MILLISECONDS = 30_000;
const LECTURE_SECONDS = 150;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const directory = await mkdtemp(join(tmpdir(), 'lectern-crash-'));
const video = join(directory, 'lecture.mp4');
let failures = 0;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function conclude(name: string, faults: readonly unknown[]): void {
  for (const fault of faults) print(`  ${fault instanceof Error ? fault.message : JSON.stringify(fault)}`);
  if (faults.length > 0) failures += 1;
  print(`${name}: ${faults.length === 0 ? 'passed' : 'FAILED'}`);
}

async function kills(): Promise<void> {
  const report = await runKillCycles({
    dataDirectory: join(directory, 'killed'),
    video,
    kills: Number(values.kills),
    choice: new SeededChoice(Number(values.seed)),
    onKill: (count, target, back) => print(`  ${count}: ${target}, back after ${seconds(back)}`),
  });
  const { acknowledged, lost, doubled, transcriptions, unexpected, outages } = report;
  print(
    `${report.kills} kills: ${acknowledged} writes acknowledged, ${lost.length} lost, ${doubled.length} doubled; ` +
      `${transcriptions.done} transcriptions; ${transcriptions.retried} jobs done again; ${outages} calls refused meanwhile`,
  );
  const slow: string[] = [];
  for (const target of TARGETS) {
    const times = report.backMilliseconds[target].toSorted((one, other) => one - other);
    const longest = times.at(-1) ?? 0;
    print(
      `  ${target}: back after ${seconds(times[Math.floor(times.length / 2)] ?? 0)}, at most ${seconds(longest)}`,
    );
    if (longest > BACK_GOAL_MILLISECONDS) slow.push(`${target}: back after ${seconds(longest)}, goal 10 s`);
  }
  conclude('kills', [...lost, ...doubled, ...unexpected, ...slow]);
}

async function outage(
  name: string,
  run: () => Promise<OutageReport>,
  goalMilliseconds = BACK_GOAL_MILLISECONDS,
): Promise<void> {
  const { acknowledged, lost, doubled, backMilliseconds, outages, unexpected } = await run();
  print(
    `${name}: ${acknowledged} writes acknowledged, ${lost.length} lost, ${doubled.length} doubled, ` +
      `${outages} calls refused meanwhile, back after ${seconds(backMilliseconds)}`,
  );
  const slow =
    backMilliseconds > goalMilliseconds
      ? [`back after ${seconds(backMilliseconds)}, goal ${seconds(goalMilliseconds)}`]
      : [];
  conclude(name, [...lost, ...doubled, ...unexpected, ...slow]);
}

const options = { directory, video, seconds: AWAY_SECONDS };
const parts: Record<string, () => Promise<void>> = {
  kills,
  database: () => outage('database gone for 30 s', () => runDatabaseAway({ ...options, frozen: false })),
  frozen: () => outage('database hanging for 30 s', () => runDatabaseAway({ ...options, frozen: true })),
  silent: () =>
    outage(
      'packets dropped for 2 minutes',
      () => runDatabaseSilent({ ...options, seconds: SILENT_SECONDS }),
      BACK_AFTER_SILENCE_MILLISECONDS,
    ),
  disk: () => outage('disk full for 30 s', () => runFullDisk(options)),
};
const chosen = values.only === undefined ? Object.keys(parts) : [values.only];

try {
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({
    audioPath: recordings.twoCities,
    outputPath: video,
    repeatSeconds: LECTURE_SECONDS,
  });
  for (const name of chosen) {
    const part = parts[name];
    if (part === undefined)
      throw new Error(`There is no part "${name}". There are: ${Object.keys(parts).join(', ')}.`);
    await part();
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
