import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { useLessonText } from '#web/api-client/lesson-text.queries.ts';
import type { EditorQuestion } from './editor-question.ts';
import type { Finding, QuestionChecker } from './question-checker.ts';

const PAUSE_MILLISECONDS = 150;
const NOTHING: ReadonlyMap<string, Finding> = new Map();

/** The checker's findings by question key, a moment after the last keystroke; empty until the checker is loaded. */
export function useLiveFindings(
  questions: readonly EditorQuestion[],
  lessonId: number,
): ReadonlyMap<string, Finding> {
  const { data: lessonText, isError } = useLessonText(lessonId, true);
  // If the lesson cannot be loaded, the checks that do not need it still run.
  const isSettled = lessonText !== undefined || isError;
  const [checker, setChecker] = useState<QuestionChecker>();
  useEffect(() => {
    if (!isSettled) return;
    let isWanted = true;
    void import('./question-checker.ts').then(({ createQuestionChecker }) => {
      if (isWanted) setChecker(createQuestionChecker(lessonText));
    });
    return () => {
      isWanted = false;
    };
  }, [isSettled, lessonText]);
  const [typed] = useDebouncedValue(questions, PAUSE_MILLISECONDS);
  return useMemo(() => checker?.check(typed) ?? NOTHING, [checker, typed]);
}
