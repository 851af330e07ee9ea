/**
 * Makes what readers judge: for each lesson its questions from all writers, mixed, without saying whose they are (README.md).
 *   npx node quality/evaluation/readers/make-pack.ts --lessons <dir> --sets a.json,b.json --out <dir> [--seed N]
 * Writes `<lesson>.md`, which is for the readers, and `<lesson>.key.json`, which is not. Never overwrites a pack, because
 * verdicts on the old one would then be counted for other questions.
 */
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listEarlierUses } from './earlier-uses.ts';
import { makeReadingPack } from './reading-pack.ts';
import { readWrittenSets, type WrittenSet } from './written-set.ts';

try {
  await makePacks();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

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
  const sets = await readWrittenSets(values.sets.split(','));
  const byLesson = Map.groupBy(sets, ({ lesson }) => lesson);
  const packs = [];
  for (const [name, ofLesson] of byLesson) {
    const text = await readLesson(join(lessons, `${name}.txt`));
    for (const use of await listEarlierUses(name, text))
      console.error(`Warning: the lesson ${name} is not fresh: ${use}.`);
    if (await exists(join(out, `${name}.md`)))
      throw new Error(
        `${join(out, `${name}.md`)} already exists. Nothing was written; choose an empty folder.`,
      );
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

async function readLesson(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`A set names a lesson that cannot be read: ${path}`, { cause: error });
  });
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

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
