import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { uploadedVideo } from '#contract/uploads.ts';
import { WEB_SETTINGS_META_NAME } from '#contract/web-settings.ts';
import { startAzurite } from '#server/platform/files/testing/azurite.ts';
import { startCuttableProxy, type CuttableProxy } from '#server/platform/files/testing/cuttable-proxy.ts';
import { startMoto } from '#server/platform/files/testing/moto.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { TestTusClient } from '#server/testing/test-tus-client.ts';
import { ownsFileStore, takeOverFileStore } from '../maintenance/file-store-owner.ts';
import { runCleanup } from '../maintenance/run-cleanup.ts';
import { deleteStoredFiles } from './delete-stored-files.ts';
import { sweepFiles } from './sweep-files.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

/** Recognised as MP4 by its beginning; more than one part of an upload. */
const video = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex'),
  randomBytes(9_000_000),
]);
const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

interface Server {
  readonly port: number;
  readonly stop: () => Promise<void>;
  readonly makeVariables: (port: number) => Promise<Record<string, string>>;
}

const STARTS: Readonly<Record<'Azure' | 'S3', () => Promise<Server>>> = {
  Azure: async () => {
    const azurite = await startAzurite();
    return {
      ...azurite,
      makeVariables: async (port) => {
        const { connectionString, container } = await azurite.makeContainer(port);
        return {
          FILE_STORE: `azure://${container}?`,
          AZURE_STORAGE_CONNECTION_STRING: connectionString,
        };
      },
    };
  },
  S3: async () => {
    const moto = await startMoto();
    return {
      ...moto,
      makeVariables: async (port) => {
        const { endpoint = '', bucket } = await moto.makeBucket(port);
        return { FILE_STORE: `s3://${bucket}?endpoint=${endpoint}` };
      },
    };
  },
};

const webDirectory = await useDirectory();
beforeAll(async () => {
  const page = `<!doctype html><head><meta name="${WEB_SETTINGS_META_NAME}" content=""></head>`;
  await writeFile(join(webDirectory, 'index.html'), page);
});

describe.each(['Azure', 'S3'] as const)('files in %s', (name) => {
  let server: Server;
  let proxy: CuttableProxy;
  let variables: Record<string, string>;
  let application: TestApplication;
  let direct: TestApplication;
  beforeAll(async () => {
    server = await STARTS[name]();
    proxy = await startCuttableProxy(server.port);
    variables = await server.makeVariables(proxy.port);
    application = await startTestApplication({ variables, webDirectory });
    direct = await startTestApplication({
      variables: { ...variables, FILE_STORE: `${variables['FILE_STORE']}&links=direct` },
      webDirectory,
    });
  }, 600_000);
  afterAll(async () => {
    await application.close();
    await direct.close();
    await proxy.close();
    await server.stop();
  });

  const upload = async (to: TestApplication): Promise<string> => {
    const teacher = await to.register();
    return (await teacher.uploadVideo(video)).read(200, uploadedVideo).file_url;
  };

  test('with direct links the address of Lectern leads to the store, and only a valid one', async () => {
    const url = await upload(direct);
    const answer = await direct.call('GET', url);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const target = new URL(answer.headers.get('location') ?? '');
    expect(target.origin).toBe(`http://127.0.0.1:${proxy.port}`);
    const whole = await fetch(url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(digestOf(Buffer.from(await whole.arrayBuffer()))).toBe(digestOf(video));
    const some = await fetch(url, { headers: { range: 'bytes=4-7' } });
    expect([some.status, await some.text()]).toEqual([206, 'ftyp']);
    const head = await direct.call('HEAD', url);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(video.length)]);
    const forged = url.replace(/signature=.{4}/, 'signature=AAAA');
    expect((await direct.call('GET', forged)).readProblem(404).code).toBe('not_found');
  });

  test('the page names the store, and may load from it only with direct links', async () => {
    const origin = `http://127.0.0.1:${proxy.port}`;
    const page = await application.call('GET', '/welcome', { headers: { accept: 'text/html' } });
    expect(page.text.replaceAll('&quot;', '"')).toContain(`"storeName":"${name}"`);
    expect(page.headers.get('content-security-policy')).not.toContain(origin);
    const policy = (await direct.call('GET', '/welcome')).headers.get('content-security-policy') ?? '';
    for (const directive of ['img-src', 'connect-src']) {
      const [, sources = ''] = new RegExp(`${directive} ([^;]*)`).exec(policy) ?? [];
      expect(sources.split(' ')).toContain(origin);
    }
  });

  test('orphans are swept page by page; files with a row, young ones and those of others stay', async () => {
    const { files } = application.dependencies;
    const url = new URL(await upload(application));
    const known = url.pathname.replace('/files/', '');
    const put = async (key: string): Promise<string> => {
      const content = (async function* () {
        yield await Promise.resolve(Buffer.from('orphan'));
      })();
      await files.write(key, content, { contentType: 'text/plain', maximumBytes: 10 });
      return key;
    };
    const orphans = await Promise.all([1, 2, 3, 4, 5].map((owner) => put(`i${owner}/${randomUUID()}.txt`)));
    orphans.push(await put(`unfinished/${randomUUID()}/0-${randomUUID()}.part`));
    const foreign = await put(`reports/${randomUUID()}.txt`);
    await sweepFiles(application.dependencies, new Date());
    for (const key of orphans) expect(await files.find(key)).toBeDefined();
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    expect(await sweepFiles(application.dependencies, tomorrow)).toBeGreaterThanOrEqual(orphans.length);
    for (const key of orphans) expect(await files.find(key)).toBeUndefined();
    expect(await files.find(known)).toBeDefined();
    expect(await files.find(foreign)).toBeDefined();
  });

  test('an upload in pieces continues where it stopped when the store was away, and in another process', async () => {
    const teacher = new TestTusClient(await application.register());
    const url = await teacher.begin(video.length, 'lecture.mp4');
    expect((await teacher.send(url, 0, video.subarray(0, 6_000_000))).status).toBe(204);
    proxy.cut();
    const refused = await teacher.send(url, 6_000_000, video.subarray(6_000_000, 8_000_000));
    expect(refused.readProblem(503).code).toBe('service_unavailable');
    expect(application.takeErrors().length).toBeGreaterThan(0);
    proxy.mend();
    const another = await application.startAnother();
    try {
      const there = url.replace(application.origin, another.origin);
      const offset = await teacher.readOffset(there);
      // What was acknowledged is there; of what was refused, nothing needs to be.
      expect(offset).toBeGreaterThanOrEqual(6_000_000);
      expect((await teacher.send(there, offset, video.subarray(offset))).status).toBe(204);
      const { file_url } = (await teacher.finish(there)).read(200, uploadedVideo);
      const whole = await fetch(file_url);
      expect(digestOf(Buffer.from(await whole.arrayBuffer()))).toBe(digestOf(video));
    } finally {
      await another.close();
    }
  });

  test('a trial restore with the same settings deletes nothing until it takes the store over', async () => {
    expect(await ownsFileStore(application.dependencies)).toBe(true);
    const key = new URL(await upload(application)).pathname.replace('/files/', '');
    // Its database lacks what production stored since the backup.
    const trial = await startTestApplication({ variables, webDirectory, worker: true });
    try {
      const { dependencies } = trial.worker;
      const list = dependencies.files.list.bind(dependencies.files);
      vi.spyOn(dependencies.files, 'list').mockImplementation(async function* () {
        for await (const file of list()) yield { ...file, modifiedAt: new Date(0) };
      });
      await runCleanup(dependencies);
      await deleteStoredFiles(dependencies, [key]);
      expect(await dependencies.files.find(key)).toBeDefined();
      expect(trial.takeErrors().join()).toContain('belongs to another installation');
      await takeOverFileStore(dependencies);
      await runCleanup(dependencies);
      expect(await dependencies.files.find(key)).toBeUndefined();
      expect(await ownsFileStore(application.dependencies)).toBe(false);
      application.takeErrors();
    } finally {
      await trial.close();
    }
  });
});
