import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { open as openZip, type Entry, type Options, type ZipFile } from 'yauzl';

const DOWNLOAD_TIMEOUT_MILLISECONDS = 15 * 60 * 1000;

/** Runs a program until it exits. Rejects with `code` and `stderr`, as `execFile` does. */
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

/** Commands that start pip, in the order of trying. */
export type PipCommand = readonly (readonly string[])[];

export interface PipOptions {
  readonly pipCommand?: PipCommand;
  readonly signal?: AbortSignal | undefined;
  readonly runProgram?: RunProgram;
}

const DEFAULT_PIP_COMMAND: PipCommand = [['python3', '-m', 'pip'], ['pip']];

/** Pinned, so that every machine gets the same bytes whatever Python it has. */
const PIP_ARGUMENTS = [
  ...['download', '--quiet', '--no-input', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'],
  ...['--platform', 'manylinux_2_34_x86_64', '--python-version', '3.11'],
];

/** Downloads wheels through pip, with the user's proxy and index settings. Keeps the latest wheel, because several files may come from it. */
export class Wheels {
  readonly #options: PipOptions;
  #latest: { readonly requirement: string; readonly directory: string; readonly path: string } | undefined;

  constructor(options: PipOptions) {
    this.#options = options;
  }

  /** Whether the wheel is already downloaded. */
  holds(requirement: string): boolean {
    return this.#latest?.requirement === requirement;
  }

  /**
   * Returns the path of a wheel, and deletes the previous one.
   * @throws when no pip command works; the message is one line.
   */
  async get(requirement: string, { keepsCache }: { readonly keepsCache: boolean }): Promise<string> {
    if (this.#latest?.requirement === requirement) return this.#latest.path;
    await this.close();
    const directory = await mkdtemp(join(tmpdir(), 'lectern-wheel-'));
    try {
      await this.#runPip([...(keepsCache ? [] : ['--no-cache-dir']), ...['--dest', directory, requirement]]);
      const file = (await readdir(directory)).find((name) => name.endsWith('.whl'));
      if (file === undefined) throw new Error(`pip fetched no wheel for ${requirement}.`);
      this.#latest = { requirement, directory, path: join(directory, file) };
      return this.#latest.path;
    } finally {
      if (!this.holds(requirement)) await rm(directory, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    const directory = this.#latest?.directory;
    this.#latest = undefined;
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  }

  async #runPip(programArguments: readonly string[]): Promise<void> {
    const { pipCommand = DEFAULT_PIP_COMMAND, runProgram = runFile, signal } = this.#options;
    const failures: string[] = [];
    for (const [program = '', ...first] of pipCommand) {
      try {
        await runProgram(program, [...first, ...PIP_ARGUMENTS, ...programArguments], { signal });
        return;
      } catch (error) {
        signal?.throwIfAborted();
        failures.push(describeFailure([program, ...first].join(' '), error));
      }
    }
    throw new Error(failures.join(' '));
  }
}

function describeFailure(command: string, error: unknown): string {
  const failure = error as { readonly code?: unknown; readonly stderr?: unknown };
  if (failure.code === 'ENOENT') return `${command} is not installed.`;
  const lines = typeof failure.stderr === 'string' ? failure.stderr.split('\n') : [];
  const reason = lines.findLast((line) => line.startsWith('ERROR')) ?? 'it failed without a message';
  return `${command}: ${reason.slice(0, 300)}.`;
}

const openZipFile = promisify<string, Options, ZipFile>(openZip);

/**
 * Reads an entry of a wheel, which is a zip file.
 * @param take called with its content and awaited; not called if there is no such entry.
 * @throws if the file is not a zip, or is damaged.
 */
export async function readWheel(
  wheelPath: string,
  entryName: string,
  take: (content: Readable) => Promise<void>,
): Promise<void> {
  const zip = await openZipFile(wheelPath, { lazyEntries: true, autoClose: false });
  try {
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      if (entry.fileName === entryName) await take(await openEntry(zip, entry));
    }
  } finally {
    zip.close();
  }
}

function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const onEntry = (entry: Entry): void => finish(() => resolve(entry));
    const onEnd = (): void => finish(() => resolve(undefined));
    const onError = (error: Error): void => finish(() => reject(error));
    function finish(settle: () => void): void {
      zip.off('entry', onEntry).off('end', onEnd).off('error', onError);
      settle();
    }
    zip.on('entry', onEntry).on('end', onEnd).on('error', onError);
    zip.readEntry();
  });
}

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  promisify(
    zip.openReadStream.bind(zip) as (
      entry: Entry,
      done: (error: Error | null, content: Readable) => void,
    ) => void,
  )(entry);
