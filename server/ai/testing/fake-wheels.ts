import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** A zip of one stored file: what a wheel is. */
export function makeWheel(name: string, body: Buffer): Buffer {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(crc32(body), 14);
  local.writeUInt32LE(body.length, 18);
  local.writeUInt32LE(body.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  local.copy(central, 16, 14, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + body.length, 16);
  return Buffer.concat([local, Buffer.from(name), body, central, Buffer.from(name), end]);
}

/**
 * A program that takes pip's arguments and puts the wheel of the requirement where it should be. It adds each requirement to
 * `pip.log` in the directory.
 */
export async function makePip(
  directory: string,
  wheels: Readonly<Record<string, Buffer>>,
): Promise<string[][]> {
  const script = join(directory, 'pip.mjs');
  const paths: Record<string, string> = {};
  for (const [requirement, wheel] of Object.entries(wheels)) {
    paths[requirement] = join(directory, `${requirement.replace('==', '-')}.zip`);
    await writeFile(paths[requirement], wheel);
  }
  const code = `import { appendFileSync, copyFileSync } from 'node:fs';
const a = process.argv;
const path = ${JSON.stringify(paths)}[a.at(-1)];
if (!a.includes('--no-deps') || path === undefined) process.exit(1);
appendFileSync(${JSON.stringify(join(directory, 'pip.log'))}, a.at(-1) + '\\n');
copyFileSync(path, a[a.indexOf('--dest') + 1] + '/made-1.0-py3-none-any.whl');`;
  await writeFile(script, code);
  return [['no-such-pip-program'], [process.execPath, script]];
}
