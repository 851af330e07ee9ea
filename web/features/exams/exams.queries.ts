import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CreatedExam, ExamBlueprint, ExamPlan } from '#contract/exams.ts';
import type { QuestionBankState } from '#contract/question-bank.ts';
import type { AnswerStyle, BloomLevel } from '#contract/quizzes.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';

const CHANGING_MILLISECONDS = 4_000;

const planPath = (courseId: number): string => `/api/courses/${courseId}/exam-blueprint/`;

/** The plan is asked for again every few seconds while questions are being prepared or matched. */
export const useExamPlan = (courseId: number) =>
  useQuery({
    queryKey: queryKeys.examPlan(courseId),
    queryFn: ({ signal }) => request<ExamPlan>('GET', planPath(courseId), { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isChanging(data) ? CHANGING_MILLISECONDS : false,
  });

const isChanging = ({ is_matching: isMatching, lessons }: ExamPlan): boolean =>
  isMatching || lessons.some(({ status }) => status === 'preparing' || status === 'waiting');

/** What is read while a blueprint is being kept would be about the one before. */
export function useSaveBlueprint(courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (blueprint: ExamBlueprint) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.examPlan(courseId) });
      return request<ExamPlan>('PUT', planPath(courseId), { body: blueprint });
    },
    onSuccess: (plan) => keepPlan(queryClient, courseId, plan),
  });
}

export function useCreateExam(courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (blueprint: ExamBlueprint) =>
      request<CreatedExam>('POST', `/api/courses/${courseId}/exams/`, { body: blueprint }),
    onSuccess: ({ plan }) => {
      keepPlan(queryClient, courseId, plan);
      void queryClient.invalidateQueries({ queryKey: queryKeys.questionSets });
      void queryClient.invalidateQueries({ queryKey: queryKeys.dashboard });
    },
  });
}

const keepPlan = (queryClient: QueryClient, courseId: number, plan: ExamPlan): void => {
  queryClient.setQueryData(queryKeys.examPlan(courseId), plan);
};

/** Has more questions of a kind prepared for a lesson. */
export function useGenerateMore(courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ lessonId, style, level }: { lessonId: number; style: AnswerStyle; level: BloomLevel }) =>
      request<QuestionBankState>(
        'POST',
        `/api/lessons/${lessonId}/question-bank/prepare/?answer_style=${style}&taxonomy_level=${level}`,
      ),
    onSuccess: (bank) => {
      queryClient.setQueryData<ExamPlan>(queryKeys.examPlan(courseId), (plan) =>
        plan === undefined
          ? undefined
          : {
              ...plan,
              lessons: plan.lessons.map((lesson) =>
                lesson.id === bank.lesson_id ? { ...lesson, status: bank.status } : lesson,
              ),
            },
      );
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
    },
  });
}
