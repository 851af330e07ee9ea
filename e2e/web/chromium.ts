import { inflate } from '@sparticuz/chromium';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  // Containers limit /dev/shm to 64 MB, and a renderer that fills it is killed.
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--mute-audio',
];

/** The package's own file expects another directory, and without fonts Chromium draws no text. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Starts the headless Chromium of an npm package, which includes the libraries and fonts that a bare machine lacks, so that every
 * machine tests with the same browser.
 */
export async function launchChromium(): Promise<Browser> {
  const directory = await unpackChromium();
  return chromium.launch({
    executablePath: join(directory, 'chromium'),
    args: ARGUMENTS,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: directory,
      LD_LIBRARY_PATH: join(directory, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(directory, 'fonts'),
    },
  });
}

/** Unpacks each version of the package once. Several processes may do so at the same time. */
export async function unpackChromium(): Promise<string> {
  const home = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium');
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  const cache = join(import.meta.dirname, '../../node_modules/.cache/lectern-chromium');
  const unpacked = join(cache, version);
  if (existsSync(unpacked)) return unpacked;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'unpacking-'));
  const before = process.env['TMPDIR'];
  // The package always unpacks to the directory for temporary files.
  process.env['TMPDIR'] = fresh;
  try {
    const packed = join(home, 'bin');
    for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(join(packed, name));
    }
    await chmod(join(fresh, 'chromium'), 0o755);
    await writeFile(join(fresh, 'fonts', 'fonts.conf'), FONTS);
    await rename(fresh, unpacked).catch((error: unknown) => {
      if (!existsSync(unpacked)) throw error;
    });
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(fresh, { recursive: true, force: true });
  }
  return unpacked;
}
