import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import {
  backupHeader,
  ENTRY_ORDER,
  findEntryName,
  FORMAT,
  LARGEST_BYTES,
  type BackupHeader,
  type EntryName,
} from './archive-format.ts';
import { BackupError } from './backup-error.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly what: EntryName;
  readonly sizeBytes: number;
  /** To be read to its end before the next entry. */
  readonly content: AsyncIterable<Buffer>;
}

const damaged = (why: string, cause?: unknown): BackupError =>
  new BackupError(
    `This is no whole backup of Lectern: ${why}. Nothing was changed; use another copy of it.`,
    {
      cause,
    },
  );

/**
 * The entries of a backup in their order. Only plain files with the names of `archive-format.ts` come out; anything
 * else ends it.
 * @throws {BackupError} saying what is wrong with the archive.
 */
export async function* readArchive(path: string, signal: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const seen = new Set<string>();
  let step = 0;
  const explain = (error: unknown): unknown => {
    if (error instanceof BackupError || signal.aborted) return error;
    return error instanceof Error && 'syscall' in error
      ? new BackupError(`${path} cannot be read: ${error.message}.`, { cause: error })
      : damaged(error instanceof Error ? error.message : String(error), error);
  };
  const contentOf = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* chunks;
    } catch (error) {
      throw explain(error);
    }
  };
  const reading = pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), tar, { signal });
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size: sizeBytes, type } = entry.header;
      const what = type === 'file' ? findEntryName(name) : undefined;
      if (what === undefined) throw damaged(`it holds ${JSON.stringify(name)} (${type})`);
      if (sizeBytes > LARGEST_BYTES[what.kind]) throw damaged(`${name} claims to hold ${sizeBytes} bytes`);
      if (seen.has(name)) throw damaged(`it holds ${name} twice`);
      seen.add(name);
      const position = ENTRY_ORDER.indexOf(what.kind);
      if (position < step || (seen.size === 1 && position > 0))
        throw damaged(`${name} stands in a wrong place`);
      step = position;
      yield { name, what, sizeBytes, content: contentOf(entry as AsyncIterable<Buffer>) };
    }
    await reading;
  } catch (error) {
    throw explain(error);
  } finally {
    tar.destroy();
  }
}

export interface VerifiedArchive {
  readonly header: BackupHeader;
  readonly rootSecret: Buffer;
  /** Keys whose file was gone when the backup was made. */
  readonly missingKeys: string[];
  readonly fileCount: number;
  readonly fileBytes: number;
  /** SHA-256 of every entry by its name. */
  readonly sums: ReadonlyMap<string, string>;
}

/**
 * Reads a backup from beginning to end and compares every checksum, without changing anything anywhere.
 * @throws {BackupError} when it is truncated, damaged, or nothing that Lectern wrote.
 */
export async function verifyArchive(path: string, signal: AbortSignal): Promise<VerifiedArchive> {
  const sums = new Map<string, string>();
  const texts = new Map<EntryName['kind'], string>();
  let fileCount = 0;
  let fileBytes = 0;
  for await (const { name, what, sizeBytes, content } of readArchive(path, signal)) {
    if (what.kind === 'file') {
      fileCount += 1;
      fileBytes += sizeBytes;
    }
    if (what.kind === 'table' || what.kind === 'jobs' || what.kind === 'file') {
      const hash = createHash('sha256');
      for await (const chunk of content) hash.update(chunk);
      sums.set(name, hash.digest('hex'));
      continue;
    }
    const text = await buffer(content);
    texts.set(what.kind, text.toString('utf8'));
    if (what.kind !== 'sums') sums.set(name, createHash('sha256').update(text).digest('hex'));
  }
  const recorded = texts.get('sums');
  if (recorded === undefined) throw damaged('its end is missing');
  compareSums(recorded, sums);
  const rootSecret = texts.get('secret')?.trim() ?? '';
  if (!/^(?:[0-9a-f]{2}){16,2000}$/u.test(rootSecret)) throw damaged('it holds no secret');
  return {
    header: readHeader(texts.get('header') ?? ''),
    rootSecret: Buffer.from(rootSecret, 'hex'),
    missingKeys: (texts.get('missing') ?? '').split('\n').filter((key) => key !== ''),
    fileCount,
    fileBytes,
    sums,
  };
}

function compareSums(recorded: string, found: ReadonlyMap<string, string>): void {
  const lines = recorded.split('\n').filter((line) => line !== '');
  const wanted = new Map(
    lines.map((line) => {
      const [sum = '', name = ''] = line.split('  ');
      return [name, sum];
    }),
  );
  const wrong = [...found].filter(([name, sum]) => wanted.get(name) !== sum).map(([name]) => name);
  wrong.push(...[...wanted.keys()].filter((name) => !found.has(name)));
  if (wrong.length === 0) return;
  const named = wrong.slice(0, 5).join(', ') + (wrong.length > 5 ? ` and ${wrong.length - 5} more` : '');
  throw damaged(`the checksum is wrong of ${named}`);
}

function readHeader(text: string): BackupHeader {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw damaged('its description cannot be read', error);
  }
  const format = backupHeader.pick({ format: true }).safeParse(content);
  if (format.success && format.data.format > FORMAT) {
    throw new BackupError(
      `This backup was made by a newer Lectern (format ${format.data.format}; this one knows ${FORMAT}). ` +
        'Restore it with that version or a newer one.',
    );
  }
  const parsed = backupHeader.safeParse(content);
  if (!parsed.success) throw damaged('its description cannot be read', parsed.error);
  return parsed.data;
}
