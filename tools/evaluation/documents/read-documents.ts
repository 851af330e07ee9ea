import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where the files are. Each half has its own folder, so that one can be left unopened. */
export const DOCUMENTS_FOLDER = process.env['DOCUMENTS_DIR'] ?? join(import.meta.dirname, 'files');

const page = z.number().int().positive();
const pageRange = z
  .strictObject({ page, page_end: page })
  .refine((range) => range.page_end > range.page, 'a range of pages has two or more');

const source = z.union([
  z.strictObject({
    github: z.strictObject({
      repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/u),
      commit: z.string().regex(/^[0-9a-f]{40}$/u),
      path: z.string().min(1),
    }),
  }),
  z.strictObject({
    debian: z.strictObject({
      package: z.string().regex(/^[a-z0-9][a-z0-9+.-]+$/u),
      version: z.string().regex(/^[\w.+:~-]+$/u),
      path: z.string().min(1),
    }),
  }),
]);

/** Pages that should be recognized as course administration, and neither summarized nor asked about. */
const ADMINISTRATIVE_KINDS = ['administration', 'agenda', 'references', 'closing'] as const;
/** Pages with little to teach that may be recognized or not: no measure counts them. */
const OPEN_KINDS = ['title', 'section', 'recap', 'activity', 'cover', 'index'] as const;

const documentFile = z.strictObject({
  title: z.string().min(1),
  half: z.enum(['dev', 'held-out']),
  kind: z.enum(['deck', 'paper', 'word', 'manual', 'scan']),
  tool: z.string().min(1),
  creator: z.string(),
  producer: z.string(),
  subject: z.string().min(1),
  language: z.string().min(2),
  pages: page,
  licence: z.string().min(1),
  redistributed: z.boolean(),
  source,
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  bytes: z.number().int().positive(),
  key_facts: z.array(z.strictObject({ fact: z.string().min(20), pages: z.array(page).min(1) })).min(8),
  pages_without_teaching: z.array(
    z.strictObject({ page, kind: z.enum([...ADMINISTRATIVE_KINDS, ...OPEN_KINDS]) }),
  ),
  builds: z.array(pageRange),
  alike_pages: z.array(pageRange),
  running_heads: z.array(z.string().min(1)),
  sentences: z
    .array(z.strictObject({ begins: z.string(), ends: z.string(), letters: z.number().int().positive() }))
    .length(30)
    .optional(),
});

/** A sentence of a paper by its first and last words and the number of its letters and digits. */
export interface ExpectedSentence {
  readonly begins: string;
  readonly ends: string;
  readonly letters: number;
}

/** Consecutive pages, from 1, both ends included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** What a reader noted about a document before Lectern read it. */
export interface RealDocument {
  readonly id: string;
  readonly title: string;
  /** Nothing may be tuned on documents of the held-out half. */
  readonly half: 'dev' | 'held-out';
  readonly kind: 'deck' | 'paper' | 'word' | 'manual' | 'scan';
  readonly tool: string;
  readonly pages: number;
  readonly source: z.output<typeof source>;
  readonly sha256: string;
  /** The most important first, in the reader's words. */
  readonly keyFacts: readonly { readonly fact: string; readonly pages: readonly number[] }[];
  readonly administrativePages: ReadonlySet<number>;
  /** Title pages, section pages and the like, which no measure counts. */
  readonly openPages: ReadonlySet<number>;
  /** Pages that build up one slide step by step. */
  readonly builds: readonly PageRange[];
  /** Pages that look like a build without being one, or whose difference is in a picture: either way is right. */
  readonly alikePages: readonly PageRange[];
  /** What repeats at the edge of pages and belongs in no passage. */
  readonly runningHeads: readonly RegExp[];
  /** Thirty consecutive sentences in reading order; only of papers with two columns. */
  readonly sentences: readonly ExpectedSentence[] | undefined;
}

/**
 * Reads the notes about all documents, in alphabetical order.
 * @throws {Error} naming the file when one does not have the expected shape
 */
export async function readDocuments(): Promise<RealDocument[]> {
  const files = await readdir(import.meta.dirname);
  const ids = files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted();
  return Promise.all(ids.map(readDocument));
}

async function readDocument(id: string): Promise<RealDocument> {
  const text = await readFile(new URL(`${id}.json`, import.meta.url), 'utf8');
  const parsed = documentFile.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Error(`tools/evaluation/documents/${id}.json does not have the expected shape.`, {
      cause: parsed.error,
    });
  const { data } = parsed;
  const beyond = [
    ...data.key_facts.flatMap(({ pages }) => pages),
    ...data.builds.map((range) => range.page_end),
  ];
  if (beyond.some((number) => number > data.pages))
    throw new Error(`tools/evaluation/documents/${id}.json names a page that the document does not have.`);
  const administrative: ReadonlySet<string> = new Set(ADMINISTRATIVE_KINDS);
  const pagesOf = (wanted: boolean): Set<number> =>
    new Set(
      data.pages_without_teaching
        .filter(({ kind }) => administrative.has(kind) === wanted)
        .map((entry) => entry.page),
    );
  return {
    id,
    title: data.title,
    half: data.half,
    kind: data.kind,
    tool: data.tool,
    pages: data.pages,
    source: data.source,
    sha256: data.sha256,
    keyFacts: data.key_facts,
    administrativePages: pagesOf(true),
    openPages: pagesOf(false),
    builds: data.builds.map(toPageRange),
    alikePages: data.alike_pages.map(toPageRange),
    runningHeads: data.running_heads.map((pattern) => new RegExp(pattern, 'gimu')),
    sentences: data.sentences,
  };
}

export const locateDocument = ({ id, half }: RealDocument): string =>
  join(DOCUMENTS_FOLDER, half, `${id}.pdf`);

/** @throws {Error} if it is not the recorded file */
export async function isOnDisk(document: RealDocument): Promise<boolean> {
  const path = locateDocument(document);
  let file: Buffer;
  try {
    file = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  if (createHash('sha256').update(file).digest('hex') !== document.sha256)
    throw new Error(`${path} is not the recorded file. Delete it and run npm run fetch:documents.`);
  return true;
}

const toPageRange = (range: z.output<typeof pageRange>): PageRange => ({
  first: range.page,
  last: range.page_end,
});
