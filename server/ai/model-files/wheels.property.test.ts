import fc from 'fast-check';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readWheel } from './wheels.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const directory = await useDirectory();

interface WheelEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

/** A zip file as `zip` writes it: local headers with deflated content, the directory, its end. */
function makeWheel(entries: readonly WheelEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const data = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), data]);
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(central).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...central, Buffer.from('PK\u0005\u0006'), end]);
}

async function readEntries(bytes: Uint8Array, wanted: readonly string[]): Promise<Map<string, Buffer>> {
  const path = join(directory, 'sample.whl');
  await writeFile(path, bytes);
  const found = new Map<string, Buffer>();
  for (const name of wanted)
    await readWheel(path, name, async (content) => {
      found.set(name, await buffer(content));
    });
  return found;
}

const entries = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-zäé_]{1,8}(?:\/[a-z_.-]{1,8}[a-z])?$/u),
    content: fc.uint8Array({ maxLength: 2_000 }),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 6 },
);

test('the entries that are asked for come as they were put in, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(), async (all, skipped) => {
      const wanted = all.filter((_, index) => index !== skipped % (all.length + 1));
      const found = await readEntries(makeWheel(all), [...wanted.map(({ name }) => name), 'missing']);
      expect(Object.fromEntries([...found].map(([name, bytes]) => [name, [...bytes]]))).toEqual(
        Object.fromEntries(wanted.map(({ name, content }) => [name, [...content]])),
      );
    }),
    { numRuns: 50 },
  );
});

test('a wheel that is damaged anywhere is read or refused, and never waits for more', async () => {
  const damage = fc.array(fc.record({ at: fc.nat(), value: fc.nat(255) }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(entries, damage, fc.nat(), async (all, changes, end) => {
      const bytes = makeWheel(all);
      for (const { at, value } of changes) bytes[at % bytes.length] = value;
      const cut = end % 5 === 0 ? bytes.subarray(0, end % bytes.length) : bytes;
      const outcome = await readEntries(
        cut,
        all.map(({ name }) => name),
      ).catch((error: unknown) => error);
      if (outcome instanceof Map) expect(outcome.size).toBeLessThanOrEqual(all.length);
      else expect(outcome).toBeInstanceOf(Error);
    }),
    { numRuns: 150 },
  );
});
