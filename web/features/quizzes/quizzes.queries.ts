import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type {
  GenerateQuestionsRequest,
  QuestionSet,
  QuestionSetWithQuestions,
} from '../../../contract/quizzes.ts';
import { isNotFound } from '../../api-client/api-error.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';
import { useSession } from '../../api-client/use-session.ts';
import { keepUnsavedIds, listUnsavedIds } from './unsaved-quizzes.ts';

export const GENERATE_QUIZ = ['generate-quiz'] as const;

const readQuestionSet = (id: number, signal: AbortSignal): Promise<QuestionSetWithQuestions> =>
  request('GET', `/api/question-sets/by_question_set/?question_set_id=${id}`, { signal });

/** One's own saved question sets, newest first. */
export const useSavedQuestionSets = () =>
  useQuery({
    queryKey: queryKeys.questionSets,
    queryFn: ({ signal }) => request<QuestionSet[]>('GET', '/api/question-sets/', { signal }),
  });

export const useQuestionSet = (id: number) =>
  useQuery({
    queryKey: queryKeys.questionSet(id),
    queryFn: ({ signal }) => readQuestionSet(id, signal),
  });

/** A set that was just made, as it is by now: saved or not. */
export const useMadeQuestionSet = (
  made: QuestionSetWithQuestions | undefined,
): QuestionSetWithQuestions | undefined =>
  useQuery({
    queryKey: queryKeys.questionSet(made?.question_set.id ?? 0),
    queryFn: ({ signal }) => readQuestionSet(made?.question_set.id ?? 0, signal),
    initialData: made,
    enabled: made !== undefined,
  }).data;

/** The sets that were made in this browser and neither saved nor deleted yet, newest first. */
export function useUnsavedQuestionSets() {
  const userId = useSession().user?.id;
  return useQuery({
    queryKey: [...queryKeys.questionSets, 'unsaved', userId],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        listUnsavedIds(userId).map((id) => readQuestionSet(id, signal).catch(undefinedWhenGone)),
      );
      return found
        .map((each) => each?.question_set)
        .filter((set): set is QuestionSet => set?.saved_at === null);
    },
  });
}

function undefinedWhenGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

function keepAnswer(queryClient: QueryClient, answer: QuestionSetWithQuestions): void {
  queryClient.setQueryData(queryKeys.questionSet(answer.question_set.id), answer);
}

/** Everything that lists question sets; the sets themselves are as the server just answered them. */
function refreshLists(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    queryKey: queryKeys.questionSets,
    predicate: ({ queryKey }) => queryKey[1] !== 'one',
  });
  void queryClient.invalidateQueries({ queryKey: queryKeys.dashboard });
}

/** Has a question set made. It may take a while; the answer is kept even when its page was left meanwhile. */
export function useGenerateQuestions() {
  const queryClient = useQueryClient();
  const userId = useSession().user?.id;
  return useMutation({
    mutationKey: GENERATE_QUIZ,
    mutationFn: (body: GenerateQuestionsRequest) =>
      request<QuestionSetWithQuestions>('POST', '/api/question-sets/generate/', { body }),
    onSuccess: (answer) => {
      keepAnswer(queryClient, answer);
      keepUnsavedIds(userId, [answer.question_set.id, ...listUnsavedIds(userId)]);
      refreshLists(queryClient);
    },
  });
}

export function useSaveQuestionSet() {
  const queryClient = useQueryClient();
  const userId = useSession().user?.id;
  return useMutation({
    mutationFn: (body: { question_set_id: number; name: string }) =>
      request<QuestionSetWithQuestions>('POST', '/api/question-sets/save/', { body }),
    onSuccess: (answer, { question_set_id: id }) => {
      keepAnswer(queryClient, answer);
      keepUnsavedIds(
        userId,
        listUnsavedIds(userId).filter((each) => each !== id),
      );
      refreshLists(queryClient);
    },
  });
}

export function useRenameQuestionSet() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      request<QuestionSetWithQuestions>('PATCH', `/api/question-sets/${id}/`, { body: { name } }),
    onSuccess: (answer) => {
      keepAnswer(queryClient, answer);
      refreshLists(queryClient);
    },
  });
}

export function useDeleteQuestionSet() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/question-sets/${id}/`),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: queryKeys.questionSet(id) });
      refreshLists(queryClient);
    },
  });
}

/** For a download from a list, which has no questions. */
export function useReadQuestionSet() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      queryClient.query({
        queryKey: queryKeys.questionSet(id),
        queryFn: ({ signal }) => readQuestionSet(id, signal),
      }),
  });
}
