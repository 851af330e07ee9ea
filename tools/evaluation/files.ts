import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageError } from '#server/platform/message-error.ts';
import type { FileCase } from './files/file-case.ts';
import { CAPTION_CASES } from './files/list-captions.ts';
import { PAGE_CASES } from './files/list-pages.ts';
import { TEXT_LAYER_CASES } from './files/list-text-layers.ts';
import { TEXT_CASES } from './files/list-texts.ts';
import { openPdfReader, type PdfReader } from './read-like-upload.ts';
import { listLines, makeTable, reportFigures, type Report } from './report.ts';

const FILE_CASES: readonly FileCase[] = [...TEXT_LAYER_CASES, ...PAGE_CASES, ...CAPTION_CASES, ...TEXT_CASES];

interface Outcome {
  readonly kind: string;
  readonly misses: readonly string[];
}

/** Generates files of the kinds that people upload, and checks the text that Lectern would store or its reason for refusing them. */
export async function evaluateFiles(modelsDirectory: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  const reader = openPdfReader(modelsDirectory);
  const outcomes: Outcome[] = [];
  try {
    for (const each of FILE_CASES) outcomes.push(await readOne(each, reader, folder));
  } finally {
    await reader.close();
    await rm(folder, { recursive: true });
  }
  const failed = outcomes.filter(({ misses }) => misses.length > 0);
  return reportFigures(
    'Real-world files',
    [
      {
        name: 'Files read correctly or refused with a reason',
        value: `${outcomes.length - failed.length} of ${outcomes.length}`,
        goal: 'all',
        met: failed.length === 0,
        gate: true,
      },
    ],
    makeTable(
      ['Kind', 'Right', 'Files'],
      [...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, own]) => [
        kind,
        String(own.filter(({ misses }) => misses.length === 0).length),
        String(own.length),
      ]),
    ),
    listLines(failed.flatMap(({ misses }) => misses)),
  );
}

async function readOne(
  { kind, name, read, must, mustNot = [] }: FileCase,
  reader: PdfReader,
  folder: string,
): Promise<Outcome> {
  const readPdf = async (bytes: Uint8Array): Promise<string> => {
    const path = join(folder, 'file.pdf');
    await writeFile(path, bytes);
    return (await reader.read(path)).plainText;
  };
  const text = await read(readPdf).catch((error: unknown) => {
    if (error instanceof MessageError) return error.message;
    throw error;
  });
  const faults = [
    ...must.filter((pattern) => !pattern.test(text)).map((pattern) => `lacks ${pattern.source}`),
    ...mustNot.filter((pattern) => pattern.test(text)).map((pattern) => `contains ${pattern.source}`),
  ];
  const misses = faults.map(
    (fault) => `${kind}, ${name}: ${fault} in ${JSON.stringify(text.slice(0, 1000))}`,
  );
  return { kind, misses };
}
