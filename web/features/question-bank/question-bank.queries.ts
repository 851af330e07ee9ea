import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  BankCandidate,
  EditCandidateRequest,
  QuestionBank,
  QuestionBankState,
  QuestionsFromBankRequest,
} from '#contract/question-bank.ts';
import type { QuestionSet, QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { useIsLive } from '#web/api-client/live-connection.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';

const PREPARING_MILLISECONDS = 4_000;
/** Events say when a queued preparation begins; this is for one that was missed. */
const WAITING_MILLISECONDS = 20_000;

const bankPath = (lessonId: number): string => `/api/lessons/${lessonId}/question-bank/`;

/** The whole bank of a lesson; asked for again every few seconds while questions are being prepared. */
export function useQuestionBank(lessonId: number) {
  const isLive = useIsLive();
  return useQuery({
    queryKey: queryKeys.questionBank(lessonId),
    queryFn: ({ signal }) => request<QuestionBank>('GET', bankPath(lessonId), { signal }),
    refetchInterval: ({ state }) => {
      const status = state.data?.bank.status;
      if (status === 'preparing') return PREPARING_MILLISECONDS;
      if (status === 'waiting') return isLive ? WAITING_MILLISECONDS : PREPARING_MILLISECONDS;
      return false;
    },
  });
}

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
