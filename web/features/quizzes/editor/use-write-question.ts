import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  RegeneratedQuestion,
  RegenerateQuestionRequest,
} from '../../../../contract/question-editing.ts';
import { explainServiceError } from '../../../api-client/api-error.ts';
import { request } from '../../../api-client/request.ts';
import { QUESTIONS_MAXIMUM } from './editor-limits.ts';
import type { EditorQuestion } from './editor-question.ts';
import { toEditorQuestion } from './exchange-draft.ts';
import { useLatest } from '../../../ui/use-latest.ts';

/** A further question, or why there is none; `error` when the call failed. */
export type WrittenQuestion =
  | { readonly question: EditorQuestion }
  | { readonly question: null; readonly reason: string; readonly error?: unknown };

export type WriteQuestion = (wish: Omit<RegenerateQuestionRequest, 'avoid'>) => Promise<WrittenQuestion>;

/** Has the server write a question other than those that are there. It takes some seconds, and stores nothing. The same function always. */
export function useWriteQuestion(questionSetId: number, questions: readonly EditorQuestion[]): WriteQuestion {
  const { t } = useTranslation();
  const latest = useLatest(questions);
  return useCallback(
    async (wish) => {
      try {
        const body: RegenerateQuestionRequest = {
          ...wish,
          avoid: latest.current.slice(0, QUESTIONS_MAXIMUM).map(({ text }) => text),
        };
        const answer = await request<RegeneratedQuestion>(
          'POST',
          `/api/question-sets/${questionSetId}/regenerate/`,
          { body },
        );
        if (answer.question !== null) return { question: toEditorQuestion(answer.question) };
        return { question: null, reason: answer.reason ?? t('editor.noneWritten') };
      } catch (error) {
        return { question: null, reason: explainServiceError(error), error };
      }
    },
    [questionSetId, latest, t],
  );
}
