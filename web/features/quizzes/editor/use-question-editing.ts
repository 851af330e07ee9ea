import { useCallback, useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import type { QuestionSetDraft } from '../../../../contract/question-editing.ts';
import { ApiError } from '../../../api-client/api-error.ts';
import { DraftKeeper, type KeeperState } from './draft-keeper.ts';
import { beginHistory, reduceHistory, type EditHistory, type EditName } from './edit-history.ts';
import { baseOf, readDraft, saveDraft } from './editor.queries.ts';
import type { EditorQuestion } from './editor-question.ts';
import { toEditorQuestion } from './exchange-draft.ts';

/** @param group edits of one group, each soon after the other, are undone together */
export type EditQuestions = (
  name: EditName,
  questionKey: string | null,
  change: (questions: readonly EditorQuestion[]) => readonly EditorQuestion[],
  group?: string,
) => void;

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
  /** Goes on from what another tab kept. @throws when the server's draft cannot be read */
  readonly takeTheirs: () => Promise<void>;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** The questions of a draft with their history, kept on the server as they are edited. */
export function useQuestionEditing(draft: QuestionSetDraft): QuestionEditing {
  const { id } = draft.question_set;
  const [history, dispatch] = useReducer(reduceHistory, draft.questions, (questions) =>
    beginHistory(questions.map(toEditorQuestion)),
  );
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        questions: history.present,
        base: baseOf(draft),
        save: (questions, base) => saveDraft(id, questions, base),
        isConflict,
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
      // One's own edits stand on the newest version from now on, whatever was published meanwhile.
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
