import { type Box, boundsOf } from '../pdf-characters.ts';
import { formulaNote } from '../passage.ts';
import type { PageWord } from '../pdf-words.ts';
import { DisjointSets } from '../disjoint-sets.ts';
import { containsBox, growBox, isCentredIn, meetsBox } from '../boxes.ts';
import { isListMarker } from '../list-markers.ts';
import { buildSegments } from '../page-segment.ts';
import { marginShare } from './slide-margin.ts';

/** Shapes in the same or neighbouring cells of a grid are of one drawing. */
const columns = 64;
/** A drawing has this weight at least: a line counts half, since a box has four. */
const lightestDrawing = 4;
const lightestWithArrows = 3;
/** The parts of a drawing are next to labels of so few words. */
const mostWordsOfLabel = 3;
const weightOfRule = 0.5;
/** Its sides are at least this part of the page's; shapes with larger parts are a background or a frame. */
const smallestShare = 0.06;
const largestShare = 0.9;
const largestArea = 0.95;
/** A larger shape, as a part of the page's area, is a background. */
const largestShape = 0.15;

const fewestArrows = 3;
/** The work grows with the square of the parts. */
const mostGroups = 600;

export interface Drawing extends Box {
  /** Lines at an angle and curves: what is between them is no table. */
  readonly hasArrows: boolean;
}

/** Finds the parts of a page with drawings, such as boxes with arrows between them or the axes of a chart. */
export function findDrawings(
  rules: readonly Box[],
  drawings: readonly Box[],
  words: readonly PageWord[],
  width: number,
  height: number,
): Drawing[] {
  const cell = width / columns;
  const parts = new Map<string, { boxes: Box[]; weight: number; arrows: number }>();
  const known = new Set<string>();
  const add = (box: Box, weight: number, arrows: number) => {
    if (box.right - box.left > largestShare * width || box.bottom - box.top > largestShare * height) return;
    // A shape may be filled and outlined separately.
    const place = [box.left, box.right, box.top, box.bottom].map(Math.round).join(' ');
    if (known.has(place)) return;
    known.add(place);
    const key = `${Math.floor(box.left / cell)} ${Math.floor(box.top / cell)}`;
    const part = parts.get(key) ?? { boxes: [], weight: 0, arrows: 0 };
    part.boxes.push(box);
    part.weight += weight;
    part.arrows += arrows;
    parts.set(key, part);
  };
  for (const rule of rules) add(rule, weightOfRule, 0);
  for (const drawing of drawings)
    if ((drawing.right - drawing.left) * (drawing.bottom - drawing.top) < largestShape * width * height)
      add(drawing, 1, 1);
  const groups = [...parts.values()].map(({ boxes, ...sums }) => ({ ...boundsOf(boxes), ...sums }));
  if (groups.length > mostGroups) return [];
  // The shapes of a navigation bar belong to the design of the deck.
  const ofSlide = joinNear(groups, cell).filter(
    ({ top, bottom }) => bottom > marginShare * height && top < (1 - marginShare) * height,
  );
  return addLabels(ofSlide, words, cell).flatMap(({ weight, arrows, ...box }) => {
    const [across, down] = [(box.right - box.left) / width, (box.bottom - box.top) / height];
    const isDrawing =
      weight >= (arrows >= fewestArrows ? lightestWithArrows : lightestDrawing) &&
      Math.min(across, down) > smallestShare &&
      across * down < largestArea;
    return isDrawing ? [{ ...box, hasArrows: arrows >= fewestArrows }] : [];
  });
}

interface Group extends Box {
  readonly weight: number;
  readonly arrows: number;
}

/** Joins groups until the boxes around all of them are further apart. */
function joinNear(groups: readonly Group[], distance: number): Group[] {
  let open = [...groups];
  let apart: Group[] = [];
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    const around = growBox(group, distance);
    const isNear = (other: Box): boolean => meetsBox(other, around);
    const own = [group, ...open.filter(isNear), ...apart.filter(isNear)];
    if (own.length === 1) apart.push(group);
    else {
      open = open.filter((other) => !isNear(other));
      apart = apart.filter((other) => !isNear(other));
      open.push(joinAll(own));
    }
  }
  return apart;
}

const joinAll = (groups: readonly Group[]): Group => ({
  ...boundsOf(groups),
  weight: groups.reduce((sum, { weight }) => sum + weight, 0),
  arrows: groups.reduce((sum, { arrows }) => sum + arrows, 0),
});

/** Joins groups of shapes with the labels next to them. A label leads to no other, which may be a point. */
function addLabels(groups: readonly Group[], words: readonly PageWord[], distance: number): Group[] {
  if (groups.length === 0) return [];
  const labels = buildSegments(words).filter(
    (segment, index, all) =>
      segment.words.length <= mostWordsOfLabel &&
      !segment.words.some(({ text }) => isListMarker(text)) &&
      all[index - 1]?.words.at(-1)?.text !== '•',
  );
  const all = [...groups, ...labels.map((label) => ({ ...boundsOf([label]), weight: 0, arrows: 0 }))];
  const sets = new DisjointSets(all.length);
  for (const [index, label] of labels.entries()) {
    const around = growBox(label, distance);
    for (const [other, group] of groups.entries())
      if (meetsBox(group, around)) sets.join(groups.length + index, other);
  }
  const joined = Map.groupBy(all.keys(), (index) => sets.find(index));
  return [...joined.values()].map((own) => joinAll(own.flatMap((index) => all[index] ?? [])));
}

/** Around a formula, in sizes of its characters. */
const widestMargin = 0.3;

/** Leaves out drawn bullets, and the bars and delimiters of formulas that are replaced with a note. */
export function withoutCharacters(shapes: readonly Box[], words: readonly PageWord[]): Box[] {
  const bullets = words.filter(({ text }) => text === '•');
  const formulas = words.flatMap(({ text, left, right, size, extent }) =>
    extent !== undefined && text.startsWith(formulaNote)
      ? [growBox({ ...extent, left, right }, widestMargin * size)]
      : [],
  );
  return shapes.filter(
    (shape) =>
      !bullets.some((bullet) => containsBox(bullet, shape)) &&
      !formulas.some((formula) => isCentredIn(shape, formula)),
  );
}
