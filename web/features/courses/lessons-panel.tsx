import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonListItem } from '#contract/lessons.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BlankLessonDrawing } from '#web/ui/illustrations/blank-lesson.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import { groupLessons } from './lesson-groups.ts';
import { LessonGroups } from './lesson-list.tsx';
import { lessonMenuId } from './lesson-row.tsx';

const EditLessonDialog = lazy(async () => ({
  default: (await import('./edit-lesson-dialog.tsx')).EditLessonDialog,
}));

export function LessonsPanel({
  courseId,
  lessons,
  tabId,
}: {
  courseId: number;
  lessons: readonly LessonListItem[];
  /** Where the focus goes when the last lesson is deleted. */
  tabId: string;
}) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'delete'; lesson: LessonListItem }>();
  const focus = useFocusRequest();
  const closeAndFocus = (id: string): void => {
    setDialog(undefined);
    focus(id);
  };
  const focusNeighbour = (lesson: LessonListItem): void => {
    const index = lessons.findIndex(({ id }) => id === lesson.id);
    const neighbour = lessons[index + 1] ?? lessons[index - 1];
    closeAndFocus(neighbour === undefined ? tabId : lessonMenuId(neighbour.id));
  };
  return (
    <>
      {lessons.length === 0 ? (
        <EmptyState
          drawing={<BlankLessonDrawing />}
          text={t('courses.noLessons')}
          action={
            <Button component={Link} to={paths.uploadTo(courseId)}>
              {t('courses.uploadContent')}
            </Button>
          }
        />
      ) : (
        <LessonGroups
          courseId={courseId}
          groups={groupLessons(lessons)}
          onEdit={(lesson) => setDialog({ kind: 'edit', lesson })}
          onDelete={(lesson) => setDialog({ kind: 'delete', lesson })}
          focus={focus}
        />
      )}
      {dialog?.kind === 'edit' && (
        <Suspense>
          <EditLessonDialog
            lesson={dialog.lesson}
            onMoved={() => focusNeighbour(dialog.lesson)}
            onClose={() => closeAndFocus(lessonMenuId(dialog.lesson.id))}
          />
        </Suspense>
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          item={{ kind: 'lesson', id: dialog.lesson.id, title: dialog.lesson.title }}
          title={t('courses.deleteLessonTitle')}
          text={t('courses.deleteLessonText', { title: dialog.lesson.title })}
          confirmLabel={t('courses.deleteLesson')}
          failure={t('courses.lessonDeleteFailed')}
          onDeleted={() => focusNeighbour(dialog.lesson)}
          onClose={() => closeAndFocus(lessonMenuId(dialog.lesson.id))}
        />
      )}
    </>
  );
}
