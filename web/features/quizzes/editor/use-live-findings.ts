import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { useLessonText } from '#web/api-client/lesson-text.queries.ts';
import type { EditorQuestion } from './editor-question.ts';
import type { Finding, QuestionChecker } from './question-checker.ts';

const PAUSE_MILLISECONDS = 150;
const NOTHING: ReadonlyMap<string, Finding> = new Map();

/** What the checker finds in each question, by its key, a moment after the last key stroke; empty until it is there. */
export function useLiveFindings(
  questions: readonly EditorQuestion[],
  lessonId: number,
): ReadonlyMap<string, Finding> {
  const { data: lessonText, isError } = useLessonText(lessonId, true);
  // Without the lesson, what can be said without it is said.
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
