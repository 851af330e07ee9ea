import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPdfExtractor } from '#server/documents/extract-pdf.ts';
import { drawLines, makePdf } from '#server/documents/testing/make-pdf.ts';
import { decodeAudio } from '#server/media/decode-audio.ts';
import { makeVideo } from '#server/media/testing/make-video.ts';
import { createConfinement, type Confinement, type ConfinementMechanism } from './confinement.ts';
import { ConfinementUnavailableError, detectConfinement, findFault } from './detect-confinement.ts';
import { createInbox } from './inbox.ts';
import { findConfinement, useConfinement } from './spawn-confined.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const run = promisify(execFile);
const misbehaving = fileURLToPath(new URL('./fixtures/misbehaving.child.ts', import.meta.url));

const before = findConfinement();
const candidates = (['bubblewrap', 'namespaces', 'permissions'] as const).map((mechanism) => {
  const confinement = createConfinement(mechanism);
  return { mechanism, confinement, fault: findFault(confinement) };
});
const working = candidates.filter(({ fault }) => fault === undefined);

const LINES = ['The heart pumps blood through the body,', 'and the lungs give it oxygen.'];

/** `DATA_DIR`, with another user's file and the one that is being read. */
const dataDirectory = await useDirectory();
let secretPath: string;
let givenPath: string;
let server: Server;
let port: number;

beforeAll(async () => {
  await mkdir(join(dataDirectory, 'files'));
  secretPath = join(dataDirectory, 'secret');
  givenPath = join(dataDirectory, 'files', 'given.mp4');
  await writeFile(secretPath, 'the root secret');
  await writeFile(givenPath, 'given');
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  useConfinement(before);
  server.close();
});

/**
 * What becomes of an attempt: `done`, or the code of what stopped it.
 * @param isNative as native code does it, which Node's permissions do not hold.
 */
async function attempt(
  confinement: Confinement,
  [what, target]: readonly [string, string | number],
  { isNative = false, readablePaths = [givenPath] } = {},
): Promise<string> {
  const command = confinement.createCommand({
    module: misbehaving,
    arguments: [what, String(target)],
    readablePaths,
  });
  const held = isNative
    ? command.arguments.filter((argument) => !/^--(?:permission|allow-)/u.test(argument))
    : command.arguments;
  return (await run(command.file, held, { env: {} })).stdout;
}

test('says which kinds of confinement were tested on this machine', () => {
  for (const { mechanism, fault } of candidates) {
    process.stdout.write(
      `Confinement by ${mechanism}: ${fault === undefined ? 'tested' : `NOT TESTED: ${fault}`}\n`,
    );
  }
  // Node's own is on every machine.
  expect(working.map(({ mechanism }) => mechanism)).toContain('permissions');
});

test('without confinement every attempt succeeds, so that the others show something', async () => {
  const none = createConfinement('none');
  expect(await attempt(none, ['read', secretPath])).toBe('done');
  expect(await attempt(none, ['list', dataDirectory])).toContain('secret');
  expect(await attempt(none, ['connect', port])).toBe('done');
  expect(await attempt(none, ['write', join(dataDirectory, 'new')])).toBe('done');
  expect(await attempt(none, ['run', process.execPath])).not.toBe('EPERM');
});

describe.each(working)('a child confined by $mechanism', ({ confinement, mechanism }) => {
  test('reads the file that it was given, and nothing else of DATA_DIR', async () => {
    expect(await attempt(confinement, ['read', givenPath])).toBe('done');
    expect(await attempt(confinement, ['read', secretPath])).not.toBe('done');
    // What leads to the file may be seen.
    expect(await attempt(confinement, ['list', dataDirectory])).not.toContain('secret');
  });

  test('writes nothing: not beside its file, not into Lectern’s code, not into a temporary folder', async () => {
    for (const path of [
      `${givenPath}.new`,
      givenPath,
      `${misbehaving}.new`,
      '/tmp/lectern-new',
      '/new',
      '/dev/new',
    ]) {
      expect(await attempt(confinement, ['write', path]), path).not.toBe('done');
    }
  });

  test('finds a file of an inbox by its name alone', async () => {
    const inbox = createInbox(dataDirectory);
    const lent = await inbox.lend(givenPath);
    const options = { readablePaths: [inbox.folder] };
    expect(await attempt(confinement, ['read', lent.path], options)).toBe('done');
    if (confinement.holdsNativeCode)
      expect(await attempt(confinement, ['list', inbox.folder], options)).toBe('EACCES');
    lent.giveBack();
    await inbox.remove();
    expect(await readdir(dataDirectory)).not.toContain('inbox');
  });

  test('decodes an MP4 and reads a PDF', async () => {
    useConfinement(confinement);
    const video = join(dataDirectory, `${mechanism}.mp4`);
    makeVideo({ outputPath: video, samples: new Float32Array(16_000).fill(0.1) });
    let samples = 0;
    for await (const [part] of (await decodeAudio(video)).samples) samples += part.length;
    expect(samples).toBeGreaterThan(8_000);
    const path = join(dataDirectory, `${mechanism}.pdf`);
    await writeFile(
      path,
      await makePdf((pdf, { body }) => void drawLines(pdf.addPage(), LINES, { font: body })),
    );
    const extractor = createPdfExtractor({ temporaryFolder: join(dataDirectory, 'temporary') });
    const pages = await extractor.extract(path);
    await extractor.close();
    expect(JSON.stringify(pages)).toContain('The heart pumps blood');
    expect(await readdir(join(dataDirectory, 'temporary'))).toEqual([]);
  });

  if (!confinement.holdsNativeCode) return;

  test('has no network, and native code has none either', async () => {
    expect(await attempt(confinement, ['connect', port])).not.toBe('done');
    const answer = await attempt(confinement, ['connect', port], { isNative: true });
    expect(['ECONNREFUSED', 'ENETUNREACH']).toContain(answer);
  });

  test('holds native code, too, to the file that it was given', async () => {
    const isNative = { isNative: true };
    expect(await attempt(confinement, ['read', givenPath], isNative)).toBe('done');
    expect(await attempt(confinement, ['read', secretPath], isNative)).toBe('ENOENT');
    for (const path of [givenPath, `${misbehaving}.new`, '/new', '/dev/new']) {
      expect(await attempt(confinement, ['write', path], isNative), path).toBe('EROFS');
    }
    // Other processes cannot be read either, and no namespace can be made in which it would be root again.
    expect(await attempt(confinement, ['read', `/proc/${process.pid}/environ`], isNative)).toBe('ENOENT');
    expect(await attempt(confinement, ['run', '/usr/bin/unshare'], isNative)).not.toBe('done');
  });

  test('does not see DATA_DIR within a folder of programs, but the file that it was given', async () => {
    const inside = join(import.meta.dirname, '../../../node_modules', `.data-${mechanism}`);
    await mkdir(inside);
    try {
      await writeFile(join(inside, 'secret'), 'the root secret');
      await writeFile(join(inside, 'given'), 'given');
      const hiding = createConfinement(mechanism, { hiddenPaths: [inside] });
      const options = { isNative: true, readablePaths: [join(inside, 'given')] };
      expect(await attempt(confinement, ['read', join(inside, 'secret')], options)).toBe('done');
      expect(await attempt(hiding, ['read', join(inside, 'secret')], options)).toBe('ENOENT');
      expect(await attempt(hiding, ['write', join(inside, 'secret')], options)).toBe('EROFS');
      expect(await attempt(hiding, ['read', join(inside, 'given')], options)).toBe('done');
    } finally {
      await rm(inside, { recursive: true });
    }
  });
});

describe('the choice', () => {
  const holding = working.filter(({ confinement }) => confinement.holdsNativeCode);

  test('auto takes the strongest that works', () => {
    expect(detectConfinement({ mode: 'auto' }).confinement.mechanism).toBe(working[0]?.mechanism);
  });

  test('required takes no less than one that holds native code', () => {
    const detect = (): ConfinementMechanism => detectConfinement({ mode: 'required' }).confinement.mechanism;
    if (holding.length > 0) expect(detect()).toBe(holding[0]?.mechanism);
    else expect(detect).toThrow(ConfinementUnavailableError);
  });

  test('off confines nothing', () => {
    expect(detectConfinement({ mode: 'off' }).confinement.mechanism).toBe('none');
  });
});
