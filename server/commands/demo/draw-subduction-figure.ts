import type { PDFFont, PDFPage } from 'pdf-lib';
import { rgb } from 'pdf-lib';
import { COLOURS } from './pdf-layout.ts';

/** Points from the caption's baseline to the top of the drawing. */
export const FIGURE_HEIGHT = 196;

const CAPTION = 'Figure 1. An oceanic plate sinks beneath a continent (not to scale).';
const ROCK = {
  mantle: rgb(0.95, 0.86, 0.78),
  oceanic: rgb(0.36, 0.42, 0.55),
  continent: rgb(0.83, 0.78, 0.66),
};

/**
 * Draws a section through a subduction zone with its labels and caption. The paths are in a frame of 400 × 160, x to
 * the right and y down, as SVG has it.
 */
export function drawSubductionFigure(
  page: PDFPage,
  fonts: { readonly italic: PDFFont; readonly sans: PDFFont },
  place: { readonly left: number; readonly bottom: number; readonly width: number },
): void {
  const scale = place.width / 400;
  const top = place.bottom + FIGURE_HEIGHT;
  const draw = (path: string, color: ReturnType<typeof rgb>) =>
    page.drawSvgPath(path, { x: place.left, y: top, scale, color, borderWidth: 0 });
  draw('M0 0H400V160H0Z', COLOURS.paper);
  draw('M0 52H400V160H0Z', ROCK.mantle);
  draw('M0 34H196L214 52H0Z', COLOURS.sea);
  draw('M0 52H150C205 54 232 92 262 160H228C204 108 186 74 146 74H0Z', ROCK.oceanic);
  draw(
    'M214 52L200 40C226 36 244 32 258 26L272 12L286 26C320 30 360 30 400 30V82H258C244 66 232 58 214 52Z',
    ROCK.continent,
  );
  draw('M266 12H278L275 30C274 52 270 70 262 96C262 70 268 50 269 30Z', COLOURS.amber);
  drawArrow(page, { x: place.left + 40 * scale, y: top - 63 * scale }, 46);
  const label = (text: string, x: number, y: number, color = COLOURS.ink) =>
    page.drawText(text, {
      x: place.left + x * scale,
      y: top - y * scale,
      size: 8.5,
      font: fonts.sans,
      color,
    });
  label('Ocean', 12, 46);
  label('Oceanic plate', 92, 66, COLOURS.paper);
  label('Trench', 184, 28);
  label('Volcano', 286, 14);
  label('Continental plate', 316, 58);
  label('Magma rises', 274, 104);
  label('Mantle', 40, 124);
  page.drawText(CAPTION, {
    x: place.left,
    y: place.bottom + 14,
    size: 9.5,
    font: fonts.italic,
    color: COLOURS.muted,
  });
}

function drawArrow(page: PDFPage, from: { x: number; y: number }, length: number): void {
  const to = { x: from.x + length, y: from.y };
  const style = { thickness: 1.4, color: COLOURS.paper };
  page.drawLine({ start: from, end: to, ...style });
  page.drawLine({ start: { x: to.x - 6, y: to.y + 4 }, end: to, ...style });
  page.drawLine({ start: { x: to.x - 6, y: to.y - 4 }, end: to, ...style });
}
