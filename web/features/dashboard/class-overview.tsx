import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Failure } from '#web/ui/failure.tsx';
import { paths } from '#web/ui/paths.ts';
import { useClassOverview } from './dashboard.queries.ts';
import classes from './dashboard.module.css';

/** What the classes of an instructor do; nothing before the first quiz is shared. */
export function ClassOverview() {
  const { t, i18n } = useTranslation();
  const { data, error, refetch, isFetching } = useClassOverview();
  if (error !== null && data === undefined)
    return (
      <Failure
        message={t('dashboard.classes.failed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (data === undefined) return null;
  const { open_quizzes: open, weakest_questions: weakest, outcomes_not_reached: outcomes } = data;
  if (open.length + weakest.length + outcomes.length + data.attempts_this_week === 0) return null;
  const percent = (share: number): string =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
  return (
    <section className={classes.overview} aria-labelledby="class-overview">
      <Title order={2} id="class-overview" mb={4}>
        {t('dashboard.classes.title')}
      </Title>
      <p className={classes.detail}>{t('dashboard.classes.attempts', { count: data.attempts_this_week })}</p>
      <div className={classes.overviewColumns}>
        <Part
          title={t('dashboard.classes.open')}
          empty={t('dashboard.classes.noneOpen')}
          entries={open.map((quiz) => ({
            key: String(quiz.shared_quiz_id),
            path: paths.liveQuiz(quiz.shared_quiz_id),
            title: quiz.name,
            detail: [
              t('dashboard.classes.joined', { count: quiz.attempt_count }),
              ...(quiz.open_attempt_count === 0
                ? []
                : [t('dashboard.classes.answering', { count: quiz.open_attempt_count })]),
            ].join(' · '),
          }))}
        />
        <Part
          title={t('dashboard.classes.weakest')}
          empty={t('dashboard.classes.noneWeak')}
          entries={weakest.map((question) => ({
            key: `${question.shared_quiz_id} ${question.key}`,
            path: paths.quizResults(question.shared_quiz_id),
            title: question.text,
            detail: t('dashboard.classes.won', {
              share: percent(question.facility),
              name: question.quiz_name,
            }),
          }))}
        />
        <Part
          title={t('dashboard.classes.outcomes')}
          empty={t('dashboard.classes.noneMissed')}
          entries={outcomes.map((outcome) => ({
            key: `${outcome.shared_quiz_id} ${outcome.outcome}`,
            path: paths.quizResults(outcome.shared_quiz_id),
            title: outcome.outcome,
            detail: t('dashboard.classes.won', { share: percent(outcome.mean), name: outcome.quiz_name }),
          }))}
        />
      </div>
    </section>
  );
}

function Part({
  title,
  empty,
  entries,
}: {
  title: string;
  empty: string;
  entries: readonly { key: string; path: string; title: string; detail: string }[];
}): ReactNode {
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {entries.length === 0 ? (
        <p className={classes.detail}>{empty}</p>
      ) : (
        <ul className={classes.list}>
          {entries.map((entry) => (
            <li key={entry.key} className={classes.entry}>
              <div className={classes.entryText}>
                <Link to={entry.path} className={classes.entryLink} dir="auto">
                  {entry.title}
                </Link>
                <p className={classes.detail} dir="auto">
                  {entry.detail}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
