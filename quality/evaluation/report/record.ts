import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTable } from './tables.ts';

const FILE = join(import.meta.dirname, '../../../docs/evaluation.md');
const LATEST = '## Latest run of each part\n';
const HISTORY = '## History\n';
const HISTORY_HEAD = ['Date', 'Commit', 'Part', 'Result'];

/** Records a run in `docs/evaluation.md`: each part replaces its previous run, of which a row of the history is left. */
export async function recordRun(report: string): Promise<void> {
  const document = await readFile(FILE, 'utf8');
  await writeFile(FILE, insertRun(document, report, new Date(), await findCommit()));
}

/**
 * @param report each part below a heading of the fourth level
 * @throws when the document lacks one of the two headings
 */
export function insertRun(document: string, report: string, date: Date, commit: string): string {
  const [beginning, rest] = splitAt(document, LATEST);
  const [latest, history] = splitAt(rest, HISTORY);
  const { rows, after } = readHistory(history);
  const parts = new Map(splitSections(latest, '### ').map(({ title, text }) => [title, text]));
  const day = date.toISOString().slice(0, 10);
  const runs = splitSections(report, '#### ').map(({ title, text }) => ({ ...splitTitle(title), text }));
  for (const { name, about, text } of runs) {
    const origin = `${day}, commit ${commit}${about === '' ? '' : `: ${about}`}.`;
    parts.set(name, `${origin}\n\n${text}`);
  }
  const newRows = runs.map(({ name, about, text }) => [
    day,
    commit,
    // The rounds of readers differ in more than their date.
    about.startsWith('round ') ? `${name}, ${about.replace(/ of .*/u, '')}` : name,
    summarize(text),
  ]);
  return [
    beginning.trimEnd(),
    LATEST.trimEnd(),
    ...[...parts].map(([name, text]) => `### ${name}\n\n${text}`),
    HISTORY.trimEnd(),
    makeTable(HISTORY_HEAD, [...newRows, ...rows]),
    ...(after === '' ? [] : [after]),
  ]
    .join('\n\n')
    .concat('\n');
}

function splitAt(text: string, heading: string): [string, string] {
  const at = text.indexOf(heading);
  if (at === -1) throw new Error(`docs/evaluation.md has no heading "${heading.trim()}".`);
  return [text.slice(0, at), text.slice(at + heading.length)];
}

const splitSections = (text: string, mark: '### ' | '#### '): { title: string; text: string }[] =>
  `\n${text}`
    .split(`\n${mark}`)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return { title: title.trim(), text: lines.join('\n').trim() };
    });

/** "Answers, first set, 144 questions …" is the part "Answers, first set", about "144 questions …". */
function splitTitle(title: string): { name: string; about: string } {
  const [, name = title, about = ''] = /^(.+?)(?:, (?=\d|round )|: )(.*)$/u.exec(title) ?? [];
  return { name, about };
}

function readHistory(text: string): { rows: string[][]; after: string } {
  const lines = text.trim().split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const table = end === -1 ? lines : lines.slice(0, end);
  const cells = table.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return { rows: cells.slice(2), after: end === -1 ? '' : lines.slice(end).join('\n').trim() };
}

/** What readers kept, or the first figure and the first that misses its goal; and how many goals were met. */
function summarize(text: string): string {
  const kept = [...text.matchAll(/^- \*\*(.+?)\*\*: Of ten questions requested, .*? keeps ([\d.]+)/gmu)].map(
    ([, writer = '', count = '']) => `${writer} ${count} of 10 kept`,
  );
  const [, table = ''] = /^\| Figure .*\n\|.*\n((?:\|.*\n?)+)/mu.exec(text) ?? [];
  const figures = table.split('\n').filter((row) => row !== '');
  const notable = new Set([
    ...figures.slice(0, 1),
    ...figures.filter((row) => row.includes('**MISSED**')).slice(0, 1),
  ]);
  const missed = text.match(/\*\*MISSED\*\*/gu)?.length ?? 0;
  const goals = missed + (text.match(/\bmet(?= +\||\.$)/gmu)?.length ?? 0);
  return [
    ...kept,
    ...[...notable].map((row) => {
      const [, name = '', value = ''] = row.split('|').map((cell) => cell.trim());
      return `${name}: ${value.replace(/;.*/u, '')}`;
    }),
    ...(goals === 0 ? [] : [`${goals - missed} of ${goals} goals met`]),
  ].join('; ');
}

async function findCommit(): Promise<string> {
  const run = promisify(execFile);
  const { stdout: commit } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname });
  const { stdout: changes } = await run('git', ['status', '--short', '--', ':/server', ':/contract'], {
    cwd: import.meta.dirname,
  });
  return `${commit.trim()}${changes.trim() === '' ? '' : ' with uncommitted changes'}`;
}
