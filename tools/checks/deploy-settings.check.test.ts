import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '#server/config.ts';

const root = join(import.meta.dirname, '../..');

/** Variables of other programs in these files: PostgreSQL's image, the proxy, Node, and what compose sets. */
const OF_OTHERS = new Set([
  'LECTERN_DOMAIN',
  // Of deploy/lectern-admin.
  'IFS',
  'LECTERN_HOME',
  'LECTERN_SETTINGS',
  'LECTERN_USER',
  'NODE_ENV',
  'OLLAMA_HOST',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PATH',
  'POSTGRES_USER',
  'TEST_DATABASE_URL',
]);

const NAME = '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*';
/** How a variable is named in each kind of file: assigned, mapped, put in, or between backticks. */
const FORMS: readonly RegExp[] = [
  new RegExp(`(?<![\\w$./-])(${NAME})=(?!=)`, 'gu'),
  new RegExp(`^\\s*(${NAME}): `, 'gmu'),
  new RegExp(`\\$\\{?(${NAME})\\b`, 'gu'),
  new RegExp(`\`(${NAME})\``, 'gu'),
];

function listVariables(text: string): string[] {
  const names = FORMS.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name ?? ''));
  return [...new Set(names)].filter((name) => !OF_OTHERS.has(name));
}

/** Words in capitals between backticks that are not variables: SQL, HTTP and the like. */
const NO_VARIABLES = new Set(['COPY', 'CREATE', 'LISTEN', 'NOTIFY', 'SIGTERM', 'SIGKILL', 'OK']);

async function listUnknown(path: string): Promise<string[]> {
  const names = listVariables(await readFile(join(root, path), 'utf8'));
  return names.filter((name) => !settingNames.includes(name) && !NO_VARIABLES.has(name));
}

const files = (await readdir(join(root, 'deploy'), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

test.each([...files, 'docs/deploy.md', 'docs/models.md', 'docs/metrics.md', 'README.md'])(
  'every variable in %s is one that Lectern reads',
  async (file) => {
    expect(await listUnknown(file)).toEqual([]);
  },
);

test('the tables of the configuration and of the file stores list exactly the settings that Lectern reads', async () => {
  const pages = await Promise.all(
    ['docs/configuration.md', 'docs/file-stores.md'].map((path) => readFile(join(root, path), 'utf8')),
  );
  const rows = pages.join('\n').matchAll(/^\| `([A-Z][A-Z0-9_]*)` /gmu);
  const documented = new Set([...rows].map(([, name]) => name));
  expect([...documented].toSorted()).toEqual(settingNames.toSorted());
});

test('a variable that nothing reads would be found in each kind of file', () => {
  const made = {
    compose: 'environment:\n  DATABSE_URL: x\n  KEY: ${LECTERN_SECERT:?set it}',
    unit: 'Environment=DATA_DIRECTORY=/var PORT=%i',
    prose: 'Set `TRUST_PROXIES`, or PUBLIC_URI=https://lectern.example.',
  };
  expect(listVariables(made.compose).toSorted()).toEqual(['DATABSE_URL', 'KEY', 'LECTERN_SECERT']);
  expect(listVariables(made.unit)).toEqual(['DATA_DIRECTORY', 'PORT']);
  expect(listVariables(made.prose).toSorted()).toEqual(['PUBLIC_URI', 'TRUST_PROXIES']);
});
