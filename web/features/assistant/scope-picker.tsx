import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SearchScope } from '#contract/search.ts';
import { useCourseList, useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import { useLesson } from '#web/api-client/lesson-work.queries.ts';
import classes from './assistant.module.css';

const ALL = '';

/** The scope of answers: all lessons, a course, or one of its lessons. */
export function ScopePicker({
  scope,
  onChange,
}: {
  scope: SearchScope | null;
  onChange: (scope: SearchScope | null) => void;
}) {
  if (scope?.lesson_id !== undefined && scope.course_id === undefined) {
    return <WithCourseOfLesson lessonId={scope.lesson_id} onChange={onChange} />;
  }
  return <ScopeFields courseId={scope?.course_id} lessonId={scope?.lesson_id} onChange={onChange} />;
}

/** A lesson alone was named: its course is looked up. */
function WithCourseOfLesson({
  lessonId,
  onChange,
}: {
  lessonId: number;
  onChange: (scope: SearchScope | null) => void;
}) {
  const { data: lesson } = useLesson(lessonId);
  return <ScopeFields courseId={lesson?.course} lessonId={lessonId} onChange={onChange} />;
}

function ScopeFields({
  courseId,
  lessonId,
  onChange,
}: {
  courseId: number | undefined;
  lessonId: number | undefined;
  onChange: (scope: SearchScope | null) => void;
}) {
  const { t } = useTranslation();
  const { data: courses = [] } = useCourseList();
  const { data: lessons = [] } = useLessonsOfCourse(courseId ?? null);
  return (
    <div className={classes.scope}>
      <NativeSelect
        size="xs"
        label={t('assistant.askIn')}
        className={classes.scopeField}
        value={courseId ?? ALL}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === ALL ? null : { course_id: Number(value) })
        }
      >
        <option value={ALL}>{t('assistant.allLessons')}</option>
        {courses.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </NativeSelect>
      {courseId !== undefined && (
        <NativeSelect
          size="xs"
          aria-label={t('assistant.askInLesson')}
          className={classes.scopeField}
          value={lessonId ?? ALL}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              value === ALL ? { course_id: courseId } : { course_id: courseId, lesson_id: Number(value) },
            )
          }
        >
          <option value={ALL}>{t('assistant.allOfCourse')}</option>
          {lessons.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
      )}
    </div>
  );
}
