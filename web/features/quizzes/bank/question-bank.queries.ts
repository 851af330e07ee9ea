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
      queryClient.setQueryData<QuestionBank>(queryKeys.questionBank(lessonId), (known) =>
        known === undefined
          ? undefined
          : { ...known, candidates: known.candidates.map((each) => (each.id === edited.id ? edited : each)) },
      );
    },
  });
}

export function useRejectCandidate(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/question-bank/${id}/`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.questionBank(lessonId) }),
  });
}

/** Resolves once the question is listed again. */
export function useRestoreCandidate(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request<BankCandidate>('POST', `/api/question-bank/${id}/restore/`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.questionBank(lessonId) }),
  });
}

/** Puts candidates into a new quiz, or at the end of one. */
export function useQuestionsFromBank(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: QuestionsFromBankRequest) =>
      request<QuestionSetWithQuestions>('POST', '/api/question-sets/from_bank/', { body }),
    onSuccess: (answer) => {
      queryClient.setQueryData(queryKeys.questionSet(answer.question_set.id), answer);
      void queryClient.invalidateQueries({
        queryKey: queryKeys.questionSets,
        predicate: ({ queryKey }) => queryKey[1] !== 'one' && queryKey[1] !== 'draft',
      });
      void queryClient.invalidateQueries({ queryKey: queryKeys.dashboard });
      void queryClient.invalidateQueries({ queryKey: queryKeys.questionBank(lessonId) });
    },
  });
}

/** The saved quizzes of a lesson, newest first. */
export const useQuizzesOfLesson = (lessonId: number) =>
  useQuery({
    queryKey: queryKeys.questionSetsOfLesson(lessonId),
    queryFn: ({ signal }) =>
      request<QuestionSet[]>('GET', `/api/question-sets/by_lesson/?lesson_id=${lessonId}`, { signal }),
  });
