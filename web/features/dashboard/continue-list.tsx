import { Button, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Course, LatestLesson } from '#contract/courses.ts';
import { useCourseList } from '#web/api-client/course-list.queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EmptyShelfDrawing } from '#web/ui/illustrations/empty-shelf.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import classes from './dashboard.module.css';

const MOST_SHOWN = 6;

type CourseWithLesson = Course & { latest_lesson: LatestLesson };

const hasLesson = (course: Course): course is CourseWithLesson => course.latest_lesson !== null;

/** Where to continue: the newest lesson of each course, newest first; for courses without lessons, the course. */
export function ContinueList() {
  const { t } = useTranslation();
  const list = useCourseList();
  const { data: courses } = list;
  const withLessons = (courses ?? [])
    .filter(hasLesson)
    .sort((one, other) => other.latest_lesson.created_at.localeCompare(one.latest_lesson.created_at))
    .slice(0, MOST_SHOWN);
  const withoutLessons = (courses ?? [])
    .filter((course) => !hasLesson(course))
    .slice(0, MOST_SHOWN - withLessons.length);
  return (
    <section className={classes.continue}>
      <Title order={2} mb="sm">
        {t('dashboard.continue')}
      </Title>
      <WhenLoaded
        query={list}
        failure={t('courses.listFailed')}
        loading={<Skeletons label={t('courses.loading')} heights={[64, 64]} />}
      />
      {courses?.length === 0 && (
        <EmptyState
          drawing={<EmptyShelfDrawing />}
          text={t('dashboard.nothingYet')}
          action={
            <Button component={Link} to={paths.courses}>
              {t('dashboard.toCourses')}
            </Button>
          }
        />
      )}
      {withLessons.length + withoutLessons.length > 0 && (
        <ul className={classes.list}>
          {withLessons.map(({ id, title, latest_lesson: lesson }) => (
            <Entry
              key={id}
              path={paths.lesson(lesson.id)}
              title={lesson.title}
              detail={title}
              instant={lesson.created_at}
            />
          ))}
          {withoutLessons.map((course) => (
            <Entry
              key={course.id}
              path={paths.course(course.id)}
              title={course.title}
              detail={t('dashboard.noLessonsYet')}
              instant={course.created_at}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({
  path,
  title,
  detail,
  instant,
}: {
  path: string;
  title: string;
  detail: string;
  instant: string;
}) {
  return (
    <li className={classes.entry}>
      <div className={classes.entryText}>
        <Link to={path} className={classes.entryLink} dir="auto">
          {title}
        </Link>
        <p className={classes.detail} dir="auto">
          {detail}
        </p>
      </div>
      <span className={classes.date}>
        <TimeAgo instant={instant} />
      </span>
    </li>
  );
}
