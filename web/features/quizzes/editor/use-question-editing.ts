import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import type { QuestionSetDraft } from '#contract/question-editing.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { useUnsavedWork } from '#web/ui/unsaved-work.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import { DraftKeeper, type DraftBase, type KeeperState } from './draft-keeper.ts';
import { beginHistory, reduceHistory, type EditHistory, type EditName } from './edit-history.ts';
import { baseOf, readDraft, saveDraft } from './editor.queries.ts';
import { withNewKeys, type EditorQuestion } from './editor-question.ts';
import { toEditorQuestion } from './exchange-draft.ts';

/** @param group edits of one group, each soon after the other, are undone together */
export type EditQuestions = (
  name: EditName,
  questionKey: string | null,
  change: (questions: readonly EditorQuestion[]) => readonly EditorQuestion[],
  group?: string,
) => void;

/** The props of each part of a question card. */
export interface QuestionPart {
  readonly question: EditorQuestion;
  /** From 1. */
  readonly number: number;
  readonly edit: EditQuestions;
  readonly focus: (id: string) => void;
}

export interface QuestionEditing {
  readonly history: EditHistory;
  /** The same function always. */
  readonly edit: EditQuestions;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly keeper: DraftKeeper;
  readonly saving: KeeperState;
  /** Overwrites what another tab kept. @throws when the server's draft cannot be read */
  readonly keepMine: () => Promise<void>;
  /** Continues from the draft of another tab. @throws if the server's draft cannot be read */
  readonly takeTheirs: () => Promise<void>;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** The questions of a draft with their history, kept on the server as they are edited. */
export function useQuestionEditing(draft: QuestionSetDraft): QuestionEditing {
  const { id } = draft.question_set;
  const queryClient = useQueryClient();
  const [history, dispatch] = useReducer(reduceHistory, draft.questions, (questions) =>
    beginHistory(questions.map(toEditorQuestion)),
  );
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        questions: history.present,
        base: baseOf(draft),
        save: (save, base) => saveDraft(queryClient, id, save, base),
        isConflict,
        isRefused,
      }),
  );
  const saving = useSyncExternalStore(keeper.subscribe, keeper.getState);
  useEffect(() => {
    keeper.offer(history.present);
  }, [keeper, history.present]);
  useEffect(() => () => keeper.stop(), [keeper]);

  const edit = useCallback<EditQuestions>((name, questionKey, change, group) => {
    dispatch({
      kind: 'edit',
      name,
      questionKey,
      change,
      atMilliseconds: Date.now(),
      ...(group === undefined ? {} : { group }),
    });
  }, []);
  useUnsavedQuestions(id, { keeper, present: history.present }, (questions) =>
    edit('text', null, () => questions),
  );
  const undo = useCallback(() => dispatch({ kind: 'undo' }), []);
  const redo = useCallback(() => dispatch({ kind: 'redo' }), []);

  return {
    history,
    edit,
    undo,
    redo,
    keeper,
    saving,
    keepMine: async () => {
      const theirs = await readDraft(id);
      // From now on the local edits are based on the newest published version.
      keeper.settle({ ...baseOf(theirs), basedOnVersion: theirs.question_set.version });
    },
    takeTheirs: async () => {
      const theirs = await readDraft(id);
      const questions = theirs.questions.map(toEditorQuestion);
      keeper.settle(baseOf(theirs), questions);
      dispatch({ kind: 'load', questions });
    },
  };
}

interface UnsavedQuestions {
  readonly base: DraftBase;
  readonly questions: readonly EditorQuestion[];
}

/** Restores edits that the session ended before they were saved, unless the quiz was edited elsewhere since. */
function useUnsavedQuestions(
  questionSetId: number,
  { keeper, present }: { keeper: DraftKeeper; present: readonly EditorQuestion[] },
  restore: (questions: readonly EditorQuestion[]) => void,
): void {
  const kept = useUnsavedWork(`questions:${questionSetId}`, {
    onLeave: 'ask',
    read: (): UnsavedQuestions | undefined =>
      keeper.getState().status === 'saved' ? undefined : { base: keeper.base, questions: present },
    save: () => keeper.flush(),
  }) as UnsavedQuestions | null;
  const latest = useLatest(restore);
  useEffect(() => {
    if (kept !== null && keeper.resume(kept.base)) latest.current(kept.questions.map(withNewKeys));
  }, [kept, keeper, latest]);
}
