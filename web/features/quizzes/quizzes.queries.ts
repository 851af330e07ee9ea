import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { questionsRequestToWire } from '#contract/wire-names.ts';
import type { GenerateQuestionsRequest, QuestionSet, QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { usePagedList } from '#web/api-client/use-paged-list.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';

export const GENERATE_QUIZ = ['generate-quiz'] as const;

const readQuestionSet = (id: number, signal: AbortSignal): Promise<QuestionSetWithQuestions> =>
  request('GET', `/api/question-sets/by_question_set/?question_set_id=${id}`, { signal });

/** The user's saved question sets, newest first. */
export const useSavedQuestionSets = () =>
  usePagedList<QuestionSet>(queryKeys.questionSets, '/api/question-sets/');

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

/** The user's unsaved question sets, newest first. */
export const useUnsavedQuestionSets = () =>
  usePagedList<QuestionSet>([...queryKeys.questionSets, 'unsaved'], '/api/question-sets/?saved=false');

/** Everything that lists question sets; the sets themselves are as the server just answered them. */
export function refreshLists(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    queryKey: queryKeys.questionSets,
    predicate: ({ queryKey }) => queryKey[1] !== 'one' && queryKey[1] !== 'draft',
  });
  void queryClient.invalidateQueries({ queryKey: queryKeys.dashboard });
}

/** A mutation that returns a question set. Caches the set, and refetches every list of sets. */
export function useSetMutation<Answer extends QuestionSetWithQuestions, Variables>(
  options: Pick<UseMutationOptions<Answer, Error, Variables>, 'mutationKey' | 'retry'> & {
    mutationFn: (variables: Variables) => Promise<Answer>;
    onSuccess?: (answer: Answer) => void;
  },
) {
  const queryClient = useQueryClient();
  return useMutation({
    ...options,
    onSuccess: (answer) => {
      storeAnswer<QuestionSetWithQuestions>(
        queryClient,
        queryKeys.questionSet(answer.question_set.id),
        answer,
      );
      refreshLists(queryClient);
      options.onSuccess?.(answer);
    },
  });
}

/** Generates a question set. It may take a while; the result is kept even if the user leaves the page. */
export const useGenerateQuestions = () =>
  useSetMutation({
    mutationKey: GENERATE_QUIZ,
    mutationFn: (choices: GenerateQuestionsRequest) =>
      request<QuestionSetWithQuestions>('POST', '/api/question-sets/generate/', {
        body: questionsRequestToWire(choices),
      }),
  });

export const useSaveQuestionSet = () =>
  useSetMutation({
    mutationFn: (body: { question_set_id: number; name: string }) =>
      request<QuestionSetWithQuestions>('POST', '/api/question-sets/save/', { body }),
  });

export const useRenameQuestionSet = () =>
  useSetMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      request<QuestionSetWithQuestions>('PATCH', `/api/question-sets/${id}/`, { body: { name } }),
  });

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
