import { useRef, useState, type RefObject } from 'react';
import type { LessonFact } from '#contract/facts.ts';
import type { QuizEditorHandle } from './editor/quiz-editor-handle.ts';

export interface Editing {
  readonly isOn: boolean;
  /** The version that was published last, to be told once the questions are read again. */
  readonly publishedVersion: number | undefined;
  /** The fact that the editor starts a question on. */
  readonly fact: LessonFact | undefined;
  readonly start: (fact?: LessonFact) => void;
  /** Called by the editor when it may be left. */
  readonly stop: (publishedVersion?: number) => void;
  /** Asks the editor to be left: it saves first, or asks in its turn. */
  readonly requestLeave: () => void;
}

/** Whether a dialog shows its questions or their editor, and a reference to the editor. @param opened a fact to start with */
export function useEditing(opened?: LessonFact): [Editing, RefObject<QuizEditorHandle | null>] {
  const editor = useRef<QuizEditorHandle>(null);
  const [isOn, setIsOn] = useState(opened !== undefined);
  const [fact, setFact] = useState(opened);
  const [publishedVersion, setPublishedVersion] = useState<number>();
  const stop = (published?: number): void => {
    setIsOn(false);
    setPublishedVersion(published);
  };
  const editing: Editing = {
    isOn,
    fact,
    publishedVersion,
    start: (chosen) => {
      setFact(chosen);
      setPublishedVersion(undefined);
      setIsOn(true);
    },
    stop,
    requestLeave: () => {
      // Not there while it loads, and after its code could not be fetched.
      if (editor.current === null) stop();
      else editor.current.leave();
    },
  };
  return [editing, editor];
}
