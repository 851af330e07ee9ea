import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CreatedExam } from '#contract/exams.ts';
import { paths } from '#web/ui/paths.ts';
import classes from './exam.module.css';

export const RESULT_ID = 'created-exam';

/** The quizzes that were made, each to be opened, shared and downloaded like any other. */
export function ExamResult({ exam: { question_sets: sets, plan } }: { exam: CreatedExam }) {
  const { t } = useTranslation();
  return (
    <section className={classes.card} aria-labelledby={RESULT_ID}>
      <h2 id={RESULT_ID} tabIndex={-1}>
        <IconCheck size={22} aria-hidden /> {t('exam.created', { count: sets.length })}
      </h2>
      <Text size="sm">{t('exam.createdHelp')}</Text>
      <ul className={classes.made}>
        {sets.map((set, index) => {
          const shared = plan.versions[index]?.shared_count ?? 0;
          return (
            <li key={set.id}>
              <div>
                <Text fw={600}>
                  <bdi>{set.name}</bdi>
                </Text>
                <Text size="sm" c="dimmed">
                  {[
                    t('exam.questionCount', { count: set.question_count }),
                    t('exam.lessonCount', { count: set.lessons.length }),
                    ...(shared > 0 ? [t('exam.sharedCount', { count: shared })] : []),
                  ].join(' · ')}
                </Text>
              </div>
              <Button
                component={Link}
                to={paths.savedQuiz(set.id)}
                variant="default"
                size="xs"
                aria-label={t('exam.openNamed', { name: set.name })}
              >
                {t('exam.open')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
