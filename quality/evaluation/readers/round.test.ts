import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { check } from 'prettier';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRound } from './join-round.ts';
import type { PackKey } from './reading-pack.ts';
import { readRounds, storeRound } from './verdict-store.ts';
import { readWrittenSets } from './written-set.ts';

const run = promisify(execFile);
const about = { date: '2026-11-24', round: 'made-up' };
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-readers-'));
  await write('reefs.txt', '# Reefs\n\nCorals build reefs out of lime over many thousands of years.\n');
  await write('tides.txt', '# Tides\n\nThe pull of the Moon raises two bulges of water in the sea.\n');
  await write('sets.json', [
    set('offline', 'reefs', 2),
    set('offline', 'tides', 1),
    set('expert', 'tides', 3),
  ]);
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, content: unknown): Promise<void> =>
  writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));

const set = (writer: string, lesson: string, count: number): object => ({
  writer,
  lesson,
  requested: 5,
  questions: Array.from({ length: count }, (_, index) => ({
    stem: `What is fact ${index} about ${lesson}?`,
    options: [
      { text: 'Lime', is_correct: index === 0 },
      { text: 'Sand', is_correct: index !== 0 },
      { text: 'Clay', is_correct: false },
    ],
    level: 'remember',
    form: 'definition',
    quote: 'unused',
  })),
});

const makePack = (): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, [
    join(import.meta.dirname, 'make-pack.ts'),
    ...[
      '--lessons',
      folder,
      '--sets',
      join(folder, 'sets.json'),
      '--out',
      join(folder, 'packs'),
      '--seed',
      '7',
    ],
  ]);

/** Keeps the expert's questions and discards the others, as a reader who had seen the key. */
async function judge(lesson: string, reader: string): Promise<void> {
  const key = JSON.parse(await readFile(join(folder, 'packs', `${lesson}.key.json`), 'utf8')) as PackKey;
  await write(
    `packs/${lesson}.${reader}.json`,
    key.items.map(({ item, writer }) => ({
      item,
      verdict: writer === 'expert' ? 'keep' : 'discard',
      key: 'right',
      level: 'remember',
      why: 'made up',
    })),
  );
}

test('turns written sets and verdicts into figures, and stores the round', async () => {
  const { stderr } = await makePack();
  expect(stderr).toContain('"expert" has no set for reefs');
  for (const lesson of ['reefs', 'tides']) for (const reader of ['anna', 'ben']) await judge(lesson, reader);
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, 'tally-verdicts.ts'),
    ...['--packs', join(folder, 'packs'), '--goal', 'expert=4'],
  ]);
  expect(stdout).toContain(
    '- **expert**: Of ten questions requested, a strict instructor keeps 6.0 (reader anna 6.0, reader ben 6.0, ' +
      'agreement 100 %). Goal: at least 4, met.\n- **offline**: Of ten questions requested, a strict instructor keeps 0.0',
  );
  const round = await readRound(join(folder, 'packs'), about);
  const store = join(folder, 'verdicts');
  const path = await storeRound(round, store);
  const stored = await readFile(path, 'utf8');
  expect(await check(stored, { parser: 'json', printWidth: 110 })).toBe(true);
  await storeRound({ ...round, date: '2026-11-25' }, store);
  const rounds = await readRounds(store);
  expect(rounds.map(({ file }) => file)).toEqual(['2026-11-25-made-up.json', '2026-11-24-made-up.json']);
  expect(rounds[1]?.round).toEqual(round);
  await expect(storeRound(round, store)).rejects.toThrow('EEXIST');
});

test('finds no rounds where there is no folder', async () => {
  expect(await readRounds(join(folder, 'nowhere'))).toEqual([]);
});

test('reads every round in the repository', async () => {
  for (const { file, round } of await readRounds()) expect(file).toBe(`${round.date}-${round.round}.json`);
});

test('never overwrites a pack', async () => {
  await makePack();
  const before = await readFile(join(folder, 'packs/tides.md'), 'utf8');
  await expect(makePack()).rejects.toThrow('already exists');
  expect(await readFile(join(folder, 'packs/tides.md'), 'utf8')).toBe(before);
  expect(await readdir(join(folder, 'packs'))).toHaveLength(4);
});

test('warns about a lesson that rules or models were derived from', async () => {
  const used = await readFile(join(import.meta.dirname, '../lessons/bridges.txt'), 'utf8');
  await write('renamed.txt', used);
  await write('sets.json', set('offline', 'renamed', 1));
  expect((await makePack()).stderr).toMatch(
    /lesson renamed is not fresh: .* quality\/evaluation\/lessons\/bridges[.]txt/u,
  );
});

test('reports lessons that a reader skipped together with malformed verdicts', async () => {
  await makePack();
  await expect(readRound(join(folder, 'packs'), about)).rejects.toThrow('There are no verdicts');
  for (const reader of ['anna', 'ben']) await judge('tides', reader);
  await judge('reefs', 'anna');
  await write('packs/tides.ben.json', [{ item: 1, verdict: 'keep' }]);
  const refusal = await readRound(join(folder, 'packs'), about).catch(String);
  expect(refusal).toContain('reefs.ben.json is missing');
  expect(refusal).toContain('tides.ben.json: item 1: "key" must be one of');
  expect(refusal).toContain('tides.ben.json: item 4 has no verdict');
});

test.each<[string, (valid: object) => unknown, string]>([
  [
    'two right answers',
    (valid) => ({ ...valid, questions: [twoKeys] }),
    'questions.0.options: must have exactly one',
  ],
  [
    'more questions than requested',
    (valid) => ({ ...valid, requested: 1 }),
    'more questions than were requested',
  ],
  [
    'a second set of a writer for a lesson',
    (valid) => [valid, valid],
    'already has a set for the lesson "tides"',
  ],
  ['a path as its lesson', (valid) => ({ ...valid, lesson: '../tides' }), 'lesson: must be the name'],
])('rejects a written set with %s', async (_, change, message) => {
  await write('sets.json', change(set('offline', 'tides', 2)));
  await expect(readWrittenSets([join(folder, 'sets.json')])).rejects.toThrow(message);
});

const twoKeys = {
  stem: 'Which bodies raise tides?',
  options: ['The Moon', 'The Sun'].map((text) => ({ text, is_correct: true })),
  level: 'remember',
};
