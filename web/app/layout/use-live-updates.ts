import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { LessonEvent } from '#contract/events.ts';
import type { Lesson } from '#contract/lessons.ts';
import { setLiveConnection } from '#web/api-client/live-connection.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import type { EventListeners } from '#web/api-client/server-events.ts';
import { forgetDeleted, forgetTrash, TRASH_MUTATION } from '#web/api-client/trash.queries.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import { fetchActivity, placeOf } from './activity.queries.ts';

export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const userId = useSession().user?.id;
  const navigate = useLatest(useNavigate());
  useEffect(() => {
    const leaving = new AbortController();
    const announce = async (event: LessonEvent): Promise<void> => {
      if (event.status !== 'done' && event.status !== 'failed') return;
      const { announceWork } = await import('#web/features/notifications/announce-work.ts');
      await announceWork(event, {
        listActivity: () => fetchActivity(queryClient),
        onOpen: (opened) => void navigate.current(placeOf(opened)),
      });
    };
    const onLesson = (event: LessonEvent): void => {
      void announce(event);
      if (event.work === 'transcription' && event.status === 'running') {
        // Many a second: the figure alone is put in place, and nothing is fetched.
        queryClient.setQueryData<Lesson>(queryKeys.lesson(event.lesson_id), (lesson) =>
          lesson === undefined ? undefined : { ...lesson, transcription_progress: event.progress },
        );
        void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
        return;
      }
      if ((event.work === 'quiz' || event.work === 'ingestion') && event.status === 'running') {
        // Only its progress changed.
        void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
        return;
      }
      // Also after other work: the bank waits for the lesson's text, and shows which quizzes use a question.
      void queryClient.invalidateQueries({ queryKey: queryKeys.questionBank(event.lesson_id) });
      if (event.work === 'question_bank') {
        void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
        return;
      }
      void queryClient.invalidateQueries({ queryKey: queryKeys.lesson(event.lesson_id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonText(event.lesson_id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonsOfCourse(event.course_id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
      // Including work that an earlier page requested.
      if (event.work === 'quiz') void queryClient.invalidateQueries({ queryKey: queryKeys.questionSets });
    };
    const listeners: EventListeners = {
      onLesson,
      onTrash: ({ change }) => {
        // This tab did it itself, and fetches again when the answer comes.
        if (queryClient.isMutating({ mutationKey: TRASH_MUTATION }) > 0) return;
        if (change === 'restored') forgetTrash(queryClient);
        else forgetDeleted(queryClient);
      },
      onGap: () => forgetTrash(queryClient),
      onConnection: setLiveConnection,
    };
    // Loaded once the screen is there: nothing on it waits for events, and without them it asks now and then.
    void import('#web/api-client/server-events.ts').then(
      ({ listenToEvents }) => listenToEvents(listeners, leaving.signal),
      () => undefined,
    );
    return () => {
      leaving.abort();
      setLiveConnection(false);
    };
  }, [queryClient, userId, navigate]);
}
