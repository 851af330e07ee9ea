import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { requestLesson } from '#web/api-client/request-lesson.ts';

/** Imports a transcript: plain text, SubRip or WebVTT. */
export function useBringTranscript(lessonId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['bring-transcript', lessonId],
    mutationFn: ({ text, fileName }: { text: string; fileName: string | undefined }) =>
      requestLesson('PUT', `/api/lessons/${lessonId}/transcript/`, { body: { text, file_name: fileName } }),
    onSuccess: (lesson) => {
      queryClient.setQueryData(queryKeys.lesson(lessonId), lesson);
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonText(lessonId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(lesson.course) });
    },
  });
}
