import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listLicenceProblems, listProductionPackages, renderLicenceTables } from './licence-inventory.ts';

/**
 * `npm run licences` writes the tables of docs/licences.md from package-lock.json. With `--check` it writes nothing and
 * ends with code 1 when a package comes under a licence that no one has allowed, or the tables are not up to date.
 */
const BEGIN = '<!-- tables: begin (npm run licences) -->';
const END = '<!-- tables: end -->';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/licences.md');
const packages = listProductionPackages(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
const problems = listLicenceProblems(packages);
const before = await readFile(page, 'utf8');
const [head, rest] = before.split(BEGIN);
const tail = rest?.split(END)[1];
if (head === undefined || tail === undefined) {
  problems.push('docs/licences.md has lost the two marks between which its tables stand.');
} else {
  const after = `${head}${BEGIN}\n\n${renderLicenceTables(packages)}\n\n${END}${tail}`;
  if (!process.argv.includes('--check')) await writeFile(page, after);
  else if (after !== before) problems.push('docs/licences.md is out of date. Run: npm run licences');
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`The licences of ${packages.length} packages are in order.`);
