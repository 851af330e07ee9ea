import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { countQuestions, EXAM_QUESTIONS_MAXIMUM } from '#contract/exam-cells.ts';
import type { ExamBlueprint, ExamPlan } from '#contract/exams.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import { useSaveBlueprint } from './exams.queries.ts';

const PAUSE_MILLISECONDS = 500;

/** The server refuses longer ones. */
const isSendable = ({ cells }: ExamBlueprint): boolean => countQuestions(cells) <= EXAM_QUESTIONS_MAXIMUM;

export interface BlueprintEditing {
  readonly blueprint: ExamBlueprint;
  readonly change: (change: (before: ExamBlueprint) => ExamBlueprint) => void;
  /** The plan is about the blueprint as it is now. */
  readonly isPlanned: boolean;
  readonly save: ReturnType<typeof useSaveBlueprint>;
  /** After a failure. */
  readonly saveAgain: () => void;
  /** It was kept by another call. */
  readonly noteSaved: (blueprint: ExamBlueprint) => void;
}

/** The blueprint while it is edited. Each change is kept a moment after the last one, one call at a time. */
export function useBlueprint(courseId: number, plan: ExamPlan): BlueprintEditing {
  const [blueprint, setBlueprint] = useState(plan.blueprint);
  const [saved, setSaved] = useState(plan.blueprint);
  /** The last one that was sent, successfully or not. */
  const sent = useRef(plan.blueprint);
  const save = useSaveBlueprint(courseId);
  const { mutate, isPending } = save;
  const [settled] = useDebouncedValue(blueprint, PAUSE_MILLISECONDS);
  const send = (wanted: ExamBlueprint): void => {
    sent.current = wanted;
    mutate(wanted, { onSuccess: () => setSaved(wanted) });
  };
  const latest = useLatest({ blueprint, send });
  useEffect(() => {
    if (!isPending && settled !== sent.current && isSendable(settled)) latest.current.send(settled);
  }, [settled, isPending, latest]);
  useEffect(
    () => () => {
      // The page is left within the pause.
      const { blueprint: last, send: sendLast } = latest.current;
      if (last !== sent.current && isSendable(last)) sendLast(last);
    },
    [latest],
  );
  return {
    blueprint,
    change: setBlueprint,
    isPlanned: blueprint === saved,
    save,
    saveAgain: () => send(blueprint),
    noteSaved: (kept) => {
      sent.current = kept;
      setSaved(kept);
    },
  };
}
