import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { drawBook, makePdf } from '#server/documents/testing/make-pdf.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { registerClient } from './api-client.ts';
import { until } from './lectern-process.ts';
import { startApi, startProgram, type ApiProcess, type SeparateProcess } from './separate-process.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

/*
 * Follows deploy/Dockerfile without a container engine: each stage is a folder. Only the installation of Debian's packages is left out.
 * Then starts the result with the image's own Node and the command lines of deploy/compose.yaml and of the README.
 */
const ROOT = join(import.meta.dirname, '..');
/** An image of 700 MB, without Debian's base (75 MB) and the packages that the Dockerfile installs (48 MB). */
const LIMIT_MEGABYTES = 577;

const base = await useDirectory();
let image: string;
let database: TestDatabase;
let api: ApiProcess | undefined;
let worker: SeparateProcess | undefined;
let main: SeparateProcess | undefined;

/** Instructions with their arguments, a line each. */
const readInstructions = async (): Promise<[string, string][]> =>
  (await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8'))
    .replaceAll(/^#.*\n/gmu, '')
    .replaceAll(/\s*\\\n\s*/gu, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/u.exec(line) ?? [];
      return [name, rest];
    });

/** Whether deploy/Dockerfile.dockerignore lets a path into the build. Its last matching line decides. */
async function makeFilter(): Promise<(path: string) => boolean> {
  const lines = (await readFile(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8')).trim().split('\n');
  return (path) => {
    let isIn = true;
    for (const line of lines) {
      const pattern = line.replace(/^!/u, '');
      if ([pattern, `${pattern}/**`].some((glob) => matchesGlob(path, glob))) isIn = line.startsWith('!');
    }
    return isIn;
  };
}

async function build(): Promise<string> {
  const isIn = await makeFilter();
  const stages = new Map<string, string>();
  let stage = '';
  for (const [name, rest] of await readInstructions()) {
    const inStage = (path: string): string => join(base, stage, path);
    if (name === 'FROM') {
      stage = / AS (\w+)$/u.exec(rest)?.[1] ?? 'image';
      stages.set(stage, join(base, stage));
    } else if (name === 'WORKDIR') {
      expect(rest).toBe('/app');
      await mkdir(inStage('app'), { recursive: true });
    } else if (name === 'COPY') {
      const from = /^--from=(\w+) /u.exec(rest)?.[1];
      const paths = rest.replace(/^--from=\w+ /u, '').split(' ');
      const target = paths.pop() ?? '';
      for (const path of paths) {
        const into = inStage(join('app', target, target.endsWith('/') ? basename(path) : ''));
        await mkdir(dirname(into), { recursive: true });
        // Nothing uses the earlier stage again, and copying its packages takes long.
        if (from !== undefined) await rename(join(base, from, path), into);
        else
          await cp(join(ROOT, path), into, {
            recursive: true,
            verbatimSymlinks: true,
            filter: (file) => isIn(relative(ROOT, file)),
          });
      }
    } else if (name === 'RUN') {
      if (rest.startsWith('apt-get ')) continue;
      await promisify(execFile)('sh', ['-c', rest], { cwd: inStage('app'), maxBuffer: 2 ** 26 });
    } else {
      expect(['ENV', 'USER', 'EXPOSE', 'CMD']).toContain(name);
    }
  }
  return join(base, stage, 'app');
}

beforeAll(async () => {
  // Root starts PostgreSQL as another account.
  await chmod(base, 0o711);
  database = await createEmptyTestDatabase();
  image = await build();
}, 600_000);

afterAll(async () => {
  await api?.stop();
  await worker?.stop();
  await main?.stop();
  await database.drop();
});

test('the image is at most 700 MB, with Debian and Python', async () => {
  let bytes = 0;
  for (const entry of await readdir(image, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
  expect(bytes / 1e6).toBeLessThan(LIMIT_MEGABYTES);
});

test(
  'the command of the README starts Lectern with PostgreSQL and the built web app',
  { timeout: 120_000 },
  async () => {
    const [, file = ''] =
      /^docker run .* lectern node (\S+)$/mu.exec(await readFile(join(ROOT, 'README.md'), 'utf8')) ?? [];
    main = startProgram(file, {
      root: image,
      environment: {
        NODE_ENV: 'production',
        DATABASE_URL: '',
        DATA_DIR: join(base, 'alone'),
        MODELS_DIR: join(ROOT, 'models'),
        PORT: '0',
      },
    });
    const origin = await until('Lectern is ready', () => {
      if (main?.hasEnded() === true) throw new Error(main.output());
      return Promise.resolve(/^Lectern is ready: open (\S+)\/$/mu.exec(main?.output() ?? '')?.[1]);
    });
    expect((await fetch(`${origin}/login`)).status).toBe(200);
    expect(main.output()).not.toContain('could not be built');
    await main.stop();
  },
);

test('api and worker run from it', { timeout: 180_000 }, async () => {
  const commands = z
    .object({ services: z.record(z.string(), z.object({ command: z.array(z.string()).optional() })) })
    .parse(parse(await readFile(join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true })).services;
  const nodeArguments = (name: string): string[] => (commands[name]?.command ?? []).slice(1, -1);
  expect(commands['api']?.command?.at(-1)).toBe('server/api.ts');
  expect(commands['worker']?.command?.at(-1)).toBe('server/worker.ts');
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(base, 'data'),
    MODELS_DIR: join(ROOT, 'models'),
    LECTERN_SECRET: 'a secret of forty characters, for this test',
  };
  api = startApi({ root: image, nodeArguments: nodeArguments('api'), environment });
  worker = startProgram('server/worker.ts', {
    root: image,
    nodeArguments: nodeArguments('worker'),
    environment,
  });
  await api.listening;
  await until('the processes are ready', async () => {
    if (worker?.hasEnded() === true) throw new Error(worker.output());
    return (await fetch(`${api?.origin}/api/health/ready/`)).ok ? true : undefined;
  });
  const page = await fetch(`${api.origin}/login`);
  expect(page.status).toBe(200);
  const [script = ''] = /\/assets\/[\w.-]+\.js/u.exec(await page.text()) ?? [];
  expect((await fetch(`${api.origin}${script}`)).status).toBe(200);

  // What no process loads before it has work: decoder, recognizer, PDFium, and the judge of passages.
  const client = await registerClient(api.origin);
  const { id: course } = await client.createCourse('Image');
  const handout = join(base, 'handout.pdf');
  await writeFile(handout, await makePdf((pdf, fonts) => drawBook(pdf, fonts, 2)));
  await client.uploadDocument(handout);
  const { recordings } = await getTestModels(undefined);
  const video = join(base, 'lecture.mp4');
  await makeVideoFromAudio({ audioPath: recordings.twoCities, outputPath: video });
  const lesson = await client.createLesson({
    title: 'Lecture',
    file: await client.uploadVideo(video),
    course,
  });
  await client.transcribe(lesson.id);
  await until('the transcript has arrived', async () => {
    const { audio_transcript: text, transcription_error: error } = await client.getLesson(lesson.id);
    expect(error).toBeNull();
    return text !== '';
  });
});
