import { imageObject, type Matrix, pathObject, shadingObject, visitPageObjects } from './page-objects.ts';
import { type Box, pageCoordinates } from './pdf-characters.ts';
import type { Pdfium } from './pdfium.ts';

/** The drawings on a page that help to lay out its text. Lengths are points, y downwards. */
export interface PageShapes {
  /** Horizontal and vertical lines, including the edges of rectangles, as boxes without height or width. */
  readonly rules: readonly Box[];
  /** Rectangles that may frame a slide. */
  readonly frames: readonly Box[];
  /** Small shapes with many corners or curves, which may be characters drawn as outlines, and small pictures, which may be bullets. */
  readonly outlines: readonly Outline[];
  readonly drawings: readonly Box[];
}

export interface Outline extends Box {
  readonly corners: number;
  /** Two narrow parts next to each other, such as parentheses, or a root: what it encloses is part of a formula. */
  readonly isDelimiter: boolean;
}

export const noShapes: PageShapes = { rules: [], frames: [], outlines: [], drawings: [] };

export const countShapes = (shapes: PageShapes): number =>
  shapes.rules.length + shapes.frames.length + shapes.outlines.length + shapes.drawings.length;

/** From PDFium's public/fpdf_edit.h. */
const moveTo = 2;
const bezierTo = 1;
const mostSegments = 60_000;
/** In points. A thinner filled rectangle is a line. */
const thickestRule = 2;
/** An underscore may be narrower than a letter. */
const shortestRule = 2;
const largestCharacter = 60;
/** Some letters, such as E, consist of straight lines only. */
const cornersOfLetter = 8;
const largestLetter = 30;
const smallestFrame = 0.04;

/** Reads the shapes of a loaded page. */
export function readShapes(pdfium: Pdfium, page: number): PageShapes {
  const { functions, heaps } = pdfium;
  const toPage = pageCoordinates(pdfium, page);
  const area = functions.FPDF_GetPageWidthF(page) * functions.FPDF_GetPageHeightF(page);
  const found: FoundShapes = { rules: [], frames: [], outlines: [], drawings: [] };
  let segments = mostSegments;
  visitPageObjects(pdfium, page, pathObject, (path, [a, b, c, d, e, f], buffer) => {
    const count = functions.FPDFPath_CountSegments(path);
    segments -= count;
    if (count < 2 || segments < 0 || !isDrawn(pdfium, path, buffer)) return;
    const points: PathPoint[] = [];
    for (let index = 0; index < count; index++) {
      const segment = functions.FPDFPath_GetPathSegment(path, index);
      if (functions.FPDFPathSegment_GetPoint(segment, buffer, buffer + 4) === 0) return;
      const [x = 0, y = 0] = heaps.HEAPF32.subarray(buffer >> 2, (buffer >> 2) + 2);
      const type = functions.FPDFPathSegment_GetType(segment);
      points.push({ x: a * x + c * y + e, y: b * x + d * y + f, type });
    }
    addPath(found, points, toPage, area);
  });
  found.outlines.push(...readPictureBullets(pdfium, page, toPage));
  return found;
}

/** Small pictures and shadings of one size, such as the balls of LaTeX's Beamer. */
function readPictureBullets(pdfium: Pdfium, page: number, toPage: (box: Box) => Box): Outline[] {
  const small: Outline[] = [];
  const add = (own: Box, [a, b, c, d, e, f]: Matrix): void => {
    const corners = [own.left, own.right].flatMap((x) =>
      [own.bottom, own.top].map((y) => ({ x: a * x + c * y + e, y: b * x + d * y + f })),
    );
    const box = toPage(boundsOfPath(corners));
    if (Math.max(box.right - box.left, box.bottom - box.top) <= largestLetter)
      small.push({ ...box, corners: 0, isDelimiter: false });
  };
  // An image fills the unit square.
  visitPageObjects(pdfium, page, imageObject, (_, matrix) =>
    add({ left: 0, right: 1, bottom: 0, top: 1 }, matrix),
  );
  visitPageObjects(pdfium, page, shadingObject, (shading, matrix, buffer) => {
    const { functions, heaps } = pdfium;
    if (functions.FPDFPageObj_GetBounds(shading, buffer, buffer + 4, buffer + 8, buffer + 12) === 0) return;
    const at = buffer >> 2;
    const [left = 0, bottom = 0, right = 0, top = 0] = heaps.HEAPF32.subarray(at, at + 4);
    add({ left, right, bottom, top }, matrix);
  });
  const sizeOf = ({ left, right, top, bottom }: Box) =>
    `${Math.round(right - left)} ${Math.round(bottom - top)}`;
  return [...Map.groupBy(small, sizeOf).values()].filter(({ length }) => length > 1).flat();
}

/** The frames of text boxes may be in the file with neither a line nor a fill that anyone sees. */
function isDrawn({ functions, heaps }: Pdfium, path: number, buffer: number): boolean {
  if (functions.FPDFPath_GetDrawMode(path, buffer, buffer + 4) === 0) return true;
  const [fill, stroke] = heaps.HEAP32.subarray(buffer >> 2, (buffer >> 2) + 2);
  if (stroke !== 0 || fill === 0) return stroke !== 0;
  const isKnown = functions.FPDFPageObj_GetFillColor(path, buffer, buffer + 4, buffer + 8, buffer + 12) !== 0;
  return !isKnown || heaps.HEAP32[(buffer >> 2) + 3] !== 0;
}

interface FoundShapes {
  readonly rules: Box[];
  readonly frames: Box[];
  readonly outlines: Outline[];
  readonly drawings: Box[];
}

interface PathPoint {
  readonly x: number;
  readonly y: number;
  readonly type: number;
}

function addPath(
  { rules, frames, outlines, drawings }: FoundShapes,
  points: readonly PathPoint[],
  toPage: (box: Box) => Box,
  area: number,
): void {
  const edges: Box[] = [];
  let isStraight = true;
  for (const [index, { x, y, type }] of points.entries()) {
    const from = points[index - 1];
    if (from === undefined || type === moveTo) continue;
    const edge = toPage({
      left: Math.min(x, from.x),
      right: Math.max(x, from.x),
      top: Math.max(y, from.y),
      bottom: Math.min(y, from.y),
    });
    const isAligned = edge.right - edge.left < 1 || edge.bottom - edge.top < 1;
    if (type === bezierTo || !isAligned) isStraight = false;
    else edges.push(edge);
  }
  const box = toPage(boundsOfPath(points));
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const isLetter = points.length >= cornersOfLetter && Math.max(width, height) <= largestLetter;
  if (isStraight && !isLetter) {
    for (const edge of Math.min(width, height) < thickestRule ? [box] : edges)
      if (Math.max(edge.right - edge.left, edge.bottom - edge.top) >= shortestRule) rules.push(edge);
    if (points.length <= 6 && width * height > smallestFrame * area) frames.push(box);
  } else if (height <= largestCharacter && points.length > 4)
    outlines.push({
      ...box,
      corners: points.length,
      isDelimiter: countNarrow(points) === 2 || isRoot(points),
    });
  // One path may draw all lines of a picture.
  else drawings.push(...partsOf(points).map((part) => toPage(boundsOfPath(part))));
}

/** The number of narrow parts next to each other. */
function countNarrow(points: readonly PathPoint[]): number {
  let [count, end] = [0, -Infinity];
  const parts = partsOf(points).map((part) => boundsOfPath(part));
  for (const { left, right, top, bottom } of parts.sort((a, b) => a.left - b.left))
    if (left > end && right - left < 0.5 * (top - bottom)) {
      count++;
      end = right;
    }
  return count;
}

/** How wide a root is, in heights. */
const [narrowestRoot, widestRoot] = [0.8, 12];

/** Whether a path goes down and up at its left, and has nothing but a thin straight line at its top to the right of that. */
function isRoot(points: readonly PathPoint[]): boolean {
  const { left, right, top, bottom } = boundsOfPath(points);
  const [width, height] = [right - left, top - bottom];
  if (width < narrowestRoot * height || width > widestRoot * height) return false;
  const isAt = ({ x }: PathPoint, from: number, to: number) =>
    x >= left + from * width && x <= left + to * width;
  const isIn = ({ y }: PathPoint, from: number, to: number) =>
    y >= bottom + from * height && y <= bottom + to * height;
  return (
    points.every((point) => isAt(point, 0, 0.6) || (isIn(point, 0.88, 1) && point.type !== bezierTo)) &&
    points.some((point) => isAt(point, 0.01, 0.6) && isIn(point, 0.88, 1)) &&
    points.some((point) => isAt(point, 0.01, 0.35) && isIn(point, 0, 0.02)) &&
    points.every((point) => !isAt(point, 0, 0) || isIn(point, 0.1, 0.7))
  );
}

function partsOf(points: readonly PathPoint[]): PathPoint[][] {
  const found: PathPoint[][] = [];
  for (const point of points) {
    if (point.type === moveTo || found.length === 0) found.push([]);
    found.at(-1)?.push(point);
  }
  return found;
}

/** In PDF coordinates, y upwards. */
const boundsOfPath = (points: readonly Pick<PathPoint, 'x' | 'y'>[]): Box => ({
  left: points.reduce((least, { x }) => Math.min(least, x), Infinity),
  right: points.reduce((most, { x }) => Math.max(most, x), -Infinity),
  top: points.reduce((most, { y }) => Math.max(most, y), -Infinity),
  bottom: points.reduce((least, { y }) => Math.min(least, y), Infinity),
});
