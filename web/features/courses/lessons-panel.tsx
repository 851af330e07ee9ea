import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LessonListItem } from '../../../contract/lessons.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BlankLessonDrawing } from '../../ui/illustrations/blank-lesson.tsx';
import { paths } from '../../ui/paths.ts';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import { DeleteLessonDialog } from './delete-lesson-dialog.tsx';
import { LessonRow, lessonMenuId } from './lesson-row.tsx';
import classes from './lesson-row.module.css';
import { RenameLessonDialog } from './rename-lesson-dialog.tsx';

/** The course's lessons, with their menus. */
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
  const [dialog, setDialog] = useState<{ kind: 'rename' | 'delete'; lesson: LessonListItem }>();
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
        <ul className={classes.list}>
          {lessons.map((lesson) => (
            <LessonRow
              key={lesson.id}
              lesson={lesson}
              onRename={() => {
                setDialog({ kind: 'rename', lesson });
              }}
              onDelete={() => {
                setDialog({ kind: 'delete', lesson });
              }}
            />
          ))}
        </ul>
      )}
      {dialog?.kind === 'rename' && (
        <RenameLessonDialog
          lesson={dialog.lesson}
          onClose={() => {
            closeAndFocus(lessonMenuId(dialog.lesson.id));
          }}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteLessonDialog
          lesson={dialog.lesson}
          onDeleted={() => {
            focusNeighbour(dialog.lesson);
          }}
          onClose={() => {
            closeAndFocus(lessonMenuId(dialog.lesson.id));
          }}
        />
      )}
    </>
  );
}
