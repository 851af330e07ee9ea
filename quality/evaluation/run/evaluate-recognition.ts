import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatherLanguages } from '#server/ai/tesseract/find-languages.ts';
import { openEngine, type Engine } from '#server/ai/tesseract/open-engine.ts';
import { placeWords } from '#server/ai/tesseract/place-words.ts';
import { recognizePage } from '#server/ai/tesseract/recognize-page.ts';
import { renderPage } from '#server/ai/tesseract/render-page.ts';
import { createTesseractPageRecognizer } from '#server/ai/tesseract/tesseract-page-recognizer.ts';
import { openPdf } from '#server/documents/open-pdf.ts';
import { loadPdfium, type Pdfium } from '#server/documents/pdfium.ts';
import type { RecognizedWord } from '#server/documents/recognition/recognized-page.ts';
import { packScan } from '#server/testing/make-scan.ts';
import { countCharacterErrors } from '../scans/character-errors.ts';
import { degrade, type Degradation } from '../scans/degrade.ts';
import { setPages, typesettings, type SetPage } from '../scans/make-scan.ts';

const scanner: Degradation = { noise: 4, blur: 0.2, skewDegrees: 0, quarters: 0, paper: [1, 1] };
const phone: Degradation = { noise: 10, blur: 0.5, skewDegrees: 0, quarters: 0, paper: [0.35, 0.8] };

/** What is done to the pages, by name. */
export const scanKinds: Readonly<Record<string, Degradation>> = {
  'clean scan': scanner,
  'crooked by 1°': { ...scanner, skewDegrees: 1 },
  'crooked by 3°': { ...scanner, skewDegrees: -3 },
  sideways: { ...scanner, quarters: 1 },
  'upside down': { ...scanner, quarters: 2 },
  'phone photo, grey': phone,
  'phone photo, crooked and sideways': { ...phone, skewDegrees: 2, quarters: 3 },
};

export interface RecognitionFigures {
  readonly kind: string;
  /** Errors for each hundred characters, by typesetting. */
  readonly errorRates: Readonly<Record<string, number>>;
  /** Of all typesettings together. */
  readonly errorRate: number;
  /** The same pages read by the engine alone: not evened, turned or straightened. */
  readonly engineAlone: number;
  readonly confidence: number;
}

export interface RecognitionSpeed {
  readonly pages: number;
  readonly processes: number;
  readonly seconds: number;
}

/**
 * Recognizes pages whose text is known: one of each typesetting, drawn at 300 dots an inch and spoiled as a scanner or a
 * phone does, through the path that ships from the drawing on.
 * @param texts as many as there are typesettings, or more
 */
export async function evaluateRecognition(
  texts: readonly string[],
  modelsDirectory: string,
): Promise<RecognitionFigures[]> {
  const pdfium = await loadPdfium();
  const models = await gatherLanguages(['eng'], modelsDirectory);
  const engine = await openEngine(models);
  try {
    const pages: SetPage[] = [];
    for (const [index, typesetting] of typesettings.entries())
      pages.push(...(await setPages(pdfium, texts[index] ?? '', typesetting, 1)));
    const figures: RecognitionFigures[] = [];
    for (const [kind, how] of Object.entries(scanKinds))
      figures.push(await evaluateKind(pdfium, engine, pages, kind, how));
    return figures;
  } finally {
    await engine.close();
    await models.remove();
  }
}

async function evaluateKind(
  pdfium: Pdfium,
  engine: Engine,
  pages: readonly SetPage[],
  kind: string,
  how: Degradation,
): Promise<RecognitionFigures> {
  const total = { errors: 0, characters: 0 };
  const alone = { errors: 0, characters: 0 };
  const errorRates: Record<string, number> = {};
  let confidence = 0;
  for (const [index, page] of pages.entries()) {
    const scan = await packScan([{ ...page, image: degrade(page.image, how, index + 1) }]);
    const open = openPdf(pdfium, scan);
    const handle = pdfium.functions.FPDF_LoadPage(open.document, 0);
    try {
      const recognized = await recognizePage(pdfium, handle, engine);
      const counted = compare(page, recognized.words);
      errorRates[typesettings[index]?.name ?? ''] = rate(counted);
      add(total, counted);
      confidence += recognized.confidence / pages.length;
      const { image, scale } = renderPage(pdfium, handle);
      add(alone, compare(page, placeWords(await engine.recognize(image, scale * 72), scale)));
    } finally {
      pdfium.functions.FPDF_ClosePage(handle);
      open.close();
    }
  }
  return { kind, errorRates, errorRate: rate(total), engineAlone: rate(alone), confidence };
}

interface Counted {
  errors: number;
  characters: number;
}

const compare = ({ lines }: SetPage, words: readonly RecognizedWord[]): Counted =>
  countCharacterErrors(lines.join(' '), words.map(({ text }) => text).join(' '));

const rate = ({ errors, characters }: Counted): number => (100 * errors) / characters;

function add(sum: Counted, { errors, characters }: Counted): void {
  sum.errors += errors;
  sum.characters += characters;
}

/** How long a clean scan takes from the first page to the last, with the processes that a worker uses. */
export async function measureRecognitionSpeed(
  text: string,
  modelsDirectory: string,
  { pageCount, processes }: { pageCount: number; processes: number },
): Promise<RecognitionSpeed> {
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
    return { pages: pages.length, processes, seconds: (performance.now() - started) / 1000 };
  } finally {
    await recognizer.close();
    await rm(folder, { recursive: true });
  }
}
