import { AnnotationMode, getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import 'pdfjs-dist/web/pdf_viewer.css';
import type { RecognizedPage } from '#contract/recognition.ts';
import { listQueries, type PdfQuery } from './pdf-queries.ts';
import { addRecognizedText } from './recognized-text.ts';

/** Addresses of files of pdf.js by their names. */
type Addresses = Record<string, string>;

const byName = (found: Record<string, string>): Addresses =>
  Object.fromEntries(
    Object.entries(found).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
  );

const FILES: Readonly<Record<string, Addresses>> = {
  // The standard typefaces, which a PDF may use without bringing them and a device may not have.
  standardFontDataUrl: byName(
    import.meta.glob<string>(['../../../node_modules/pdfjs-dist/standard_fonts/*', '!**/LICENSE*'], {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ),
  // How Chinese, Japanese and Korean documents number their characters.
  cMapUrl: byName(
    import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ),
};

/** Fetches what pdf.js needs beside its code, from where the build put it; pdf.js itself knows one folder only. */
class PdfFiles {
  /**
   * @param request the kind of file as pdf.js's options call it, and its name.
   * @returns its bytes.
   * @throws {Error} when there is no such file, or it cannot be fetched.
   */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = FILES[kind]?.[filename];
    if (url === undefined) throw new Error(`pdf.js asks for ${kind} ${filename}, which is not there.`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

GlobalWorkerOptions.workerSrc = workerUrl;

/** `FindState` of pdf.js. */
const FIND_FAILED = 1;
const ZOOM_STEP = 1.2;
const SMALLEST_SCALE = 0.25;
const LARGEST_SCALE = 4;

/** Callbacks of the view. */
export interface PdfListeners {
  onProgress: (percent: number) => void;
  onReady: (pageCount: number) => void;
  onPage: (page: number) => void;
  onMatches: (matches: { current: number; total: number }) => void;
  onEvidence: (isShown: boolean) => void;
  onFailure: (error: unknown) => void;
}

/** A PDF on the screen, and what can be done with it. */
export interface PdfView {
  goToPage: (page: number) => void;
  zoom: (direction: 1 | -1) => void;
  fitWidth: () => void;
  /** Finds all places of a text and goes to the next one (1), the one before (-1), or the first (0). */
  search: (query: string, direction: 1 | 0 | -1) => void;
  /** Goes to a page and marks a quotation on it. */
  showEvidence: (page: number | undefined, quote: string) => void;
  close: () => void;
}

/**
 * Draws the PDF at `url` into `container`, whose one child holds the pages. No scripts, no forms; links open in new
 * tabs. Pages are drawn as they come into sight.
 * @param loadRecognized the recognized text of a page, or undefined for a page that contains text
 */
export function openPdf(
  container: HTMLDivElement,
  url: string,
  listeners: PdfListeners,
  loadRecognized: (page: number) => Promise<RecognizedPage | undefined>,
): PdfView {
  const leaving = new AbortController();
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const findController = new PDFFindController({ eventBus, linkService });
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    annotationMode: AnnotationMode.ENABLE,
    removePageBorders: true,
  });
  linkService.setViewer(viewer);
  // Without the quotation's end, or its beginning, it may still be found: the text of a page is cut in odd places.
  let evidenceQueries: PdfQuery[] = [];
  let lastQuery: PdfQuery = '';
  const find = (query: PdfQuery, type: '' | 'again', findPrevious: boolean): void => {
    lastQuery = query;
    eventBus.dispatch('find', {
      source: viewer,
      type,
      query,
      caseSensitive: false,
      entireWord: false,
      findPrevious,
      highlightAll: true,
      matchDiacritics: false,
    });
  };
  const findNextEvidence = (): void => {
    const query = evidenceQueries.shift();
    if (query !== undefined) find(query, '', false);
  };
  const on = (name: string, listener: (event: Record<string, unknown>) => void): void =>
    eventBus.on(name, listener);
  const onMatches = (event: Record<string, unknown>): void => {
    const counted = event['matchesCount'] as { current?: number; total?: number } | undefined;
    listeners.onMatches({ current: counted?.current ?? 0, total: counted?.total ?? 0 });
  };
  on('pagechanging', (event) => listeners.onPage(Number(event['pageNumber'])));
  on('updatefindmatchescount', onMatches);
  on('updatefindcontrolstate', (event) => {
    onMatches(event);
    if (event['state'] === FIND_FAILED) findNextEvidence();
  });
  let openFirst: (() => void) | undefined;
  let isReady = false;
  on('pagesinit', () => {
    viewer.currentScaleValue = 'page-width';
    isReady = true;
    listeners.onReady(viewer.pagesCount);
    openFirst?.();
  });

  const task = getDocument({
    url,
    enableXfa: false,
    // Without compiled decoders, which the page could not always fetch, the ones in JavaScript are used.
    useWasm: false,
    // What a document does not bring is drawn alike everywhere, with or without fonts on the device.
    useSystemFonts: false,
    standardFontDataUrl: '/',
    cMapUrl: '/',
    BinaryDataFactory: PdfFiles,
    stopAtErrors: false,
  });
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (total > 0) listeners.onProgress(Math.min(100, Math.round((loaded / total) * 100)));
  };
  task.promise.then(
    (document) => {
      if (leaving.signal.aborted) return;
      addRecognizedText(document, loadRecognized);
      viewer.setDocument(document);
      linkService.setDocument(document);
    },
    (error: unknown) => {
      if (!leaving.signal.aborted) listeners.onFailure(error);
    },
  );
  const resize = new ResizeObserver(() => {
    if (isReady && ['page-width', 'auto'].includes(viewer.currentScaleValue)) {
      viewer.currentScaleValue = 'page-width';
    }
  });
  resize.observe(container);

  const goToPage = (page: number): void => {
    viewer.currentPageNumber = Math.min(Math.max(1, page), viewer.pagesCount);
  };
  const showEvidence = (page: number | undefined, quote: string): void => {
    if (!isReady) {
      openFirst = () => showEvidence(page, quote);
      return;
    }
    if (page !== undefined) goToPage(page);
    evidenceQueries = listQueries(quote);
    listeners.onEvidence(evidenceQueries.length > 0);
    findNextEvidence();
  };
  return {
    goToPage,
    zoom: (direction) => {
      const scale = viewer.currentScale * ZOOM_STEP ** direction;
      viewer.currentScale = Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, scale));
    },
    fitWidth: () => {
      viewer.currentScaleValue = 'page-width';
    },
    search: (query, direction) => {
      evidenceQueries = [];
      listeners.onEvidence(false);
      if (query.trim() === '') eventBus.dispatch('findbarclose', { source: viewer });
      else find(query, direction === 0 || query !== lastQuery ? '' : 'again', direction === -1);
    },
    showEvidence,
    close: () => {
      leaving.abort();
      resize.disconnect();
      void task.destroy();
    },
  };
}
