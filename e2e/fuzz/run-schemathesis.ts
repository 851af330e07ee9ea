import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { childEnvironment } from '#server/config.ts';
import type { Identity } from './identities.ts';
import { describeSettings } from './schemathesis-settings.ts';

const HOOKS = join(import.meta.dirname, 'hooks.py');

const counts = z.object({
  statuses: z.record(z.string(), z.int()),
  server_errors: z.record(z.string(), z.int()),
});

const report = z.object({
  complete: z.boolean(),
  operations: z.looseObject({ selected: z.int(), total: z.int(), tested: z.int() }),
  failures: z.array(
    z.looseObject({ code: z.string(), title: z.string(), count: z.int(), operations: z.array(z.string()) }),
  ),
  errors: z.array(z.looseObject({ title: z.string().optional() })),
});

export interface FuzzRound {
  readonly identity: string;
  readonly seed: number;
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly operations: number;
  readonly failures: readonly string[];
  /** What Schemathesis itself could not do. */
  readonly errors: readonly string[];
  readonly serverErrors: Readonly<Record<string, number>>;
  /** What it wrote, with a command for each failure that shows it again. */
  readonly output: string;
}

export interface RoundOptions {
  readonly python: string;
  readonly origin: string;
  readonly directory: string;
  readonly seed: number;
  readonly phases: readonly string[];
  /** Cases that are thought up for each operation in the phases fuzzing and stateful. */
  readonly casesPerOperation: number;
}

/** Runs Schemathesis once as one identity. @throws when it cannot run at all. */
export async function runSchemathesis(identity: Identity, options: RoundOptions): Promise<FuzzRound> {
  const { directory, origin, seed } = options;
  const path = (suffix: string): string => join(directory, `${identity.name}-${seed}${suffix}`);
  await writeFile(path('.toml'), describeSettings(identity, { streamSeconds: 1 }));
  const output = await open(path('.txt'), 'w');
  const child = spawn(
    options.python,
    [
      ...['-m', 'schemathesis.cli', '--config-file', path('.toml'), 'run', `${origin}/api/openapi.json`],
      ...['--url', origin, '--phases', options.phases.join(','), '--seed', String(seed)],
      ...['--max-examples', String(options.casesPerOperation), '--continue-on-failure', '--no-color'],
      // Several threads make Hypothesis stumble over itself now and then; the identities run in parallel.
      ...['--workers', '1', '--request-timeout', '60', '--generation-database', 'none'],
      // They say that thinking up requests takes long, as on a busy machine.
      ...['--suppress-health-check', 'all'],
      ...['--report', 'json', '--report-json-path', path('.json')],
    ],
    {
      cwd: directory,
      env: childEnvironment({
        SCHEMATHESIS_HOOKS: HOOKS,
        LECTERN_FUZZ_COUNTS: path('-counts.json'),
        LECTERN_FUZZ_PROTECTED: JSON.stringify(listProtected(identity)),
      }),
      stdio: ['ignore', output.fd, output.fd],
    },
  );
  try {
    await once(child, 'exit');
  } finally {
    await output.close();
  }
  const text = await readFile(path('.txt'), 'utf8');
  const read = async <Value>(schema: z.ZodType<Value>, suffix: string): Promise<Value> => {
    try {
      return schema.parse(JSON.parse(await readFile(path(suffix), 'utf8')));
    } catch (error) {
      throw new Error(`Schemathesis left no result as ${identity.name}:\n${text.slice(-4_000)}`, {
        cause: error,
      });
    }
  };
  const { statuses, server_errors: serverErrors } = await read(counts, '-counts.json');
  const { complete, operations, failures, errors } = await read(report, '.json');
  return {
    identity: identity.name,
    seed,
    requests: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    statuses,
    operations: operations.tested,
    failures: failures.map(
      ({ code, title, count, operations: names }) => `${code} ${title} (${count}): ${names.join(', ')}`,
    ),
    errors: [
      ...errors.map(({ title }) => title ?? 'Schemathesis could not test an operation.'),
      ...(complete ? [] : ['Schemathesis ended before its time.']),
    ],
    serverErrors,
    output: path('.txt'),
  };
}

/** Which ids no DELETE may name, by path. The draft of a set and the pin of a course may go. */
function listProtected({ objects }: Identity): Record<string, string[]> {
  return {
    '/api/courses/{id}/': objects.courses.map(String),
    '/api/lessons/{id}/': objects.lessons.map(String),
    '/api/question-sets/{id}/': objects.questionSets.map(String),
    '/api/assistant/conversations/{id}/': objects.conversations.map(String),
  };
}
