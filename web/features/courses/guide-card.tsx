import { Button, CloseButton, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses.ts';
import { readStored, writeStored } from '#web/api-client/browser-storage.ts';
import { useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { useQuestionSetsOfCourse } from './courses.queries.ts';
import classes from './guide-card.module.css';

const STEPS = ['course', 'lesson', 'summary', 'quiz'] as const;

/** The way of a new account from its first course to its first quiz. It is shown from an empty list until it is dismissed. */
export function GuideCard({ courses, onAddCourse }: { courses: readonly Course[]; onAddCourse: () => void }) {
  const own = courses.filter((course) => !course.is_demo);
  const { instructorId } = useSession();
  const stored = `guide:${instructorId}`;
  const [state, setState] = useState(() => readStored(stored) ?? (own.length === 0 ? 'shown' : 'never'));
  useEffect(() => {
    if (state === 'shown') writeStored(stored, state);
  }, [state, stored]);
  if (state !== 'shown') return null;
  const dismiss = (): void => {
    writeStored(stored, 'dismissed');
    setState('dismissed');
  };
  return <Guide courses={own} onAddCourse={onAddCourse} onDismiss={dismiss} />;
}

function Guide({
  courses,
  onAddCourse,
  onDismiss,
}: {
  courses: readonly Course[];
  onAddCourse: () => void;
  onDismiss: () => void;
}) {
  const { t } = useTranslation();
  const course = courses.find(({ lesson_count: count }) => count > 0) ?? courses[0];
  const courseId = course?.id ?? null;
  const lessons = useLessonsOfCourse(courseId).data ?? [];
  const quizzes = useQuestionSetsOfCourse(courseId).data ?? [];
  const lesson = lessons[0];
  const isDone = {
    course: course !== undefined,
    lesson: lesson !== undefined,
    summary: lessons.some(({ hasSummary }) => hasSummary),
    quiz: quizzes.length > 0,
  };
  const next = STEPS.find((step) => !isDone[step]);
  const target = {
    course: paths.courses,
    lesson: courseId === null ? paths.upload : paths.uploadTo(courseId),
    summary: lesson === undefined ? paths.courses : paths.lesson(lesson.id),
    quiz: courseId === null ? paths.quiz : paths.quizOf(courseId, lesson?.id),
  };
  return (
    <section className={classes.card} aria-labelledby="guide">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} id="guide" className={classes.title}>
          {next === undefined ? t('courses.guide.complete') : t('courses.guide.title')}
        </Title>
        <CloseButton aria-label={t('courses.guide.dismiss')} onClick={onDismiss} />
      </Group>
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step} className={classes.step} aria-current={step === next ? 'step' : undefined}>
            {isDone[step] ? (
              <IconCircleCheckFilled size={22} aria-hidden className={classes.done} />
            ) : (
              <IconCircle size={22} stroke={1.5} aria-hidden className={classes.open} />
            )}
            <div>
              <Text fw={500}>
                {t(`courses.guide.${step}`)}
                {isDone[step] && <VisuallyHidden> {t('courses.guide.done')}</VisuallyHidden>}
              </Text>
              <Text size="sm" c="dimmed">
                {t(`courses.guide.${step}Text`)}
              </Text>
              {step === next &&
                (step === 'course' ? (
                  <Button size="xs" mt="xs" onClick={onAddCourse}>
                    {t('courses.guide.courseAction')}
                  </Button>
                ) : (
                  <Button size="xs" mt="xs" component={Link} to={target[step]}>
                    {t(`courses.guide.${step}Action`)}
                  </Button>
                ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
