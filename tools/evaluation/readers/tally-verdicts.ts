/**
 * Counts the readers' verdicts in a folder of packs (README.md) and prints the figures of every writer:
 *   node tools/evaluation/readers/tally-verdicts.ts --packs <dir>
 *     --save <round>                      also stores the round in tools/evaluation/readers/verdicts
 *     --note "who the readers were"       stored and printed with the round
 *     --goal "<writer>=4"                 kept per ten requested that a writer must reach; once for each writer
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { packKey, parseAs, readerVerdict, readJson, VERDICTS_FOLDER, verdictRound } from './rounds.ts';
import { reportRound } from './tally.ts';

const { values } = parseArgs({
  options: {
    packs: { type: 'string' },
    save: { type: 'string' },
    note: { type: 'string' },
    goal: { type: 'string', multiple: true },
  },
});
const { packs, save, note, goal } = values;
if (packs === undefined)
  throw new Error(
    'Usage: tally-verdicts.ts --packs <dir> [--save <round>] [--note "…"] [--goal "<writer>=4"]',
  );

const readerFile = z.array(z.intersection(z.object({ item: z.int().min(1) }), readerVerdict));
const files = await readdir(packs);
const keys = await Promise.all(
  files
    .filter((name) => name.endsWith('.key.json'))
    .toSorted()
    .map((file) => readJson(packs, file, packKey)),
);
const readers = new Set(
  files.flatMap((file) => /^[^.]+\.(?!key\.)([^.]+)\.json$/u.exec(file)?.[1] ?? []).toSorted(),
);
const items = [];
for (const { lesson, items: ofLesson } of keys) {
  const byReader = await Promise.all(
    [...readers].map(
      async (reader) =>
        [
          reader,
          // A lesson without generated questions has nothing to judge, but its requests count.
          ofLesson.length === 0 ? [] : await readJson(packs, `${lesson}.${reader}.json`, readerFile),
        ] as const,
    ),
  );
  for (const item of ofLesson) {
    const verdicts = byReader.flatMap(([reader, entries]) =>
      entries.filter((entry) => entry.item === item.item).map((entry) => [reader, entry]),
    );
    if (verdicts.length > readers.size)
      throw new Error(`${lesson}, item ${item.item}: more than one verdict`);
    items.push({ lesson, ...item, verdicts: Object.fromEntries(verdicts) as unknown });
  }
}
const round = parseAs(
  {
    date: new Date().toISOString().slice(0, 10),
    round: save ?? 'unsaved',
    note,
    goals: goal && Object.fromEntries(goal.map(readGoal)),
    readers: [...readers],
    sets: keys.flatMap(({ lesson, sets }) => sets.map((set) => ({ lesson, ...set }))),
    items,
  },
  'round',
  verdictRound,
);
console.log(reportRound(round));
if (save !== undefined) {
  const path = join(VERDICTS_FOLDER, `${round.date}-${round.round}.json`);
  const layout = await resolveConfig(path);
  await writeFile(path, await format(JSON.stringify(round), { ...layout, parser: 'json' }), { flag: 'wx' });
  console.log(`\nSaved as ${path}`);
}

function readGoal(text: string): [string, number] {
  const [, writer, value] = /^(.+)=([\d.]+)$/u.exec(text) ?? [];
  if (writer === undefined) throw new Error(`Write the writer's name and a number: --goal "offline=4".`);
  return [writer, Number(value)];
}
