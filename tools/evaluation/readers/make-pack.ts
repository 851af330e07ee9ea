/**
 * Makes what readers judge: for each lesson its questions from all writers, mixed, without saying whose they are (README.md).
 *   npx node tools/evaluation/readers/make-pack.ts --lessons <dir> --sets a.json,b.json --out <dir> [--seed N]
 * Writes `<lesson>.md`, which is for the readers, and `<lesson>.key.json`, which is not. Never overwrites a pack, because
 * verdicts on the old one would then be counted for other questions.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { splitWords } from '../measures/content-words.ts';
import { makeReadingPack } from './reading-pack.ts';
import { readJson, readRounds, writtenSet, type WrittenSet } from './rounds.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Lessons that prompts, rules or weights were derived from. */
const USED_FOLDERS = [
  'server/language/testing/lessons',
  'tools/evaluation/lessons',
  'tools/evaluation/recordings/lessons',
];
/** A lesson that shares more than this part of its sentences with a used lesson counts as an edited copy of it. */
const COPIED_SHARE = 0.1;

async function makePacks(): Promise<void> {
  const { values } = parseArgs({
    options: {
      lessons: { type: 'string' },
      sets: { type: 'string' },
      out: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { lessons, out } = values;
  const seed = Number(values.seed);
  if (lessons === undefined || values.sets === undefined || out === undefined || !Number.isSafeInteger(seed))
    throw new Error('Usage: make-pack.ts --lessons <dir> --sets a.json,b.json --out <dir> [--seed N]');
  const files = values.sets.split(',').map((file) => readJson('', file, writtenSet.or(z.array(writtenSet))));
  const sets = (await Promise.all(files)).flat();
  const byLesson = Map.groupBy(sets, ({ lesson }) => lesson);
  const packs = [];
  for (const [name, ofLesson] of byLesson) {
    const text = await readFile(join(lessons, `${name}.txt`), 'utf8');
    if (new Set(ofLesson.map(({ writer }) => writer)).size < ofLesson.length)
      throw new Error(`A writer has more than one set for the lesson ${name}.`);
    for (const use of await listEarlierUses(name, text))
      console.error(`Warning: the lesson ${name} is not fresh: ${use}.`);
    packs.push({ name, ...makeReadingPack({ name, text }, ofLesson, seed) });
  }
  for (const warning of listWarnings(sets)) console.error(`Warning: ${warning}`);
  await mkdir(out, { recursive: true });
  for (const { name, markdown, key } of packs) {
    await writeFile(join(out, `${name}.md`), markdown, { flag: 'wx' });
    await writeFile(join(out, `${name}.key.json`), `${JSON.stringify(key, null, 2)}\n`, { flag: 'wx' });
    console.log(`${join(out, `${name}.md`)}: ${key.items.length} items from ${key.sets.length} writers`);
  }
}

/**
 * Reasons why verdicts on a lesson would not be blind, as clauses; empty for a fresh lesson. Finds copied sentences and
 * earlier rounds. It cannot know which lessons the authors of a rule have read.
 */
async function listEarlierUses(name: string, text: string): Promise<string[]> {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n+/u)
    .map(plain)
    .filter((sentence) => sentence.split(' ').length >= 6);
  const uses: string[] = [];
  for (const folder of USED_FOLDERS)
    for (const file of await readdir(join(ROOT, folder))) {
      const used = plain(await readFile(join(ROOT, folder, file), 'utf8'));
      const copied = sentences.filter((sentence) => used.includes(sentence)).length;
      if (copied > COPIED_SHARE * sentences.length)
        uses.push(`${copied} of its ${sentences.length} sentences are in ${folder}/${file}`);
    }
  for (const { round, sets } of await readRounds())
    if (sets.some(({ lesson }) => lesson === name)) uses.push(`it was judged in round ${round}`);
  return uses;
}

const plain = (text: string): string => splitWords(text).join(' ');

/** What makes figures unfair or gives a writer away, without being an error. */
function listWarnings(sets: readonly WrittenSet[]): string[] {
  const lessons = new Set(sets.map(({ lesson }) => lesson));
  return [...Map.groupBy(sets, ({ writer }) => writer)].flatMap(([writer, own]) => {
    const missing = [...lessons].filter((lesson) => !own.some((set) => set.lesson === lesson));
    const keys = own
      .flatMap(({ questions }) => questions)
      .map(({ options }) => options.findIndex((option) => option.is_correct));
    return [
      ...(missing.length === 0
        ? []
        : [
            `"${writer}" has no set for ${missing.join(', ')}. If it generated nothing, add a set without questions.`,
          ]),
      ...(keys.length >= 5 && new Set(keys).size === 1
        ? [`the right answer is always option ${(keys[0] ?? 0) + 1} in the questions of "${writer}".`]
        : []),
    ];
  });
}

await makePacks();
