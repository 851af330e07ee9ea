import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { createPdfExtractor } from '#server/documents/extract-pdf.ts';
import { DEMO_LESSONS } from './demo-course.ts';
import { makeHandout } from './make-handout.ts';

test('the handout has three pages, and each of its sentences can be read out of it again', async () => {
  const lesson = DEMO_LESSONS.find((each) => each.kind === 'pdf');
  const source = await readFile(lesson!.sourcePath, 'utf8');
  const pdf = await makeHandout(source);
  expect((await PDFDocument.load(pdf)).getPageCount()).toBe(3);
  const directory = await mkdtemp(join(tmpdir(), 'lectern-handout-'));
  const extractor = createPdfExtractor();
  try {
    const path = join(directory, 'handout.pdf');
    await writeFile(path, pdf);
    const read = JSON.stringify(await extractor.extract(path)).replaceAll(/\s+/g, ' ');
    const paragraphs = source
      .trim()
      .split(/\n\s*\n/)
      .filter((each) => !/^[#{]/.test(each));
    expect(paragraphs.length).toBeGreaterThan(15);
    for (const paragraph of paragraphs) {
      for (const sentence of paragraph.split(/(?<=[.]) (?=[A-Z])/)) expect(read).toContain(sentence);
    }
  } finally {
    await extractor.close();
    await rm(directory, { recursive: true });
  }
});
