import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'deploy/systemd');
const names = (await readdir(folder)).toSorted();
const services = names.filter((name) => name.endsWith('.service'));

type Unit = Record<string, Record<string, string[]>>;

/** Reads systemd's syntax: sections of assignments. @throws when a line is neither. */
function parseUnit(text: string): Unit {
  const unit: Unit = {};
  let section: Record<string, string[]> | undefined;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const name = /^\[([A-Z][a-z]+)\]$/u.exec(line)?.[1];
    const [, key, value] = /^([A-Z][A-Za-z]+)=(.*)$/u.exec(line) ?? [];
    if (name !== undefined) section = unit[name] ??= {};
    else if (section && key !== undefined) (section[key] ??= []).push(value ?? '');
    else throw new Error(`This is neither a section nor an assignment: ${line}`);
  }
  return unit;
}

const readUnit = async (name: string): Promise<Unit> => parseUnit(await readFile(join(folder, name), 'utf8'));

describe.each(services)('%s', (name) => {
  test('starts a program of this repository', async () => {
    const { Service: service = {} } = await readUnit(name);
    expect(service['User']).toEqual(['lectern']);
    for (const command of service['ExecStart'] ?? []) {
      const [program = '', ...words] = command.split(' ');
      const script = words.find((word) => word.endsWith('.ts')) ?? '';
      for (const path of [program, script]) await access(join(root, path.replace(/^\/opt\/lectern\//u, '')));
    }
  });

  test('has no privilege, sees little and writes little', async () => {
    const { Service: service = {} } = await readUnit(name);
    const yes = ['NoNewPrivileges', 'PrivateTmp', 'PrivateDevices', 'ProtectHome', 'ProtectKernelTunables'];
    const more = ['ProtectKernelModules', 'ProtectKernelLogs', 'ProtectControlGroups', 'RestrictSUIDSGID'];
    for (const key of [...yes, ...more, 'LockPersonality']) expect(service[key], key).toEqual(['yes']);
    expect(service['ProtectSystem']).toEqual(['strict']);
    expect(service['CapabilityBoundingSet']).toEqual(['']);
    expect(service['RestrictAddressFamilies']).toEqual(['AF_UNIX AF_INET AF_INET6 AF_NETLINK']);
    // V8 compiles while it runs.
    expect(service['MemoryDenyWriteExecute']).toBeUndefined();
  });

  test('may make namespaces exactly when it starts what reads uploads', async () => {
    const { Service: service = {} } = await readUnit(name);
    const confines = /server\/(?:main|worker)\.ts/u.test(service['ExecStart']?.[0] ?? '');
    expect(service['SystemCallFilter']).toEqual([confines ? '@system-service @mount' : '@system-service']);
    expect(service['RestrictNamespaces']).toEqual(confines ? undefined : ['yes']);
  });
});

const hasSystemd = await run('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
);

if (hasSystemd) {
  test('systemd-analyze accepts every unit, with the paths of this checkout', async () => {
    const copies = await mkdtemp(join(tmpdir(), 'lectern-units-'));
    try {
      const paths = names.map((name) => join(copies, name.replace('@.', '@3001.')));
      for (const [index, name] of names.entries()) {
        const text = await readFile(join(folder, name), 'utf8');
        await writeFile(paths[index] ?? '', text.replaceAll('/opt/lectern', root));
      }
      const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...paths]);
      expect(stderr).not.toContain(copies);
      expect(stderr).not.toMatch(/lectern.*(?:Unknown|Invalid|Failed|not executable)/u);
    } finally {
      await rm(copies, { recursive: true, force: true });
    }
  });

  test.each(services)('systemd-analyze rates the exposure of %s below 3.0 of 10', async (name) => {
    const path = join(folder, name);
    await run('systemd-analyze', ['security', '--offline=yes', '--threshold=30', '--no-pager', path]);
  });
}
