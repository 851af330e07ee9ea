import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import type { RegeneratedQuestion, RegenerateQuestionRequest } from '#contract/question-editing.ts';
import { request } from '#web/api-client/request.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import { EDITED_QUESTIONS_MAXIMUM } from '#contract/question-kinds.ts';
import type { EditorQuestion } from './editor-question.ts';
import { toEditorQuestion } from './exchange-draft.ts';

/** A further question, or why there is none; `error` when the call failed. */
export type WrittenQuestion =
  | { readonly question: EditorQuestion }
  | { readonly question: null; readonly reason: string; readonly error?: unknown };

export type WriteQuestion = (wish: Omit<RegenerateQuestionRequest, 'avoid'>) => Promise<WrittenQuestion>;

/** Requests another question than the existing ones. Takes some seconds and stores nothing. The function is stable. */
export function useWriteQuestion(questionSetId: number, questions: readonly EditorQuestion[]): WriteQuestion {
  const { t } = useTranslation();
  const latest = useLatest(questions);
  return useCallback(
    async (wish) => {
      try {
        const body: RegenerateQuestionRequest = {
          ...wish,
          avoid: latest.current.slice(0, EDITED_QUESTIONS_MAXIMUM).map(({ text }) => text),
        };
        const answer = await request<RegeneratedQuestion>(
          'POST',
          `/api/question-sets/${questionSetId}/regenerate/`,
          { body },
        );
        if (answer.question !== null) return { question: toEditorQuestion(answer.question) };
        return {
          question: null,
          reason: wordMessage(t, answer.reason_coded, answer.reason ?? t('editor.noneWritten')),
        };
      } catch (error) {
        return { question: null, reason: explainFailure(t, error), error };
      }
    },
    [questionSetId, latest, t],
  );
}
