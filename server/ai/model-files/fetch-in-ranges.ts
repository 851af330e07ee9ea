import { systemClock, type Clock } from '#server/platform/clock.ts';
import type { ModelFile } from './model-catalogue.ts';
import type { PartialFile } from './partial-file.ts';

const SILENCE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 500;

export interface RangeOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onBytes: (receivedBytes: number) => void;
  readonly clock?: Clock | undefined;
}

/**
 * Downloads the rest of a file. A connection that breaks is opened again where it broke, for as long as each one brings
 * something new.
 * @throws when the server refuses, is silent, or has another file.
 */
export async function fetchInRanges(
  address: string,
  file: ModelFile,
  part: PartialFile,
  options: RangeOptions,
): Promise<void> {
  const clock = options.clock ?? systemClock;
  for (let furthest = part.size; part.size < file.sizeBytes; furthest = part.size) {
    try {
      await fetchRest(address, file, part, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (part.size <= furthest || isAboutDisk(error)) throw error;
      await clock.sleep(PAUSE_MILLISECONDS, { signal: options.signal });
    }
  }
}

async function fetchRest(
  address: string,
  file: ModelFile,
  part: PartialFile,
  { signal, onBytes, clock = systemClock }: RangeOptions,
): Promise<void> {
  const silence = new AbortController();
  const startTimer = (): (() => void) =>
    clock.after(SILENCE_MILLISECONDS, () => {
      silence.abort(new Error(`${hostOf(address)} sent nothing for ${SILENCE_MILLISECONDS / 1000} s.`));
    });
  let stopTimer = startTimer();
  try {
    const response = await fetch(address, {
      headers: {
        'accept-encoding': 'identity',
        ...(part.size > 0 ? { range: `bytes=${part.size}-` } : {}),
      },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    const length = await prepare(response, address, file, part);
    for await (const chunk of response.body ?? []) {
      stopTimer();
      stopTimer = startTimer();
      await part.append(chunk as Uint8Array);
      onBytes(part.size);
    }
    if (part.size < file.sizeBytes) {
      // Without a length this may have been anything, such as the page of a network that asks for a sign-in.
      if (length === undefined) await part.restart();
      throw new Error(`${hostOf(address)} ended the download early.`);
    }
  } finally {
    stopTimer();
    silence.abort();
  }
}

/** Puts the partial file where the answer begins. Returns the size of the whole file as the server gives it. */
async function prepare(
  response: Response,
  address: string,
  file: ModelFile,
  part: PartialFile,
): Promise<number | undefined> {
  const refuse = async (message: string): Promise<never> => {
    await response.body?.cancel();
    throw new Error(message);
  };
  if (response.status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/u.exec(response.headers.get('content-range') ?? '');
    if (range === null || Number(range[1]) !== part.size)
      return await refuse(`${hostOf(address)} sent another part of the file than the one requested.`);
    if (range[2] !== '*' && Number(range[2]) !== file.sizeBytes)
      return await refuse(`${hostOf(address)} has another version of ${file.file}.`);
    return file.sizeBytes;
  }
  if (response.status !== 200) return await refuse(`${hostOf(address)} answered ${response.status}.`);
  const header = response.headers.get('content-length');
  const length = header === null ? undefined : Number(header);
  if (length !== undefined && length !== file.sizeBytes)
    return await refuse(`${hostOf(address)} has another version of ${file.file}.`);
  // The server ignored the range: the file comes from its beginning.
  if (part.size > 0) await part.restart();
  return length;
}

/** A mirror's address may hold credentials; messages go to logs and to an open page. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'The server';
}

const DISK_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** Another source would not help. */
export function isAboutDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DISK_CODES.has(error.code);
}
