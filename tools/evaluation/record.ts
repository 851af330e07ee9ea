import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../docs/evaluation.md');
const LATEST = '## Latest run of each part\n';
const NEXT = '\n## ';

/**
 * Writes a run to `docs/evaluation.md`: each part replaces its previous run.
 * @param report each part below a heading of the fourth level
 */
export async function recordRun(report: string): Promise<void> {
  const document = await readFile(FILE, 'utf8');
  const start = document.indexOf(LATEST) + LATEST.length;
  const end = document.indexOf(NEXT, start);
  if (start < LATEST.length) throw new Error(`docs/evaluation.md has no heading "${LATEST.trim()}".`);
  const latest = document.slice(start, end === -1 ? undefined : end);
  const parts = new Map(splitSections(latest, '### '));
  const git = (...command: string[]): string =>
    execFileSync('git', command, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  const changes = git('status', '--short', '--', ':/server', ':/contract');
  const commit = `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : ' with uncommitted changes'}`;
  for (const [title, text] of splitSections(report, '#### ')) {
    // "Answers, first set, 144 questions …" is the part "Answers, first set", about "144 questions …".
    const [, name = title, about = ''] = /^(.+?)(?:, (?=\d|round )|: )(.*)$/u.exec(title) ?? [];
    const origin = `${new Date().toISOString().slice(0, 10)}, commit ${commit}`;
    parts.set(name, `${origin}${about === '' ? '' : `: ${about}`}.\n\n${text}`);
  }
  const sections = [...parts].map(([name, text]) => `\n### ${name}\n\n${text}\n`);
  await writeFile(
    FILE,
    [document.slice(0, start), ...sections, end === -1 ? '' : document.slice(end)].join(''),
  );
}

const splitSections = (text: string, mark: '### ' | '#### '): [title: string, text: string][] =>
  `\n${text}`
    .split(`\n${mark}`)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return [title.trim(), lines.join('\n').trim()];
    });
