import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Course, CourseUpdateRequest } from '#contract/courses.ts';
import type { Lesson, LessonListItem } from '#contract/lessons.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { requestLesson } from '#web/api-client/request-lesson.ts';
import { fetcherOf, request } from '#web/api-client/request.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';

/** One course. What the list knows of it is shown until the answer comes. */
export function useCourse(courseId: number | null) {
  const queryClient = useQueryClient();
  return useQuery<Course>({
    queryKey: queryKeys.course(courseId ?? 0),
    queryFn: fetcherOf<Course>(`/api/courses/${courseId ?? 0}/`),
    enabled: courseId !== null,
    placeholderData: () =>
      queryClient.getQueryData<Course[]>(queryKeys.courses)?.find(({ id }) => id === courseId),
  });
}

export function useWholeLesson(lesson: LessonListItem): LessonListItem | undefined {
  const whole = useQuery({
    queryKey: queryKeys.lesson(lesson.id),
    queryFn: ({ signal }) => requestLesson('GET', `/api/lessons/${lesson.id}/`, { signal }),
    enabled: lesson.is_shortened === true,
  });
  return lesson.is_shortened === true ? whole.data : lesson;
}

/** The saved question sets of a course, or the newest of all; fetches nothing while there is no course (`null`). */
export const useQuestionSetsOfCourse = (courseId: number | 'all' | null) =>
  useQuery({
    queryKey: queryKeys.questionSetsOfCourse(courseId ?? 0),
    queryFn: fetcherOf<QuestionSet[]>(
      courseId === 'all' ? '/api/question-sets/' : `/api/question-sets/?course_id=${courseId ?? 0}`,
    ),
    enabled: courseId !== null,
  });

function changeList(queryClient: QueryClient, change: (courses: Course[]) => Course[]): void {
  queryClient.setQueryData<Course[]>(queryKeys.courses, (courses) =>
    courses === undefined ? undefined : change(courses),
  );
}

/** Changes the list immediately, then refetches it. */
function forgetCourses(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.courses, exact: true });
  void queryClient.invalidateQueries({ queryKey: queryKeys.dashboard });
}

/** Creates a course (from the form, the demo or a copy), or changes one. */
export function useSaveCourse() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (
      saved: { body: CourseUpdateRequest; id?: number } | { copyOf: number; title: string } | 'demo',
    ) => {
      if (saved === 'demo') return request<Course>('POST', '/api/courses/demo/');
      if ('copyOf' in saved) {
        const body = { title: saved.title };
        return request<Course>('POST', `/api/courses/${saved.copyOf}/copy/`, { body });
      }
      const { id, body } = saved;
      return id === undefined
        ? request<Course>('POST', '/api/courses/', { body })
        : request<Course>('PUT', `/api/courses/${id}/`, { body });
    },
    onSuccess: (course) => {
      changeList(queryClient, (courses) =>
        courses.some(({ id }) => id === course.id)
          ? courses.map((each) => (each.id === course.id ? course : each))
          : [course, ...courses],
      );
      storeAnswer<Course>(queryClient, queryKeys.course(course.id), course);
      forgetCourses(queryClient);
    },
  });
}

/** Pins or unpins: shown at once, taken back when the server refuses. */
export function usePinCourse() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isPinned }: { id: number; isPinned: boolean }) =>
      request(isPinned ? 'PUT' : 'DELETE', `/api/courses/${id}/pin/`),
    onMutate: async ({ id, isPinned }) => {
      // An answer under way still holds the old state.
      await queryClient.cancelQueries({ queryKey: queryKeys.courses, exact: true });
      const setPinned = (pinned: boolean) => {
        changeList(queryClient, (courses) =>
          courses.map((course) => (course.id === id ? { ...course, is_pinned: pinned } : course)),
        );
      };
      setPinned(isPinned);
      return { undo: () => setPinned(!isPinned) };
    },
    onError: (_error, _input, context) => context?.undo(),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.courses, exact: true }),
  });
}

export interface LessonUpdate {
  title: string;
  description?: string;
  topic?: string;
  /** Another course, to move it there. */
  course?: number;
}

function forgetLesson(queryClient: QueryClient, courseId: number): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(courseId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.course(courseId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
  forgetCourses(queryClient);
}

export function useUpdateLesson({ id, course }: { id: number; course: number }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: LessonUpdate) => requestLesson('PUT', `/api/lessons/${id}/`, { body }),
    onSuccess: (updated, { course: movedTo }) => {
      storeAnswer<Lesson>(queryClient, queryKeys.lesson(id), updated);
      forgetLesson(queryClient, course);
      if (movedTo !== undefined) forgetLesson(queryClient, movedTo);
    },
  });
}

/** Reorders the lessons of a course: shown at once, taken back when the server refuses. */
export function useOrderLessons(courseId: number) {
  const queryClient = useQueryClient();
  const queryKey = queryKeys.lessonsOfCourse(courseId);
  return useMutation({
    // One after the other, so that the last order counts.
    scope: { id: `order-${courseId}` },
    mutationFn: (ids: readonly number[]) =>
      request('PUT', `/api/courses/${courseId}/lesson_order/`, { body: { lesson_ids: ids } }),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<LessonListItem[]>(queryKey, (lessons) =>
        lessons?.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
