import { useEffect, useRef, useState } from 'react';
import type { LessonFact } from '#contract/facts.ts';
import type { AnswerStyle } from '#contract/quizzes.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import { makeEmptyQuestion, type EditorQuestion } from './editor-question.ts';

/** A fact, and the question that was started on it. */
export interface QuestionOfFact {
  readonly questionKey: string;
  readonly fact: LessonFact;
}

/** Starts one question with the fact's evidence when the editor opens. */
export function useQuestionAbout(
  fact: LessonFact | undefined,
  answerStyle: AnswerStyle,
  add: (question: EditorQuestion) => void,
): QuestionOfFact | undefined {
  const [question] = useState(() =>
    fact === undefined ? undefined : { ...makeEmptyQuestion(answerStyle), evidence: fact.evidence },
  );
  const isAdded = useRef(false);
  const latest = useLatest(add);
  useEffect(() => {
    if (question === undefined || isAdded.current) return;
    isAdded.current = true;
    latest.current(question);
  }, [question, latest]);
  return question === undefined || fact === undefined ? undefined : { questionKey: question.key, fact };
}
