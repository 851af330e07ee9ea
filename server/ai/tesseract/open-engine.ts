import type { Line, Worker } from 'tesseract.js';
import tesseract from 'tesseract.js';
import { encodePgm, type GreyImage } from './image/grey-image.ts';

/** The models of languages: files `CODE.traineddata.gz`, compressed or not, in one folder. */
export interface LanguageModels {
  readonly folder: string;
  /** Tesseract's codes, such as `eng`; the first counts most. */
  readonly codes: readonly string[];
}

/** A word as the engine found it. Lengths are pixels of the image. */
export interface EngineWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Height of its line from the lowest descender to the highest ascender. */
  readonly lineHeight: number;
  /** 0 to 100. */
  readonly confidence: number;
  readonly follows: boolean;
}

/** Tesseract, loaded. */
export interface Engine {
  /** @param dotsPerInch what the image was drawn at; the engine only uses it to tell print from specks. */
  recognize(image: GreyImage, dotsPerInch: number): Promise<EngineWord[]>;
  close(): Promise<void>;
}

const lowestDotsPerInch = 70;
const highestDotsPerInch = 2400;

/**
 * Loads Tesseract (WebAssembly) with the models of the given languages. It computes in a thread of this process.
 * @throws when a file is missing or is not a model.
 */
export async function openEngine({ folder, codes }: LanguageModels): Promise<Engine> {
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  const worker = await Promise.race([
    tesseract.createWorker([...codes], tesseract.OEM.LSTM_ONLY, {
      // Nothing is fetched, and nothing is kept.
      langPath: folder,
      cacheMethod: 'none',
      // Without a handler, the library throws where the error cannot be caught.
      errorHandler: (error: unknown) => failure.reject(new Error(String(error))),
    }),
    failure.promise,
  ]);
  return {
    recognize: (image, dotsPerInch) => recognize(worker, image, dotsPerInch),
    close: async () => {
      await worker.terminate();
    },
  };
}

async function recognize(worker: Worker, image: GreyImage, dotsPerInch: number): Promise<EngineWord[]> {
  const dots = Math.min(highestDotsPerInch, Math.max(lowestDotsPerInch, Math.round(dotsPerInch)));
  await worker.setParameters({ user_defined_dpi: String(dots) });
  const file = encodePgm(image);
  const { data } = await worker.recognize(Buffer.from(file.buffer), {}, { text: false, blocks: true });
  return (data.blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap(readLine)),
  );
}

function readLine({ words, baseline, rowAttributes, bbox }: Line): EngineWord[] {
  const length = Math.max(1, baseline.x1 - baseline.x0);
  return words.map((word, index) => ({
    text: word.text,
    left: word.bbox.x0,
    right: word.bbox.x1,
    baseline:
      baseline.y0 +
      ((baseline.y1 - baseline.y0) * ((word.bbox.x0 + word.bbox.x1) / 2 - baseline.x0)) / length,
    lineHeight: rowAttributes.rowHeight || bbox.y1 - bbox.y0,
    confidence: word.confidence,
    follows: index > 0,
  }));
}
