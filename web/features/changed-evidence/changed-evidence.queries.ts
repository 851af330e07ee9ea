import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangedEvidenceList, DecideEvidenceRequest } from '#contract/changed-evidence.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';

const pathOf = (lessonId: number): string => `/api/lessons/${lessonId}/changed-evidence/`;

export const useChangedEvidence = (lessonId: number) =>
  useQuery({
    queryKey: queryKeys.changedEvidence(lessonId),
    queryFn: ({ signal }) => request<ChangedEvidenceList>('GET', pathOf(lessonId), { signal }),
  });

export function useDecideEvidence(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DecideEvidenceRequest) =>
      request<ChangedEvidenceList>('POST', pathOf(lessonId), { body }),
    onSuccess: (list) => {
      storeAnswer<ChangedEvidenceList>(queryClient, queryKeys.changedEvidence(lessonId), list);
      void queryClient.invalidateQueries({ queryKey: queryKeys.lesson(lessonId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.questionSets });
      void queryClient.invalidateQueries({ queryKey: queryKeys.questionBank(lessonId), exact: true });
    },
    // Decided already, in another tab, or right again.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.changedEvidence(lessonId) }),
  });
}
