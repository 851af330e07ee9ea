import {
  attachNote,
  drawFrame,
  drawNotesPage,
  drawSlide,
  SLIDES,
} from '#server/documents/testing/draw-slides.ts';
import { makePdf } from '#server/documents/testing/make-pdf.ts';

export const makeDeck = (): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    for (const index of SLIDES.keys()) drawSlide(pdf.addPage([720, 540]), fonts, index);
  });

/** Slides printed two or four on a page. */
export const makeHandout = (perPage: 2 | 4, hasFrames: boolean): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    for (let first = 0; first < SLIDES.length; first += perPage) {
      const page = pdf.addPage([842, 595]);
      for (let index = 0; index < perPage; index++) {
        const [x, y] = [20 + (index % 2) * 411, perPage === 2 ? 150 : index < 2 ? 305 : 20];
        const width = perPage === 2 ? 390 : 350;
        if (hasFrames) drawFrame(page, x, y, width, 0.75 * width);
        drawSlide(page, fonts, first + index, { x, y, width });
      }
    }
  });

export const NOTES = [
  'A bee carries eleven kilograms in a summer',
  'Treat the hive in December',
  'Late frost',
];

/** A deck with speaker notes: on pages below a picture of the slide, or in annotations. */
export const makeNotes = (place: 'after-slides' | 'pages-only' | 'annotations'): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    if (place !== 'pages-only')
      for (const [index, note] of NOTES.entries()) {
        const page = pdf.addPage([720, 540]);
        drawSlide(page, fonts, index);
        if (place === 'annotations') attachNote(page, note);
      }
    if (place !== 'annotations')
      for (const [index, note] of NOTES.entries()) drawNotesPage(pdf, fonts, index, note);
  });

/** Slides that show code next to a diagram of boxes, with small print in the margins. */
export const makeCodeSlides = (): Promise<Uint8Array> =>
  makePdf((pdf, { body, bold, code }) => {
    for (const name of ['Worker', 'Reader', 'Writer']) {
      const page = pdf.addPage([720, 540]);
      page.drawText(`The class ${name}`, { x: 40, y: 470, size: 32, font: bold });
      page.drawText(`import java.util.${name};`, { x: 430, y: 488, size: 13, font: code });
      page.drawText('import java.util.List;', { x: 430, y: 470, size: 13, font: code });
      for (const [row, line] of [
        `class ${name} {`,
        '  int size = 3;',
        '  void run() { work(); }',
        '}',
      ].entries())
        page.drawText(line.trimStart(), {
          x: line.startsWith(' ') ? 62 : 40,
          y: 390 - row * 24,
          size: 16,
          font: code,
        });
      for (const [row, text] of ['new', 'runnable', 'waiting or blocked'].entries()) {
        drawFrame(page, 460, 350 - row * 60, 170, 34);
        page.drawText(text, { x: 475, y: 362 - row * 60, size: 14, font: body });
      }
      for (const [row, text] of [
        `• A ${name.toLowerCase()} runs by itself.`,
        '• It ends with its last statement.',
      ].entries())
        page.drawText(text, { x: 40, y: 190 - row * 36, size: 22, font: body });
      page.drawText('Concurrent programs', { x: 40, y: 14, size: 10, font: body });
      page.drawText(String(pdf.getPageCount()), { x: 680, y: 14, size: 10, font: body });
    }
  });

/** Slides with a diagram whose labels are on the same height as the bullet points, and with a remark next to the title. */
export const makeDrawingSlides = (side: 'left' | 'right'): Promise<Uint8Array> =>
  makePdf((pdf, { body, bold }) => {
    for (const name of ['Threads', 'Processes', 'Fibres']) {
      const page = pdf.addPage([720, 540]);
      const [points, boxes] = side === 'left' ? [330, 60] : [40, 480];
      page.drawText(`About ${name}`, { x: 40, y: 470, size: 32, font: bold });
      for (const [row, text] of [`New ${name.toLowerCase()} are`, 'subclasses of a class'].entries())
        page.drawText(text, { x: 430, y: 488 - row * 26, size: 22, font: body });
      for (const [row, text] of [
        '• Graphical user',
        'interfaces wait for events.',
        '• Servers wait for the next',
        'request of a client.',
      ].entries())
        page.drawText(text, {
          x: points + (text.startsWith('•') ? 0 : 14),
          y: 370 - row * 30,
          size: 24,
          font: body,
        });
      for (const [row, text] of ['new', 'runnable', 'waiting or blocked'].entries()) {
        drawFrame(page, boxes, 340 - row * 60, 170, 34);
        page.drawText(text, { x: boxes + 15, y: 352 - row * 60, size: 18, font: body });
      }
    }
  });

/** A deck of one slide, with the text that its template adds around it. */
export const makeLoneSlide = (): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    const page = pdf.addPage([720, 540]);
    drawSlide(page, fonts, 0);
    page.drawText('Harbours, spring term', { x: 40, y: 14, size: 10, font: fonts.body });
    page.drawText('7', { x: 680, y: 14, size: 10, font: fonts.body });
  });
