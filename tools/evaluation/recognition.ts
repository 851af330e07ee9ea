import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatherLanguages } from '#server/ai/tesseract/find-languages.ts';
import { openEngine, type Engine } from '#server/ai/tesseract/open-engine.ts';
import { recognizePage } from '#server/ai/tesseract/recognize-page.ts';
import { createTesseractPageRecognizer } from '#server/ai/tesseract/tesseract-page-recognizer.ts';
import { openPdf } from '#server/documents/open-pdf.ts';
import { loadPdfium, type Pdfium } from '#server/documents/pdfium.ts';
import { packScan } from '#server/testing/make-scan.ts';
import { countCharacterErrors } from './scans/character-errors.ts';
import { degrade, type Degradation } from './scans/degrade.ts';
import { setPages, typesettings, type SetPage } from './scans/make-scan.ts';
import { makeTable, reportFigures, type Report } from './report.ts';

const scanner: Degradation = { noise: 4, blur: 0.2, skewDegrees: 0, quarters: 0, paper: [1, 1] };
const phone: Degradation = { noise: 10, blur: 0.5, skewDegrees: 0, quarters: 0, paper: [0.35, 0.8] };

/** What is done to the pages, by name. */
const SCAN_KINDS: Readonly<Record<string, Degradation>> = {
  'clean scan': scanner,
  'crooked by 1°': { ...scanner, skewDegrees: 1 },
  'crooked by 3°': { ...scanner, skewDegrees: -3 },
  sideways: { ...scanner, quarters: 1 },
  'upside down': { ...scanner, quarters: 2 },
  'phone photo, grey': phone,
  'phone photo, crooked and sideways': { ...phone, skewDegrees: 2, quarters: 3 },
};

/** The goal for a clean scan: at most this many errors per hundred characters. */
const GOAL = 1.5;

/** Errors per hundred characters. */
interface KindFigures {
  readonly kind: string;
  readonly byTypesetting: readonly number[];
  readonly all: number;
}

/**
 * Recognizes pages whose text is known: one of each typesetting, drawn at 300 dots an inch and spoiled as a scanner or a
 * phone does, through the path that ships from the drawing on.
 * @param texts as many as there are typesettings, or more
 */
export async function evaluateRecognition(
  texts: readonly string[],
  modelsDirectory: string,
): Promise<Report> {
  const pdfium = await loadPdfium();
  const models = await gatherLanguages(['eng'], modelsDirectory);
  const engine = await openEngine(models);
  const figures: KindFigures[] = [];
  try {
    const pages: SetPage[] = [];
    for (const [index, typesetting] of typesettings.entries())
      pages.push(...(await setPages(pdfium, texts[index] ?? '', typesetting, 1)));
    for (const [kind, how] of Object.entries(SCAN_KINDS))
      figures.push(await evaluateKind(pdfium, engine, pages, kind, how));
  } finally {
    await engine.close();
    await models.remove();
  }
  const percent = (value: number): string => `${value.toFixed(2)} %`;
  const clean = figures[0]?.all ?? Number.POSITIVE_INFINITY;
  return reportFigures(
    'Text recognition',
    [
      {
        name: 'Wrong characters, clean scans',
        value: percent(clean),
        goal: `≤ ${GOAL} %`,
        met: clean <= GOAL,
        gate: true,
      },
    ],
    makeTable(
      ['Wrong characters', ...typesettings.map(({ name }) => name), 'all'],
      figures.map(({ kind, byTypesetting, all }) => [kind, ...byTypesetting.map(percent), percent(all)]),
    ),
  );
}

async function evaluateKind(
  pdfium: Pdfium,
  engine: Engine,
  pages: readonly SetPage[],
  kind: string,
  how: Degradation,
): Promise<KindFigures> {
  const counts: { errors: number; characters: number }[] = [];
  for (const [index, page] of pages.entries()) {
    const scan = await packScan([{ ...page, image: degrade(page.image, how, index + 1) }]);
    const open = openPdf(pdfium, scan);
    const handle = pdfium.functions.FPDF_LoadPage(open.document, 0);
    try {
      const { words } = await recognizePage(pdfium, handle, engine);
      counts.push(countCharacterErrors(page.lines.join(' '), words.map(({ text }) => text).join(' ')));
    } finally {
      pdfium.functions.FPDF_ClosePage(handle);
      open.close();
    }
  }
  const sum = (pick: 'errors' | 'characters'): number =>
    counts.reduce((total, count) => total + count[pick], 0);
  return {
    kind,
    byTypesetting: counts.map(({ errors, characters }) => (100 * errors) / characters),
    all: (100 * sum('errors')) / sum('characters'),
  };
}

/** How many seconds a clean scan takes from the first page to the last, with the processes that a worker uses. */
export async function measureRecognitionSpeed(
  text: string,
  modelsDirectory: string,
  { pageCount, processes }: { pageCount: number; processes: number },
): Promise<number> {
  const pdfium = await loadPdfium();
  const [typesetting] = typesettings;
  if (typesetting === undefined) throw new Error('There is no typesetting.');
  const pages: SetPage[] = [];
  // Dense pages of the smallest print, the text over and over.
  for (let round = text; pages.length < pageCount; round += `\n\n${text}`)
    pages.splice(0, pages.length, ...(await setPages(pdfium, round, typesetting, pageCount)));
  const folder = await mkdtemp(join(tmpdir(), 'lectern-scan-'));
  const path = join(folder, 'scan.pdf');
  await writeFile(
    path,
    await packScan(pages.map((page, index) => ({ ...page, image: degrade(page.image, scanner, index) }))),
  );
  const recognizer = createTesseractPageRecognizer({ languages: ['eng'], modelsDirectory, processes });
  try {
    const started = performance.now();
    await Promise.all(pages.map((_, index) => recognizer.recognize(path, index + 1)));
    return (performance.now() - started) / 1000;
  } finally {
    await recognizer.close();
    await rm(folder, { recursive: true });
  }
}
