import { Alert, Anchor, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses.ts';
import type { LessonListItem } from '#contract/lessons.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { SelectById } from '#web/ui/select-by-id.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { withCourse, type QuizFormValues } from './quiz-form-values.ts';

/** The course, or the way to a first one. */
function CourseField({
  values,
  courses,
  error,
  onChange,
}: {
  values: QuizFormValues;
  courses: UseQueryResult<Course[]>;
  error: string | undefined;
  onChange: (values: QuizFormValues) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <WhenLoaded
        query={courses}
        failure={t('quizzes.coursesFailed')}
        loading={<Skeletons label={t('quizzes.loadingCourses')} heights={[62]} />}
      />
      {courses.data?.length === 0 && (
        <Text size="sm">
          {t('quizzes.noCourses')}{' '}
          <Anchor component={Link} to={paths.courses}>
            {t('quizzes.toCourses')}
          </Anchor>
        </Text>
      )}
      {courses.data !== undefined && courses.data.length > 0 && (
        <SelectById
          label={t('quizzes.course')}
          required
          data-field="course"
          items={courses.data}
          chosen={values.courseId}
          none={t('quizzes.chooseCourse')}
          error={error}
          onChoose={(id) => onChange(withCourse(values, id))}
        />
      )}
    </>
  );
}

/** The course and, once it is chosen, one of its lessons. */
export function LessonFields({
  values,
  courses,
  lessons,
  courseError,
  lessonError,
  onChange,
}: {
  values: QuizFormValues;
  courses: UseQueryResult<Course[]>;
  lessons: UseQueryResult<LessonListItem[]>;
  courseError: string | undefined;
  lessonError: string | undefined;
  onChange: (values: QuizFormValues) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <CourseField values={values} courses={courses} error={courseError} onChange={onChange} />
      {values.courseId !== null && (
        <WhenLoaded
          query={lessons}
          failure={t('quizzes.lessonsFailed')}
          loading={<Skeletons label={t('quizzes.loadingLessons')} heights={[62]} />}
        />
      )}
      {values.courseId !== null && lessons.data?.length === 0 && (
        <Text size="sm">
          {t('quizzes.noLessons')}{' '}
          <Anchor component={Link} to={paths.uploadTo(values.courseId)}>
            {t('quizzes.toUpload')}
          </Anchor>
        </Text>
      )}
      {values.courseId !== null && lessons.data !== undefined && lessons.data.length > 0 && (
        <SelectById
          label={t('quizzes.lesson')}
          required
          data-field="lesson"
          items={lessons.data}
          chosen={values.lessonId}
          none={t('quizzes.chooseLesson')}
          error={lessonError}
          onChoose={(id) => onChange({ ...values, lessonId: id, passages: undefined })}
        />
      )}
    </>
  );
}

/** Why a lesson cannot have a quiz yet, with a link to the fix. */
export function NotReadyWarning({ lesson }: { lesson: LessonListItem }) {
  const { t } = useTranslation();
  return (
    <Alert color="lapis" role="alert" icon={<IconInfoCircle aria-hidden />}>
      <Text size="sm">{t('quizzes.notReady')}</Text>
      <Anchor component={Link} to={paths.lesson(lesson.id)} size="sm" fw={500}>
        {t('quizzes.openLesson')}
      </Anchor>
    </Alert>
  );
}
