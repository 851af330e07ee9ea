import { keyOfCell, type CellKind } from '#contract/exam-cells.ts';
import type { BlueprintCell, ExamBlueprint } from '#contract/exams.ts';

export const countIn = (cells: readonly BlueprintCell[], kind: CellKind): number =>
  cells.find((cell) => keyOfCell(cell) === keyOfCell(kind))?.count ?? 0;

/** With another count in one cell; 0 empties it. */
export function withCount(blueprint: ExamBlueprint, kind: CellKind, count: number): ExamBlueprint {
  const others = blueprint.cells.filter((cell) => keyOfCell(cell) !== keyOfCell(kind));
  return { ...blueprint, cells: count === 0 ? others : [...others, { ...kind, count }] };
}

export const withLesson = (blueprint: ExamBlueprint, id: number, isChosen: boolean): ExamBlueprint => ({
  ...blueprint,
  lesson_ids: isChosen ? [...blueprint.lesson_ids, id] : blueprint.lesson_ids.filter((each) => each !== id),
});

export const withMinutes = (
  blueprint: ExamBlueprint,
  { answer_style: style, level }: Omit<CellKind, 'outcome'>,
  minutes: number,
): ExamBlueprint => ({
  ...blueprint,
  minutes: { ...blueprint.minutes, [style]: { ...blueprint.minutes[style], [level]: minutes } },
});

/** A whole number from 0 to `maximum`; empty is 0. Undefined for anything else. */
export function readCount(text: string, maximum: number): number | undefined {
  const trimmed = text.trim();
  if (!/^[0-9]{0,3}$/u.test(trimmed)) return undefined;
  const count = Number(trimmed);
  return count <= maximum ? count : undefined;
}

/** Minutes from half a one to 240, with a point or a comma. Undefined for anything else. */
export function readMinutes(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (!/^[0-9]{1,3}(?:\.[0-9]{1,2})?$/u.test(trimmed)) return undefined;
  const minutes = Number(trimmed);
  return minutes >= 0.5 && minutes <= 240 ? minutes : undefined;
}
