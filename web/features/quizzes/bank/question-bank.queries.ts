import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  BankCandidate,
  EditCandidateRequest,
  QuestionBank,
  QuestionBankState,
  QuestionsFromBankRequest,
} from '#contract/question-bank.ts';
import type { QuestionSet, QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';
import { useSetMutation } from '../quizzes.queries.ts';

const bankPath = (lessonId: number): string => `/api/lessons/${lessonId}/question-bank/`;

/** Starts preparing questions, or further ones. */
export function usePrepareQuestions(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request<QuestionBankState>('POST', `${bankPath(lessonId)}prepare/`),
    onSuccess: (bank) => {
      queryClient.setQueryData<QuestionBank>(queryKeys.questionBank(lessonId), (known) =>
        known === undefined ? undefined : { ...known, bank },
      );
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
      return queryClient.invalidateQueries({ queryKey: queryKeys.questionBank(lessonId) });
    },
  });
}

export type PrepareQuestions = ReturnType<typeof usePrepareQuestions>;

export function useEditCandidate(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: EditCandidateRequest }) =>
      request<BankCandidate>('PUT', `/api/question-bank/${id}/`, { body }),
    onSuccess: (edited) => {
      storeAnswer<QuestionBank>(queryClient, queryKeys.questionBank(lessonId), (known) =>
        known === undefined
          ? undefined
          : { ...known, candidates: known.candidates.map((each) => (each.id === edited.id ? edited : each)) },
      );
    },
  });
}

function useRefreshBank(lessonId: number): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.questionBank(lessonId) });
}

export const useRejectCandidate = (lessonId: number) =>
  useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/question-bank/${id}/`),
    onSuccess: useRefreshBank(lessonId),
  });

/** Resolves once the question is listed again. */
export const useRestoreCandidate = (lessonId: number) =>
  useMutation({
    mutationFn: (id: number) => request<BankCandidate>('POST', `/api/question-bank/${id}/restore/`),
    onSuccess: useRefreshBank(lessonId),
  });

/** Puts candidates into a new quiz, or at the end of one. */
export function useQuestionsFromBank(lessonId: number) {
  const refresh = useRefreshBank(lessonId);
  return useSetMutation({
    mutationFn: (body: QuestionsFromBankRequest) =>
      request<QuestionSetWithQuestions>('POST', '/api/question-sets/from_bank/', { body }),
    onSuccess: () => void refresh(),
  });
}

/** The saved quizzes of a lesson, newest first. */
export const useQuizzesOfLesson = (lessonId: number) =>
  useQuery({
    queryKey: queryKeys.questionSetsOfLesson(lessonId),
    queryFn: ({ signal }) =>
      request<QuestionSet[]>('GET', `/api/question-sets/by_lesson/?lesson_id=${lessonId}`, { signal }),
  });
