import { z } from 'zod';
import { isFileKey } from '#server/platform/files/file-store.ts';

/**
 * What a backup is: a tar archive of plain files, in this order.
 *   lectern-backup.json     what it holds, and at which migration
 *   secret                  the root secret, in hexadecimal
 *   tables/NAME/000001 …    rows as COPY writes them, in pieces
 *   jobs/000001 …           jobs that were waiting or under way, as COPY writes them
 *   files/KEY               what was uploaded
 *   missing                 keys whose file was not there any more, one a line
 *   SHA256SUMS              of everything before it, as sha256sum writes it: the end of a whole backup
 */
export const FORMAT = 1;
export const HEADER_NAME = 'lectern-backup.json';
export const SECRET_NAME = 'secret';
export const MISSING_NAME = 'missing';
export const SUMS_NAME = 'SHA256SUMS';

/** Rows are cut into pieces of this size, since tar wants each size beforehand. */
export const PIECE_BYTES = 4 * 1024 * 1024;
/** COPY hands over one row at a time, and a row may be longer than a piece. */
const LARGEST_PIECE_BYTES = 1024 ** 3 + PIECE_BYTES;
const LARGEST_FILE_BYTES = 8 * 1024 ** 3;
/** Of the parts that are read into memory. */
const LARGEST_TEXT_BYTES = 256 * 1024 * 1024;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/u);

export const backupHeader = z.object({
  format: z.number(),
  created_at: z.iso.datetime(),
  lectern_version: z.string().max(100),
  postgres_version: z.string().max(200),
  file_store: z.string().max(100),
  migrations: z.array(z.string().max(200)).min(1).max(10_000),
  /** In an order in which each row finds what it refers to. */
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).min(1) })).max(10_000),
  sequences: z
    .array(
      z.object({ name: identifier, last_value: z.string().regex(/^-?\d{1,19}$/u), is_called: z.boolean() }),
    )
    .max(10_000),
});

export type BackupHeader = z.infer<typeof backupHeader>;

/** What an entry is, by its name alone. Kinds are in the order that entries must have. */
export type EntryName =
  | { readonly kind: 'header' | 'secret' | 'missing' | 'sums' }
  | { readonly kind: 'table'; readonly table: string; readonly piece: number }
  | { readonly kind: 'jobs'; readonly piece: number }
  | { readonly kind: 'file'; readonly key: string };

export const ENTRY_ORDER: readonly EntryName['kind'][] = [
  'header',
  'secret',
  'table',
  'jobs',
  'file',
  'missing',
  'sums',
];

/** How large an entry of each kind may be, in bytes. */
export const LARGEST_BYTES: Readonly<Record<EntryName['kind'], number>> = {
  header: LARGEST_TEXT_BYTES,
  secret: 4096,
  table: LARGEST_PIECE_BYTES,
  jobs: LARGEST_PIECE_BYTES,
  file: LARGEST_FILE_BYTES,
  missing: LARGEST_TEXT_BYTES,
  sums: LARGEST_TEXT_BYTES,
};

const pieceNumber = (piece: number): string => String(piece).padStart(6, '0');
export const tablePieceName = (table: string, piece: number): string =>
  `tables/${table}/${pieceNumber(piece)}`;
export const jobsPieceName = (piece: number): string => `jobs/${pieceNumber(piece)}`;
export const fileEntryName = (key: string): string => `files/${key}`;

/** Takes a name apart; undefined for one that no backup of Lectern has, such as one with `..`. */
export function findEntryName(name: string): EntryName | undefined {
  if (name === HEADER_NAME) return { kind: 'header' };
  if (name === SECRET_NAME) return { kind: 'secret' };
  if (name === MISSING_NAME) return { kind: 'missing' };
  if (name === SUMS_NAME) return { kind: 'sums' };
  const table = /^tables\/([a-z_][a-z0-9_]{0,62})\/(\d{6,9})$/u.exec(name);
  if (table?.[1] !== undefined) return { kind: 'table', table: table[1], piece: Number(table[2]) };
  const jobs = /^jobs\/(\d{6,9})$/u.exec(name);
  if (jobs !== null) return { kind: 'jobs', piece: Number(jobs[1]) };
  const key = name.startsWith('files/') ? name.slice('files/'.length) : '';
  return isFileKey(key) ? { kind: 'file', key } : undefined;
}
