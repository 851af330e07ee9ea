import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FILE = join(import.meta.dirname, '../../docs/evaluation.md');
const HEADING = '## Runs, newest first';

/** Puts a run's report below the heading of the runs in `docs/evaluation.md`, above the earlier ones, with date and commit. */
export async function recordRun(report: string): Promise<void> {
  const document = await readFile(FILE, 'utf8');
  await writeFile(FILE, insertRun(document, report, new Date(), await findCommit()));
}

/** @throws when the document has no heading for runs */
export function insertRun(document: string, report: string, date: Date, commit: string): string {
  if (!document.includes(HEADING)) throw new Error(`docs/evaluation.md has no heading "${HEADING}".`);
  const title = `### ${date.toISOString().slice(0, 10)}, commit ${commit}`;
  // A function, since "$&" in a report must stay what it is.
  return document.replace(HEADING, () => `${HEADING}\n\n${title}\n\n${report.trim()}`);
}

async function findCommit(): Promise<string> {
  const run = promisify(execFile);
  const { stdout: commit } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname });
  const { stdout: changes } = await run('git', ['status', '--short', '--', '../server', '../items'], {
    cwd: import.meta.dirname,
  });
  return `${commit.trim()}${changes.trim() === '' ? '' : ' with changes not yet committed'}`;
}
