import { ActionIcon, Button, Spoiler } from '@mantine/core';
import {
  IconArrowLeft,
  IconDots,
  IconMessageCircle,
  IconPencil,
  IconSchool,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Lesson } from '#contract/lessons.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import classes from './lesson-screen.module.css';

const MENU_ID = 'lesson-menu';

export function LessonHeader({
  lesson,
  questions,
  editDialog,
}: {
  lesson: Lesson;
  /** The line about its questions, which belong to another feature. */
  questions: ReactNode;
  editDialog: (onClose: () => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const requestFocus = useFocusRequest();
  const navigate = useNavigate();
  const close = (): void => {
    setDialog(undefined);
    requestFocus(MENU_ID);
  };
  return (
    <div className={classes.header}>
      <Button
        component={Link}
        to={paths.course(lesson.course)}
        variant="subtle"
        color="gray"
        size="xs"
        className={classes.back}
        leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
      >
        {t('lessons.backToCourse')}
      </Button>
      <div className={classes.titleRow}>
        <div className={classes.titleText}>
          <PageTitle tabTitle={lesson.title}>
            <bdi>{lesson.title}</bdi>
          </PageTitle>
          {lesson.description !== '' && (
            <Spoiler
              maxHeight={78}
              showLabel={t('lessons.showMore')}
              hideLabel={t('lessons.showLess')}
              className={classes.description}
            >
              <span dir="auto">{lesson.description}</span>
            </Spoiler>
          )}
          {questions !== undefined && <div className={classes.questions}>{questions}</div>}
        </div>
        <div className={classes.actions}>
          <Button
            component={Link}
            to={paths.quizOf(lesson.course, lesson.id)}
            variant={lesson.document_source_id === null ? 'default' : 'filled'}
            leftSection={<IconSchool size={18} stroke={1.7} aria-hidden />}
          >
            {t('lessons.createQuiz')}
          </Button>
          <Button
            component={Link}
            to={paths.askIn(lesson.course, lesson.id)}
            variant="default"
            leftSection={<IconMessageCircle size={18} stroke={1.7} aria-hidden />}
            aria-label={t('lessons.askAssistant')}
          >
            {t('lessons.ask')}
          </Button>
          <ActionMenu
            id={MENU_ID}
            target={
              <ActionIcon variant="default" size={36} aria-label={t('lessons.menu')}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            }
            groups={[
              [
                { label: t('courses.editLesson'), icon: IconPencil, onClick: () => setDialog('edit') },
                {
                  label: t('lessons.deleteLesson'),
                  icon: IconTrash,
                  isDanger: true,
                  onClick: () => setDialog('delete'),
                },
              ],
            ]}
          />
        </div>
      </div>
      {dialog === 'edit' && <Suspense>{editDialog(close)}</Suspense>}
      {dialog === 'delete' && (
        <DeleteDialog
          item={{ kind: 'lesson', id: lesson.id, title: lesson.title }}
          title={t('lessons.deleteLesson')}
          text={t('lessons.deleteText', { title: lesson.title })}
          confirmLabel={t('lessons.deleteLesson')}
          failure={t('lessons.deleteFailed')}
          onDeleted={() => void navigate(paths.course(lesson.course), { replace: true })}
          onClose={close}
        />
      )}
    </div>
  );
}
