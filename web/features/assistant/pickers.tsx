import { Anchor, Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LessonListItem } from '#contract/lessons.ts';
import { useCourseList, useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { paths } from '#web/ui/paths.ts';
import classes from './assistant.module.css';

/** The user's courses as buttons. After a choice they stay, inactive, so that the focus is not lost. */
export function CoursePicker({
  isOpen,
  onPick,
}: {
  isOpen: boolean;
  onPick: (courseId: number, title: string) => void;
}) {
  const { t } = useTranslation();
  const courses = useCourseList();
  if (courses.isPending) return <Waiting text={t('assistant.loadingCourses')} />;
  if (courses.isError) {
    return (
      <Failure
        message={t('assistant.coursesFailed')}
        error={courses.error}
        onRetry={() => void courses.refetch()}
        isRetrying={courses.isFetching}
      />
    );
  }
  if (courses.data.length === 0) {
    return (
      <Text>
        {t('assistant.noCourses')}{' '}
        <Anchor component={Link} to={paths.courses}>
          {t('assistant.toCourses')}
        </Anchor>
      </Text>
    );
  }
  return (
    <div className={classes.choices} role="group" aria-label={t('assistant.courses')}>
      {courses.data.map(({ id, title }) => (
        <Button
          key={id}
          variant="default"
          className={classes.choice}
          aria-disabled={!isOpen}
          data-closed={!isOpen || undefined}
          onClick={() => {
            if (isOpen) onPick(id, title);
          }}
        >
          <bdi>{title}</bdi>
        </Button>
      ))}
    </div>
  );
}

/** Loads a course's lessons for its children, and says when there are none. */
export function LessonsOfCourse({
  courseId,
  children,
}: {
  courseId: number;
  children: (lessons: readonly LessonListItem[]) => ReactNode;
}) {
  const { t } = useTranslation();
  const lessons = useLessonsOfCourse(courseId);
  if (lessons.isPending) return <Waiting text={t('assistant.loadingLessons')} />;
  if (lessons.isError) {
    return (
      <Failure
        message={t('assistant.lessonsFailed')}
        error={lessons.error}
        onRetry={() => void lessons.refetch()}
        isRetrying={lessons.isFetching}
      />
    );
  }
  if (lessons.data.length === 0) {
    return (
      <Text>
        {t('assistant.noLessons')}{' '}
        <Anchor component={Link} to={paths.uploadTo(courseId)}>
          {t('assistant.toUpload')}
        </Anchor>
      </Text>
    );
  }
  return children(lessons.data);
}

/** A lesson as a button or, with `notReady`, the reason why it cannot be chosen and a link to the fix. */
export function LessonChoice({
  lesson: { id, title },
  isOpen,
  notReady,
  note,
  onPick,
}: {
  lesson: LessonListItem;
  isOpen: boolean;
  notReady?: string | undefined;
  /** A note on a lesson that can be chosen. */
  note?: string | undefined;
  onPick: () => void;
}) {
  const { t } = useTranslation();
  const told = notReady ?? note;
  return (
    <li>
      <Button
        variant="default"
        className={classes.choice}
        disabled={notReady !== undefined}
        aria-disabled={!isOpen}
        data-closed={!isOpen || undefined}
        aria-describedby={told === undefined ? undefined : `lesson-${id}-reason`}
        onClick={() => {
          if (isOpen) onPick();
        }}
      >
        <bdi>{title}</bdi>
      </Button>
      {told !== undefined && (
        <Text size="xs" c="dimmed" id={`lesson-${id}-reason`}>
          {told}
          {notReady !== undefined && (
            <>
              {' '}
              <Anchor component={Link} to={paths.lesson(id)} size="xs">
                {t('assistant.openLesson')}
              </Anchor>
            </>
          )}
        </Text>
      )}
    </li>
  );
}

/** A course's lessons to make a quiz from; those that none can be made from yet say why. */
export function LessonPicker({
  courseId,
  isOpen,
  onPick,
}: {
  courseId: number;
  isOpen: boolean;
  onPick: (lessonId: number, title: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <LessonsOfCourse courseId={courseId}>
      {(lessons) => (
        <ul className={classes.lessonChoices} aria-label={t('assistant.lessons')}>
          {lessons.map((lesson) => (
            <LessonChoice
              key={lesson.id}
              lesson={lesson}
              isOpen={isOpen}
              notReady={lesson.document_source_id === null ? t('assistant.notReady') : undefined}
              onPick={() => onPick(lesson.id, lesson.title)}
            />
          ))}
        </ul>
      )}
    </LessonsOfCourse>
  );
}

/** Choices that are on their way. */
export function Waiting({ text }: { text: string }) {
  return (
    <div className={classes.choices}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <Skeleton width={160} height={36} />
      <Skeleton width={120} height={36} />
    </div>
  );
}
