import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { verdictRound, type VerdictRound } from './verdict-round.ts';
import { FILE_NAME, listIssues, parseJson } from './written-set.ts';

const DIRECTORY = join(import.meta.dirname, 'verdicts');

/** @throws when a stored round is malformed, with file and item. Latest first. */
export async function readRounds(
  directory = DIRECTORY,
): Promise<{ readonly file: string; readonly round: VerdictRound }[]> {
  const files = await readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const rounds = [];
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const content = parseJson(await readFile(join(directory, file), 'utf8'), file);
    const parsed = verdictRound.safeParse(content);
    if (!parsed.success) throw new Error(listIssues(parsed.error, file));
    rounds.push({ file, round: parsed.data });
  }
  return rounds.toSorted((one, other) => other.file.localeCompare(one.file, 'en', { numeric: true }));
}

/**
 * Keeps a round as `<date>-<round>.json`, as Prettier sets it, so that a change shows as the lines it touches.
 * @returns the file's path
 * @throws when there is such a round already
 */
export async function storeRound(round: VerdictRound, directory = DIRECTORY): Promise<string> {
  if (!FILE_NAME.test(round.round))
    throw new Error(`"${round.round}" is no name for a round. Use letters, digits, "-" and "_".`);
  const path = join(directory, `${round.date}-${round.round}.json`);
  const layout = await resolveConfig(join(DIRECTORY, 'round.json'));
  await mkdir(directory, { recursive: true });
  await writeFile(path, await format(JSON.stringify(round), { ...layout, parser: 'json' }), { flag: 'wx' });
  return path;
}
