import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Course } from '#contract/courses.ts';
import type { Restored, TrashItem, TrashKind } from '#contract/trash.ts';
import { isNotFound } from './api-error.ts';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** Mutations that put something into the trash or take it out have this key. */
export const TRASH_MUTATION = ['trash'] as const;

/** The cached answers that contain courses or lessons. */
const SHOWING_TRASH: ReadonlySet<string> = new Set(
  [
    queryKeys.trash,
    queryKeys.courses,
    queryKeys.lessons,
    queryKeys.questionSets,
    queryKeys.dashboard,
    queryKeys.activity,
    queryKeys.searches,
  ].map(([kind]) => kind),
);

/** Refetches everything that shows courses or lessons. */
export function forgetTrash(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => SHOWING_TRASH.has(String(queryKey[0])),
  });
}

/** An open lesson or course reports its deletion only when used, so that reading and typing are not interrupted. */
const isOnScreen = ({ queryKey: [kind, what] }: { queryKey: QueryKey }): boolean =>
  (kind === 'lessons' && what !== 'of-course') || (kind === 'courses' && what === 'one');

/** The same for what was deleted elsewhere. */
export function forgetDeleted(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: (query) => SHOWING_TRASH.has(String(query.queryKey[0])) && !isOnScreen(query),
  });
}

export type TrashName = Pick<TrashItem, 'kind' | 'id'>;

const FOLDERS: Record<TrashKind, string> = {
  course: 'courses',
  lesson: 'lessons',
  question_set: 'question-sets',
};

export const trashPathOf = ({ kind, id }: TrashName): string => `/api/trash/${FOLDERS[kind]}/${id}/`;

/** Takes a course, a lesson or a quiz out of the trash. */
export function useRestore() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: TRASH_MUTATION,
    mutationFn: (item: TrashName) => request<Restored>('POST', `${trashPathOf(item)}restore/`),
    onSettled: () => forgetTrash(queryClient),
  });
}

/** Moves a course, a lesson or a quiz to the trash. Succeeds if it is already gone. */
export function useMoveToTrash() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: TRASH_MUTATION,
    mutationFn: ({ kind, id }: TrashName) =>
      request('DELETE', `/api/${FOLDERS[kind]}/${id}/`).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      }),
    onSuccess: (_answer, { kind, id }) => {
      if (kind === 'course') {
        queryClient.setQueryData<Course[]>(queryKeys.courses, (courses) =>
          courses?.filter((course) => course.id !== id),
        );
        queryClient.removeQueries({ queryKey: queryKeys.course(id) });
        queryClient.removeQueries({ queryKey: queryKeys.lessonsOfCourse(id) });
      } else if (kind === 'question_set') queryClient.removeQueries({ queryKey: queryKeys.questionSet(id) });
      forgetDeleted(queryClient);
    },
  });
}
