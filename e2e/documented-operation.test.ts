import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '#contract/accounts.ts';
import { childEnvironment } from '#server/config.ts';
import { queryDatabase } from './database-of.ts';
import { until } from './lectern-process.ts';
import { startProgram, type SeparateProcess } from './separate-process.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

/*
 * Follows docs/deploy.md in an empty directory: the settings file, the units' command lines, lectern-admin, a backup by the
 * timer's unit, an upgrade and a rollback. Only the paths are moved into that directory, and systemd is not used.
 */
const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const document = read('docs/deploy.md');
const EMAIL = 'ada@example.org';
const PASSWORD = 'correct horse battery';

const base = await useDirectory();
let port: number;
let service: SeparateProcess | undefined;

const inBase = (text: string): string =>
  text
    .replaceAll('/opt/lectern', root)
    .replaceAll('%S/', '/var/lib/')
    .replaceAll('/var/lib/', `${base}/var/lib/`)
    .replaceAll('/etc/lectern', `${base}/etc/lectern`);

const codeUnder = (heading: string): string[] => {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/gu)].map(([, code = '']) => code);
};

/** The settings of a unit: each key with all its values. */
function readUnit(name: string): (key: string) => string[] {
  const lines = inBase(read(`deploy/systemd/${name}`)).split('\n');
  return (key) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
}

const assignments = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]*)=(\S*)/gmu)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** The environment that systemd would create for a unit: its own lines, overridden by the settings file. */
const environmentOf = (unit: ReturnType<typeof readUnit>): NodeJS.ProcessEnv => ({
  ...assignments(unit('Environment').join(' ')),
  ...assignments(
    unit('EnvironmentFile')
      .map((file) => readFileSync(file.replace(/^-/u, ''), 'utf8'))
      .join('\n'),
  ),
});

async function start(): Promise<void> {
  const unit = readUnit('lectern.service');
  const [command = ''] = unit('ExecStart');
  expect(command).toBe(`${root}/node_modules/.bin/node server/main.ts`);
  service = startProgram('server/main.ts', { environment: { DATABASE_URL: '', ...environmentOf(unit) } });
  await until('Lectern is ready', async () => {
    if (service?.hasEnded() === true) throw new Error(service.output());
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready/`).catch(() => undefined);
    return answer?.ok === true ? true : undefined;
  });
}

async function stop(): Promise<void> {
  await service?.stop();
  service = undefined;
}

const run = promisify(execFile);
/** Runs as root would on the machine; the units' user does not exist here. */
const admin = async (...given: string[]): Promise<string> =>
  (
    await run(join(root, 'deploy/lectern-admin'), given, {
      cwd: join(base, 'var/lib/lectern-backups'),
      env: childEnvironment({
        LECTERN_HOME: root,
        LECTERN_SETTINGS: join(base, 'etc/lectern/lectern.env'),
        LECTERN_USER: 'root',
      }),
    })
  ).stdout;

const post = (path: string, body: object): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const isIn = async (): Promise<boolean> =>
  (await post('/api/auth/login/', { email: EMAIL, password: PASSWORD })).ok;

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port: found } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return found;
}

beforeAll(async () => {
  port = await findFreePort();
  // What mkdir and StateDirectory would create.
  for (const folder of ['etc/lectern', 'var/lib/lectern'])
    await mkdir(join(base, folder), { recursive: true, mode: 0o711 });
  const shown = codeUnder('One machine');
  const [install = ''] = /^install --directory .*$/mu.exec(shown.join('\n')) ?? [];
  await run('sh', ['-c', inBase(install.replace(/--owner=\S+ /u, ''))]);
  const settings = shown.find((code) => code.startsWith('PUBLIC_URL='));
  expect(settings).toBeDefined();
  // The test adds only the port and the folder.
  const added = `PORT=${port}\nDATA_DIR=${base}/var/lib/lectern\n`;
  await writeFile(join(base, 'etc/lectern/lectern.env'), `${settings}${added}`, { mode: 0o600 });
});
afterAll(async () => {
  await stop();
});

test('a command before the first start finds no installation and creates none', async () => {
  for (const command of ['accounts', 'backup'])
    await expect(admin(command)).rejects.toThrow('There is no Lectern in');
  for (const folder of ['lectern', 'lectern-backups'])
    expect(await readdir(join(base, 'var/lib', folder))).toEqual([]);
});

test('the administrator registers with the link in the log', { timeout: 300_000 }, async () => {
  await start();
  const token = /https:\/\/lectern\.example\/register#token=([\w-]+)/u.exec(service?.output() ?? '')?.[1];
  expect(token).toBeDefined();
  expect(await admin('first-administrator')).toContain(token);
  const account = { username: EMAIL, email: EMAIL, password: PASSWORD, password2: PASSWORD };
  expect((await post('/api/auth/register/', account)).status).toBe(403);
  const made = await post('/api/auth/register/', { ...account, invitation: token });
  expect(session.parse(await made.json()).user.is_staff).toBe(true);
});

test('every lectern-admin command in the documents exists', { timeout: 120_000 }, async () => {
  const help = await admin('help');
  const known = new Set([...help.matchAll(/^ {2}([a-z-]+)/gmu)].map(([, name]) => name));
  const named = ['docs/deploy.md', 'SECURITY.md', 'docs/security.md', 'docs/configuration.md']
    .flatMap((path) => [...read(path).matchAll(/lectern-admin ([a-z][a-z-]+)/gu)])
    .map(([, name = '']) => name)
    .filter((name) => !['backup', 'restore', 'help', 'runs', 'is', 'and'].includes(name));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect(await admin('accounts')).toContain(EMAIL);
  expect(await admin('health', '--json')).toContain('"ready"');
});

test('the timer’s unit makes a backup, and an older version restores it', { timeout: 300_000 }, async () => {
  const unit = readUnit('lectern-backup.service');
  const backups = join(base, 'var/lib/lectern-backups');
  expect(unit('WorkingDirectory')).toEqual([backups]);
  for (const line of [...unit('ExecStart'), ...unit('ExecStartPost')]) {
    const [program = '', ...given] = line.split(' ');
    await run(program, given, {
      cwd: backups,
      env: childEnvironment({ DATABASE_URL: '', ...environmentOf(unit) }),
    });
  }
  const [name = '', ...others] = await readdir(backups);
  expect([name, others]).toEqual([expect.stringMatching(/^lectern-backup-.*\.tar$/u), []]);
  expect((await stat(join(backups, name))).mode & 0o777).toBe(0o600);
  await admin('restore', '--check', name);
  expect(await admin('version', '--json')).toContain('version');

  // The upgrade: a newer version adds a table and its migration.
  const data = join(base, 'var/lib/lectern');
  await queryDatabase(data, 'create table of_a_newer_version (id integer)');
  await queryDatabase(data, `insert into kysely_migration (name, timestamp) values ('9999-newer', 'now')`);
  await queryDatabase(data, `delete from users where email = $1`, [EMAIL]);
  await stop();
  await expect(admin('accounts')).rejects.toThrow(/newer Lectern/u);
  await admin('restore', name, '--replace', '--yes');
  await start();
  expect(await isIn()).toBe(true);
  expect(await queryDatabase(data, `select to_regclass('of_a_newer_version') as of_a_newer_version`)).toEqual(
    [{ of_a_newer_version: null }],
  );
});
