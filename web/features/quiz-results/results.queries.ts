import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AttemptResult, GradeRequest, QuizResults } from '#contract/quiz-results.ts';
import { fetchFromApi, readError, request } from '#web/api-client/request.ts';
import { saveResponse } from '#web/ui/save-response.ts';

const keyOf = (sharedQuizId: number): readonly unknown[] => ['quiz-results', sharedQuizId];
const pathOf = (sharedQuizId: number): string => `/api/shared-quizzes/${sharedQuizId}/results/`;

export const useQuizResults = (sharedQuizId: number) =>
  useQuery({
    queryKey: keyOf(sharedQuizId),
    queryFn: ({ signal }) => request<QuizResults>('GET', pathOf(sharedQuizId), { signal }),
    // Students may be answering.
    staleTime: 0,
  });

export const useAttemptResult = (sharedQuizId: number, attemptId: number) =>
  useQuery({
    queryKey: [...keyOf(sharedQuizId), attemptId],
    queryFn: ({ signal }) =>
      request<AttemptResult>('GET', `${pathOf(sharedQuizId)}${attemptId}/`, { signal }),
    staleTime: 0,
  });

export function useGradeAnswer(sharedQuizId: number, attemptId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: GradeRequest & { key: number }) =>
      request<AttemptResult>('PUT', `${pathOf(sharedQuizId)}${attemptId}/answers/${key}/`, { body }),
    onSuccess: (attempt) => {
      queryClient.setQueryData([...keyOf(sharedQuizId), attemptId], attempt);
      void queryClient.invalidateQueries({ queryKey: keyOf(sharedQuizId), exact: true });
    },
  });
}

export function useAcceptLate(sharedQuizId: number, attemptId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isAccepted: boolean) =>
      request<AttemptResult>('PUT', `${pathOf(sharedQuizId)}${attemptId}/`, {
        body: { late_accepted: isAccepted },
      }),
    onSuccess: (attempt) => {
      queryClient.setQueryData([...keyOf(sharedQuizId), attemptId], attempt);
      void queryClient.invalidateQueries({ queryKey: keyOf(sharedQuizId), exact: true });
    },
  });
}

export function useDeleteAttempt(sharedQuizId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (attemptId: number) => request('DELETE', `${pathOf(sharedQuizId)}${attemptId}/`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(sharedQuizId) }),
  });
}

/** Saves the points of all attempts as a file. */
export const useExportResults = (sharedQuizId: number) =>
  useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const response = await fetchFromApi(
        'GET',
        `/api/shared-quizzes/${sharedQuizId}/export/?format=${format}`,
      );
      if (!response.ok) throw await readError(response);
      await saveResponse(response, `results.${format}`);
    },
  });
