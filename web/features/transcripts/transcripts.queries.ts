import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Lesson } from '../../../contract/lessons.ts';
import { queryKeys } from '../../api-client/query-keys.ts';
import { request } from '../../api-client/request.ts';

/** Gives the lesson a transcript of one's own: plain text, SubRip or WebVTT. */
export function useBringTranscript(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['bring-transcript', lessonId],
    mutationFn: (text: string) =>
      request<Lesson>('PUT', `/api/lessons/${lessonId}/transcript/`, { body: { text } }),
    onSuccess: (lesson) => {
      queryClient.setQueryData(queryKeys.lesson(lessonId), lesson);
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonText(lessonId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(lesson.course) });
    },
  });
}
