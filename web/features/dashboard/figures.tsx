import { Badge, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconBooks, IconListCheck, IconMessageCircle, IconNotebook, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Failure } from '#web/ui/failure.tsx';
import { formatNumber } from '#web/ui/format.ts';
import { useDashboard } from './dashboard.queries.ts';
import classes from './dashboard.module.css';

const CARDS: readonly {
  figure: 'total_courses' | 'uploaded_lessons' | 'quizzes_generated' | 'ai_chats';
  label:
    | 'dashboard.totalCourses'
    | 'dashboard.uploadedLessons'
    | 'dashboard.quizzesGenerated'
    | 'dashboard.aiChats';
  icon: Icon;
}[] = [
  { figure: 'total_courses', label: 'dashboard.totalCourses', icon: IconBooks },
  { figure: 'uploaded_lessons', label: 'dashboard.uploadedLessons', icon: IconNotebook },
  { figure: 'quizzes_generated', label: 'dashboard.quizzesGenerated', icon: IconListCheck },
  { figure: 'ai_chats', label: 'dashboard.aiChats', icon: IconMessageCircle },
];

/** The four stat cards; those of an account with nothing in it are marked as samples. */
export function Figures() {
  const { t, i18n } = useTranslation();
  const dashboard = useDashboard();
  const { data } = dashboard;
  if (dashboard.isError && data === undefined) {
    return (
      <Failure
        message={t('dashboard.failed')}
        error={dashboard.error}
        onRetry={() => void dashboard.refetch()}
        isRetrying={dashboard.isRefetching}
      />
    );
  }
  return (
    <section aria-label={t('dashboard.figures')}>
      {data === undefined && <VisuallyHidden role="status">{t('dashboard.loading')}</VisuallyHidden>}
      {data?.is_sample === true && (
        <p className={classes.sample}>
          <Badge component="span" variant="light" color="gray" size="lg" className={classes.sampleMark}>
            {t('dashboard.sample')}
          </Badge>
          {t('dashboard.sampleHelp')}
        </p>
      )}
      <dl className={classes.figures}>
        {CARDS.map(({ figure, label, icon: CardIcon }) => (
          <div key={figure} className={classes.figure}>
            <dt className={classes.label}>
              <CardIcon size={18} stroke={1.6} aria-hidden />
              {t(label)}
            </dt>
            <dd className={classes.number} data-sample={data?.is_sample === true}>
              {data === undefined ? (
                <Skeleton height={36} width={64} />
              ) : (
                formatNumber(data[figure], i18n.language)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
