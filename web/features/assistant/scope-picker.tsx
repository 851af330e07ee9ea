import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SearchScope } from '#contract/search.ts';
import { useCourseList, useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import { lessonQuery } from '#web/api-client/lesson-work.queries.ts';
import { SelectById } from '#web/ui/select-by-id.tsx';
import classes from './assistant.module.css';

/** The scope of answers: all lessons, a course, or one of its lessons. */
export function ScopePicker({
  scope,
  onChange,
}: {
  scope: SearchScope | null;
  onChange: (scope: SearchScope | null) => void;
}) {
  const { t } = useTranslation();
  const lessonId = scope?.lesson_id;
  // The course of a lesson that was given without one.
  const { data: lesson } = useQuery({
    ...lessonQuery(lessonId ?? 0),
    enabled: lessonId !== undefined && scope?.course_id === undefined,
  });
  const courseId = scope?.course_id ?? (lessonId === undefined ? undefined : lesson?.course);
  const { data: courses = [] } = useCourseList();
  const { data: lessons = [] } = useLessonsOfCourse(courseId ?? null);
  return (
    <div className={classes.scope}>
      <SelectById
        size="xs"
        label={t('assistant.askIn')}
        className={classes.scopeField}
        items={courses}
        chosen={courseId ?? null}
        none={t('assistant.allLessons')}
        onChoose={(id) => onChange(id === null ? null : { course_id: id })}
      />
      {courseId !== undefined && (
        <SelectById
          size="xs"
          aria-label={t('assistant.askInLesson')}
          className={classes.scopeField}
          items={lessons}
          chosen={lessonId ?? null}
          none={t('assistant.allOfCourse')}
          onChoose={(id) =>
            onChange(id === null ? { course_id: courseId } : { course_id: courseId, lesson_id: id })
          }
        />
      )}
    </div>
  );
}
