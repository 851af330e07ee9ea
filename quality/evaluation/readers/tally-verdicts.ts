/**
 * Counts the readers' verdicts on the packs in a folder (README.md):
 *   npx node quality/evaluation/readers/tally-verdicts.ts --packs <dir>                    prints the figures of every writer
 *     --verdicts <dir>                    the readers' files are in another folder
 *     --save <round> [--date YYYY-MM-DD]  also keeps the round in quality/evaluation/readers/verdicts; the date is today's
 *     --note "who the readers were"       kept and printed with the round
 *     --goal "<writer>=4"                 kept per ten requested that a writer must reach; once for each writer
 */
import { parseArgs } from 'node:util';
import { reportRound } from '../report/report-readers.ts';
import { readRound } from './join-round.ts';
import { storeRound } from './verdict-store.ts';

try {
  await tallyVerdicts();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function tallyVerdicts(): Promise<void> {
  const { values } = parseArgs({
    options: {
      packs: { type: 'string' },
      verdicts: { type: 'string' },
      save: { type: 'string' },
      date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      note: { type: 'string' },
      goal: { type: 'string', multiple: true },
    },
  });
  if (values.packs === undefined)
    throw new Error(
      'Usage: tally-verdicts.ts --packs <dir> [--verdicts <dir>] [--save <round>] [--date YYYY-MM-DD] [--note "…"] ' +
        '[--goal "<writer>=4"]',
    );
  const round = await readRound(
    values.packs,
    {
      date: values.date,
      round: values.save ?? 'unsaved',
      ...(values.note === undefined ? {} : { note: values.note }),
      ...(values.goal === undefined ? {} : { goals: Object.fromEntries(values.goal.map(readGoal)) }),
    },
    values.verdicts,
  );
  console.log(reportRound(round));
  if (values.save !== undefined) console.log(`\nSaved as ${await storeRound(round)}`);
}

function readGoal(goal: string): [string, number] {
  const at = goal.lastIndexOf('=');
  const value = Number(goal.slice(at + 1));
  if (at < 1 || goal.slice(at + 1).trim() === '' || Number.isNaN(value))
    throw new Error(`"${goal}" is no goal. Write the writer's name and a number: --goal "offline=4".`);
  return [goal.slice(0, at), value];
}
