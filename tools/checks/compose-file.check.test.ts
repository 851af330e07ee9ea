import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { readConfig } from '#server/config.ts';

const deploy = join(import.meta.dirname, '../../deploy');

const texts = z.array(z.string().min(1));
const byteSize = z.string().regex(/^\d+[KMG]$/u);
const duration = z.string().regex(/^\d+(?:ms|s|m)$/u);
/** `[host:]target[:mode]`; a host that is not a path names a volume of the file. */
const mount = z.string().regex(/^(?:\.{0,2}\/)?[\w./-]+:\/[\w/.-]*(?::ro)?$/u);

/** The Compose Specification, as far as this file uses it. A misspelled field is refused. */
const service = z.strictObject({
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  // By version: what is run does not change by itself.
  image: z.string().regex(/^(?:lectern|[a-z]+:\d+\.[\d.]+)$/u),
  init: z.boolean().optional(),
  restart: z.enum(['no', 'unless-stopped']),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z
    .array(z.enum(['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID', 'NET_BIND_SERVICE']))
    .optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string().startsWith('/')).optional(),
  stop_grace_period: duration.optional(),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  entrypoint: texts.optional(),
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/u), z.string()),
  command: texts.optional(),
  working_dir: z.string().optional(),
  profiles: texts.optional(),
  ports: z.array(z.string().regex(/^\d+:\d+(?:\/udp)?$/u)).optional(),
  volumes: z.array(mount),
  depends_on: z
    .union([texts, z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') }))])
    .optional(),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD'), z.string()], z.string()),
      interval: duration,
      retries: z.int().min(1).optional(),
      start_period: duration.optional(),
    })
    .optional(),
  deploy: z
    .strictObject({
      replicas: z.int().min(1),
      resources: z.strictObject({ limits: z.strictObject({ memory: byteSize }) }),
    })
    .optional(),
});

const composeFile = z.strictObject({
  name: z.string(),
  'x-lectern': z.unknown(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});
type ComposeFile = z.infer<typeof composeFile>;

/** @throws when the text is not YAML. Warnings count too: what one parser only doubts, another refuses. */
function parseYaml(text: string, version: '1.1' | '1.2'): unknown {
  const document = parseDocument(text, { version, merge: true });
  const faults = [...document.errors, ...document.warnings].map(({ message }) => message);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return document.toJS() as unknown;
}

const readText = (name: string): Promise<string> => readFile(join(deploy, name), 'utf8');
const readCompose = async (): Promise<ComposeFile> =>
  composeFile.parse(parseYaml(await readText('compose.yaml'), '1.2'));

/** The lines of an environment file: what each variable is set to. */
const readVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gmu)].map(([, name = '', value = '']) => [name, value]),
  );

test('every field of the compose file has the type that Compose wants', async () => {
  expect(
    composeFile.safeParse(parseYaml(await readText('compose.yaml'), '1.2')).error?.issues,
  ).toBeUndefined();
});

test('means the same to a reader of YAML 1.1, to which an unquoted 80:80 is a number', async () => {
  const text = await readText('compose.yaml');
  expect(parseYaml(text, '1.1')).toEqual(parseYaml(text, '1.2'));
});

test('the script of the health check is one that Node can run', async () => {
  const { services } = await readCompose();
  const script = services['api']?.healthcheck?.test.at(-1) ?? '';
  expect(script).toContain('/api/health/live/');
  expect(() => new Script(script)).not.toThrow();
});

test('every volume is declared, every file that is mounted or run exists, and services wait for existing ones', async () => {
  const { services, volumes } = await readCompose();
  const used = new Set<string>();
  for (const [
    name,
    { volumes: mounts, command, entrypoint, build, depends_on: needs = [] },
  ] of Object.entries(services)) {
    for (const source of mounts.map((one) => one.split(':')[0] ?? '')) {
      if (source.startsWith('.')) await access(join(deploy, source));
      else used.add(source);
    }
    const program = (entrypoint ?? command)?.find((word) => word.endsWith('.ts'))?.replace(/^\/app\//u, '');
    if (program !== undefined) await access(join(deploy, '..', program));
    if (build) await access(join(deploy, build.context, build.dockerfile));
    for (const needed of Array.isArray(needs) ? needs : Object.keys(needs)) {
      expect(Object.keys(services), `${name} depends on ${needed}`).toContain(needed);
    }
  }
  expect([...used].toSorted()).toEqual(Object.keys(volumes).toSorted());
});

test('every process of Lectern’s takes all settings, has a root to be read only, and no capability', async () => {
  const { services } = await readCompose();
  const ours = Object.entries(services).filter(([, { image }]) => image === 'lectern');
  expect(ours.map(([name]) => name).toSorted()).toEqual(['admin', 'api', 'backup', 'restore', 'worker']);
  for (const [name, service] of ours) {
    expect(service, name).toMatchObject({
      env_file: [{ path: 'settings.env', required: false }],
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
    });
    expect(service.cap_add, name).toBeUndefined();
  }
});

test('example.env names exactly the variables that the compose file puts in', async () => {
  const compose = await readText('compose.yaml');
  const needed = [...compose.matchAll(/\$\{([A-Z][A-Z0-9_]*)/gu)].map(([, name = '']) => name);
  expect(needed).not.toEqual([]);
  // Each says what to do when it is missing, instead of starting with an empty secret.
  expect(compose.match(/\$\{[A-Z][A-Z0-9_]*\}/gu)).toBeNull();
  const given = Object.keys(readVariables(await readText('example.env')));
  expect(given.toSorted()).toEqual([...new Set(needed)].toSorted());
});

test.each(['api', 'worker', 'backup'])('the settings of %s are ones that Lectern can use', async (name) => {
  const { services } = await readCompose();
  const given: Record<string, string> = {
    POSTGRES_PASSWORD: 'abc',
    LECTERN_DOMAIN: 'lectern.example',
    LECTERN_SECRET: 'f'.repeat(64),
  };
  const settings = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
    key,
    value.replace(/\$\{([A-Z_]+)[^}]*\}/gu, (_whole, inner: string) => given[inner] ?? ''),
  ]);
  expect(readConfig(Object.fromEntries(settings) as Record<string, string>)).toMatchObject({
    databaseUrl: 'postgres://lectern:abc@database:5432/lectern',
    publicUrl: 'https://lectern.example',
    trustProxy: 'uniquelocal',
  });
});
