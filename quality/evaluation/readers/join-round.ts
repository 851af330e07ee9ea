import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packKey, type PackKey } from './reading-pack.ts';
import { parseVerdicts, type ReaderVerdict } from './reader-verdicts.ts';
import { verdictRound, type VerdictRound } from './verdict-round.ts';
import { listIssues, parseJson } from './written-set.ts';

/** Verdicts by lesson, reader and item. */
type Verdicts = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<number, ReaderVerdict>>>;

/**
 * Reads the keys in a folder of packs and, there or in another folder, the readers' files.
 * @throws when a reader has judged one lesson but not another, or a file is malformed, with file and item
 */
export async function readRound(
  packs: string,
  about: Pick<VerdictRound, 'date' | 'round' | 'note' | 'goals'>,
  answers = packs,
): Promise<VerdictRound> {
  const keys: PackKey[] = [];
  for (const file of (await readdir(packs)).filter((name) => name.endsWith('.key.json')).toSorted()) {
    const parsed = packKey.safeParse(parseJson(await readFile(join(packs, file), 'utf8'), file));
    if (!parsed.success) throw new Error(listIssues(parsed.error, file));
    keys.push(parsed.data);
  }
  if (keys.length === 0) throw new Error(`There is no pack in ${packs}: no file ends in ".key.json".`);
  const files = await readdir(answers);
  const readers = new Set(
    files
      .map((file) => /^([^.]+)\.([^.]+)\.json$/u.exec(file))
      .filter((match) => match?.[2] !== 'key' && keys.some(({ lesson }) => lesson === match?.[1]))
      .map((match) => match?.[2] ?? ''),
  );
  if (readers.size === 0)
    throw new Error(`There are no verdicts in ${answers}: no file is named <lesson>.<reader>.json.`);
  // A lesson of which no writer made anything has nothing to judge, but its requests count.
  const judged = keys.filter(({ items }) => items.length > 0);
  const missing = judged.flatMap(({ lesson }) =>
    [...readers]
      .map((reader) => `${lesson}.${reader}.json`)
      .filter((file) => !files.includes(file))
      .map((file) => `${file} is missing: every reader judges every lesson of a round.`),
  );
  const problems: string[] = [...missing];
  const verdicts = new Map<string, Map<string, Map<number, ReaderVerdict>>>();
  for (const { lesson, items } of judged) {
    const ofLesson = new Map<string, Map<number, ReaderVerdict>>();
    verdicts.set(lesson, ofLesson);
    for (const reader of readers) {
      const file = `${lesson}.${reader}.json`;
      if (!files.includes(file)) continue;
      try {
        ofLesson.set(reader, parseVerdicts(await readFile(join(answers, file), 'utf8'), file, items.length));
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return joinRound(keys, verdicts, about);
}

/**
 * The questions of all packs with their verdicts, by lesson and number.
 * @throws when a question lacks a verdict, or there is a goal for a writer who wrote nothing
 */
export function joinRound(
  keys: readonly PackKey[],
  verdicts: Verdicts,
  about: Pick<VerdictRound, 'date' | 'round' | 'note' | 'goals'>,
): VerdictRound {
  const readers = [...new Set([...verdicts.values()].flatMap((ofLesson) => [...ofLesson.keys()]))].toSorted();
  const ordered = keys.toSorted((one, other) => one.lesson.localeCompare(other.lesson, 'en'));
  const round = verdictRound.safeParse({
    ...about,
    readers,
    sets: ordered.flatMap(({ lesson, sets }) => sets.map((set) => ({ lesson, ...set }))),
    items: ordered.flatMap(({ lesson, items }) =>
      items
        .toSorted((one, other) => one.item - other.item)
        .map((item) => ({
          lesson,
          ...item,
          verdicts: Object.fromEntries(
            readers.map((reader) => [reader, verdicts.get(lesson)?.get(reader)?.get(item.item)]),
          ),
        })),
    ),
  });
  if (!round.success) throw new Error(listIssues(round.error, `round ${about.round}`));
  return round.data;
}
