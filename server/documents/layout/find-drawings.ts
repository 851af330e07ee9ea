import { type Box, boundsOf } from '../pdf-characters.ts';
import type { PageShapes } from '../pdf-shapes.ts';

/** Shapes in the same or neighbouring cells of a grid are of one drawing. */
const columns = 64;
/** A drawing has this weight at least: a line counts half, since a box has four. */
const lightestDrawing = 4;
const weightOfRule = 0.5;
/** Its sides are at least this part of the page's; shapes with larger parts are a background or a frame. */
const smallestShare = 0.06;
const largestShare = 0.9;
const largestArea = 0.75;

/** Finds the parts of a page with drawings, such as boxes with arrows between them or the axes of a chart. */
export function findDrawings(
  { rules, outlines, drawings }: PageShapes,
  width: number,
  height: number,
): Box[] {
  const cell = width / columns;
  const parts = new Map<string, { boxes: Box[]; weight: number }>();
  const add = (box: Box, weight: number) => {
    if (box.right - box.left > largestShare * width || box.bottom - box.top > largestShare * height) return;
    const key = `${Math.floor(box.left / cell)} ${Math.floor(box.top / cell)}`;
    const part = parts.get(key) ?? { boxes: [], weight: 0 };
    part.boxes.push(box);
    part.weight += weight;
    parts.set(key, part);
  };
  for (const rule of rules) add(rule, weightOfRule);
  for (const shape of [...outlines, ...drawings]) add(shape, 1);
  let groups = [...parts.values()].map(({ boxes, weight }) => ({ ...boundsOf(boxes), weight }));
  if (groups.length > mostGroups) return [];
  for (let index = 0; index < groups.length;) {
    const group = groups[index];
    if (group === undefined) break;
    const near = (other: Box) =>
      other.left < group.right + cell && other.right > group.left - cell &&
      other.top < group.bottom + cell && other.bottom > group.top - cell;
    const touching = groups.filter((other) => near(other));
    if (touching.length === 1) index++;
    else {
      const weight = touching.reduce((sum, other) => sum + other.weight, 0);
      groups = [{ ...boundsOf(touching), weight }, ...groups.filter((other) => !near(other))];
      index = 0;
    }
  }
  return groups.filter(({ weight, left, right, top, bottom }) => {
    const [across, down] = [(right - left) / width, (bottom - top) / height];
    return weight >= lightestDrawing && Math.min(across, down) > smallestShare && across * down < largestArea;
  });
}

const mostGroups = 600;
