import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import type { Lesson, SummaryLength } from '../../../contract/lessons.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';

/** Has the lesson summarised: a video by its transcript, others by the document that was read. */
export function useCreateSummary(lesson: Lesson) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['summarize', lesson.id],
    mutationFn: (length: SummaryLength) =>
      lesson.kind === 'video'
        ? request<Lesson>('POST', '/api/summarize-video/', { body: { lesson_id: lesson.id, length } })
        : request<Lesson>('POST', '/api/summarize-file/', {
            body: { lesson_id: lesson.id, docsource_id: lesson.docsource_id, length },
          }),
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(lesson.course) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.lesson(lesson.id) });
    },
  });
}

/** Whether a summary that this page asked for, also before it was left, is still being made. */
export const useIsSummarizing = (lessonId: number): boolean =>
  useMutationState({
    filters: { mutationKey: ['summarize', lessonId], status: 'pending' },
    select: (mutation) => mutation.state.status,
  }).length > 0;
