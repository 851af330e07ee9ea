/**
 * Ingestion of a 300-page PDF against `pdftotext` (poppler) on the same file in the same run.
 * Prints `name, value, peer, ratio` lines; see docs/decisions/0004-pdfium-for-pdf-text.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { readFileSync } from 'node:fs';
import { createPdfExtractor } from '#server/documents/extract-pdf.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { drawBook, makePdf } from '#server/documents/testing/make-pdf.ts';
import { median, printResult } from './result.ts';

const goal = 3;
const rounds = 5;
const pages = 300;

function hasPdftotext(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function ingest(extractor: ReturnType<typeof createPdfExtractor>, path: string): Promise<number> {
  const start = performance.now();
  const { passages } = splitDocument(await extractor.extract(path));
  if (passages.length < pages / 2) throw new Error(`Only ${passages.length} passages from ${path}.`);
  return performance.now() - start;
}

function timePdftotext(path: string, folder: string): number {
  const start = performance.now();
  execFileSync('pdftotext', [path, join(folder, 'peer.txt')]);
  return performance.now() - start;
}

async function measure(name: string, path: string, folder: string, peerInstalled: boolean): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  const peer: number[] = [];
  const kept = createPdfExtractor();
  await kept.warm();
  await ingest(kept, path);
  for (let round = 0; round < rounds; round++) {
    const fresh = createPdfExtractor();
    cold.push(await ingest(fresh, path));
    await fresh.close();
    warm.push(await ingest(kept, path));
    if (peerInstalled) peer.push(timePdftotext(path, folder));
  }
  await kept.close();
  for (const [kind, times] of [
    ['process started for it', cold],
    ['kept process', warm],
  ] as const) {
    const value = median(times);
    const ratio = peerInstalled ? value / median(peer) : undefined;
    printResult({
      name: `ingestion of ${name} (${kind})`,
      value: `${value.toFixed(0)} ms`,
      peer: peerInstalled ? `pdftotext ${median(peer).toFixed(0)} ms` : 'pdftotext not installed',
      ...(ratio === undefined ? {} : { ratio }),
      goal: `at most ${goal}`,
      met: ratio !== undefined && ratio <= goal,
    });
  }
}

/** The first 300 pages of a real manual (Debian's r-doc-pdf), or of the one named on the command line. */
async function cutManual(folder: string): Promise<string | undefined> {
  const manual = process.argv[2] ?? '/usr/share/R/doc/manual/fullrefman.pdf';
  if (!existsSync(manual)) return undefined;
  const source = await PDFDocument.load(readFileSync(manual));
  const cut = await PDFDocument.create();
  const count = Math.min(pages, source.getPageCount());
  for (const page of await cut.copyPages(
    source,
    Array.from({ length: count }, (_, index) => index),
  ))
    cut.addPage(page);
  const path = join(folder, 'manual.pdf');
  writeFileSync(path, await cut.save());
  return path;
}

const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
try {
  const peerInstalled = hasPdftotext();
  if (!peerInstalled)
    console.log('ATTENTION: pdftotext is not installed, so there is no ratio. Install poppler-utils.');
  const made = join(folder, 'made.pdf');
  writeFileSync(made, await makePdf((pdf, fonts) => drawBook(pdf, fonts, pages)));
  await measure('a made 300-page PDF', made, folder, peerInstalled);
  const manual = await cutManual(folder);
  if (manual !== undefined) await measure('300 pages of a real manual', manual, folder, peerInstalled);
  else console.log('No real manual found: give the path of a PDF to measure one, or install r-doc-pdf.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
