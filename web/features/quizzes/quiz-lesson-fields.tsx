import { Alert, Anchor, NativeSelect, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Course } from '#contract/courses.ts';
import type { LessonListItem } from '#contract/lessons.ts';
import { Failure } from '#web/ui/failure.tsx';
import { paths } from '#web/ui/paths.ts';
import { withCourse, type QuizFormValues } from './quiz-form-values.ts';

/** As much of a query as is drawn. */
interface Loaded<Item> {
  data: Item[] | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The course, or the way to a first one. */
function CourseField({
  values,
  courses,
  error,
  onChange,
}: {
  values: QuizFormValues;
  courses: Loaded<Course>;
  error: string | undefined;
  onChange: (values: QuizFormValues) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {courses.data === undefined && courses.error === null && <Waiting text={t('quizzes.loadingCourses')} />}
      {courses.data === undefined && courses.error !== null && (
        <Failure
          message={t('quizzes.coursesFailed')}
          error={courses.error}
          onRetry={() => courses.refetch()}
          isRetrying={courses.isFetching}
        />
      )}
      {courses.data?.length === 0 && (
        <Text size="sm">
          {t('quizzes.noCourses')}{' '}
          <Anchor component={Link} to={paths.courses}>
            {t('quizzes.toCourses')}
          </Anchor>
        </Text>
      )}
      {courses.data !== undefined && courses.data.length > 0 && (
        <NativeSelect
          label={t('quizzes.course')}
          required
          data-field="course"
          value={values.courseId ?? ''}
          error={error}
          onChange={({ currentTarget: { value } }) => onChange(withCourse(values, idOf(value)))}
        >
          <option value="">{t('quizzes.chooseCourse')}</option>
          {courses.data.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
      )}
    </>
  );
}

const idOf = (value: string): number | null => (value === '' ? null : Number(value));

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
  courses: Loaded<Course>;
  lessons: Loaded<LessonListItem>;
  courseError: string | undefined;
  lessonError: string | undefined;
  onChange: (values: QuizFormValues) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <CourseField values={values} courses={courses} error={courseError} onChange={onChange} />
      {values.courseId !== null && lessons.data === undefined && lessons.error === null && (
        <Waiting text={t('quizzes.loadingLessons')} />
      )}
      {values.courseId !== null && lessons.data === undefined && lessons.error !== null && (
        <Failure
          message={t('quizzes.lessonsFailed')}
          error={lessons.error}
          onRetry={() => lessons.refetch()}
          isRetrying={lessons.isFetching}
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
        <NativeSelect
          label={t('quizzes.lesson')}
          required
          data-field="lesson"
          value={values.lessonId ?? ''}
          error={lessonError}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...values, lessonId: idOf(value), passages: undefined })
          }
        >
          <option value="">{t('quizzes.chooseLesson')}</option>
          {lessons.data.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
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

function Waiting({ text }: { text: string }) {
  return (
    <div>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      <Skeleton height={62} />
    </div>
  );
}
