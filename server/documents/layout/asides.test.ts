import { beforeAll, describe, expect, test } from 'vitest';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { loadPdfium, type Pdfium } from '../pdfium.ts';
import { splitDocument } from '../split-document.ts';
import * as papers from '../testing/draw-papers.ts';
import { drawLines, makePdf, makeSentence, wrapText } from '../testing/make-pdf.ts';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

/** The text of each section, by its heading. */
async function readSections(pdf: Promise<Uint8Array>): Promise<Record<string, string>> {
  const { passages } = splitDocument(extractPdfPages(pdfium, await pdf));
  const sections: Record<string, string> = {};
  for (const { heading, text } of passages)
    sections[heading ?? ''] = `${sections[heading ?? ''] ?? ''}${text}\n`;
  return sections;
}

describe('a paper whose last column ends with its references', () => {
  test.each(['in the column', 'below both columns'] as const)('with a table %s', async (place) => {
    for (const mark of ['', '.']) {
      const sections = await readSections(papers.makePaperWithReferences(place, mark));
      expect(sections['3. Results']).toMatch(/Table 1\. Height and rise[^]*Middle \| 148 cm \| 3\.0 mm/u);
      expect(sections['References']).toMatch(/^Adams[^]*Berg[^]*Harbour Press, Hull\.\n$/u);
      expect(sections['References']).not.toMatch(/Table|Figure|saltmeadow|Values/u);
      expect(Object.values(sections).join('')).toMatch(/saltmeadow\.[^]*Values before 1990/u);
      expect(sections['4. Discussion']).toMatch(/does\. The farmers/u);
    }
  });
});

test.each([
  ['left', 8],
  ['right', 8],
  ['right', 11],
] as const)('a note in the %s margin, %i points, cuts no sentence', async (side, size) => {
  const sections = await readSections(papers.makeMarginNotes(side, size));
  expect(sections['Mud']).toContain('drops it among the stems of the grass. Each flood leaves a layer');
  expect(sections['Mud']).toContain('Mud: grains finer than sand, carried by slow water.');
  expect(sections['Cores']).toContain('Compare the dunes in lesson four.');
});

describe.each(['beside', 'between'] as const)('a box %s paragraphs', (place) => {
  test.each(['framed', 'shaded', 'title bar', 'tab'] as const)('%s, is read by itself', async (look) => {
    const sections = await readSections(papers.makeBox(place, look));
    expect(Object.keys(sections)).toEqual(['The first cold nights', 'The frozen shore']);
    expect(sections['The first cold nights']).toMatch(
      /Why ice floats\s+Ice is lighter than water because its/u,
    );
    expect(sections['The first cold nights']).toContain(
      'from the creek to the dyke. At each post we took a core',
    );
  });
});

test.each([
  [['1', '2', '3'], '1. Put on'],
  [['a', 'b', 'c'], 'a. Put on'],
  [['•', '•', '•'], '• Put on'],
])('a list with the marks %j keeps its items apart from the text', async (marks, first) => {
  const [page] = extractPdfPages(pdfium, await papers.makeList(marks));
  const items = page?.blocks.filter(({ kind }) => kind === 'list-item').map(({ text }) => text);
  expect(items).toHaveLength(3);
  expect(items?.[0]).toContain(first);
  expect(items?.[2]).toMatch(/Read the scale$/u);
});

test('the labels of a drawing are in no passage, and the columns below it are read one after the other', async () => {
  const pages = extractPdfPages(pdfium, await papers.makeLabelledDrawing());
  expect(pages[0]?.blocks[0]).toMatchObject({ kind: 'index' });
  const { passages } = splitDocument(pages);
  const text = passages.map((passage) => passage.text).join(' ');
  expect(text).not.toMatch(/zone|creek creek/u);
  expect(text).toMatch(/height of a child\.[^]*after burning\.[^]*height of a child\.[^]*If the sea rises/u);
});

test('small text at the end of a page is no note because a name in it begins with a number', async () => {
  const pdf = await makePdf((made, { body: font }) => {
    const page = made.addPage([612, 792]);
    const text = Array.from({ length: 20 }, (_, index) => makeSentence(index)).join(' ');
    const top = drawLines(page, wrapText(text, font, 11, 400), { font });
    drawLines(page, ['The problem of the last section is reduced to', '3SAT by a graph of all clauses.'], {
      font,
      size: 9,
      top: top - 10,
    });
  });
  const texts = extractPdfPages(pdfium, pdf).flatMap(({ blocks }) => blocks.map(({ text }) => text));
  expect(texts.join(' ')).toContain('reduced to 3SAT by a graph');
});
