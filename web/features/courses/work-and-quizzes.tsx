import { Progress, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import classes from './work-and-quizzes.module.css';
import { useQuestionSetsOfCourse } from './courses.queries.ts';
import { useActivities } from './lessons-of-course.queries.ts';

const MOST_QUIZZES = 5;

/** Running work and the newest quizzes, of a course or of all. */
export function WorkAndQuizzes({
  courseId,
  headingSize = 'h4',
}: {
  courseId: number | 'all';
  headingSize?: 'h2' | 'h4';
}) {
  const { t } = useTranslation();
  const { data: quizzes = [] } = useQuestionSetsOfCourse(courseId);
  const work = useActivities(true).filter(
    ({ course_id: of, status }) =>
      (courseId === 'all' || of === courseId) && (status === 'queued' || status === 'running'),
  );
  if (work.length === 0 && quizzes.length === 0) return null;
  return (
    <section className={classes.aside} aria-label={t('courses.aside')}>
      {work.length > 0 && (
        <div>
          <Title order={2} size={headingSize} mb={8}>
            {t('courses.runningWork')}
          </Title>
          <ul className={classes.list}>
            {work.map(({ lesson_id: lessonId, lesson_title: title, work: kind, progress }) => (
              <li key={`${kind}-${lessonId}`} className={classes.entry}>
                <Link to={paths.lesson(lessonId)} className={classes.link}>
                  <bdi>{title}</bdi>
                </Link>
                <Text size="xs" c="dimmed">
                  {t(`activity.work.${kind}`)} · {t('common.percent', { percent: progress })}
                </Text>
                <Progress
                  value={progress}
                  size="sm"
                  mt={4}
                  aria-label={t('activity.progressOf', { title })}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      {quizzes.length > 0 && (
        <div>
          <Title order={2} size={headingSize} mb={8}>
            {t('courses.recentQuizzes')}
          </Title>
          <ul className={classes.list}>
            {quizzes.slice(0, MOST_QUIZZES).map((quiz) => (
              <li key={quiz.id} className={classes.entry}>
                <Link to={paths.savedQuiz(quiz.id)} className={classes.link}>
                  <bdi>{quiz.name}</bdi>
                </Link>
                <Text size="xs" c="dimmed">
                  {t('courses.questionCount', { count: quiz.question_count })}
                  {' · '}
                  <TimeAgo instant={quiz.saved_at ?? quiz.created_at} />
                </Text>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
