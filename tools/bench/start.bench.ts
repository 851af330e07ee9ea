/** `npm start` on a made data directory until it serves. Argument: rounds (5). */
import { join } from 'node:path';
import { registerClient } from '#e2e/api-client.ts';
import { startLectern } from '#e2e/lectern-process.ts';
import { withDirectory } from './lectern.ts';
import { median, percentile, printResult } from './result.ts';

const GOAL_MILLISECONDS = 3_000;
const rounds = Number(process.argv[2] ?? 5);

await withDirectory(async (directory) => {
  const dataDirectory = join(directory, 'data');
  const first = await startLectern({ dataDirectory });
  const client = await registerClient(first.origin);
  for (let made = 0; made < 50; made += 1) await client.createCourse(`Course ${made}`);
  await first.stop();

  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const lectern = await startLectern({ dataDirectory });
    const health = await fetch(`${lectern.origin}/api/health/`);
    if (health.status !== 200) throw new Error(`Health answers ${health.status}`);
    milliseconds.push(performance.now() - started);
    await lectern.stop();
  }
  const worst = percentile(milliseconds, 1);
  printResult({
    name: 'start on a made data directory until health answers 200',
    value: `${(median(milliseconds) / 1000).toFixed(2)} s (slowest of ${rounds}: ${(worst / 1000).toFixed(2)} s)`,
    goal: `at most ${GOAL_MILLISECONDS / 1000} s`,
    met: median(milliseconds) <= GOAL_MILLISECONDS,
  });
});
