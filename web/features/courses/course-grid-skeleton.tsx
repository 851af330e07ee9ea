import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import cardClasses from './course-card.module.css';
import classes from './course-grid.module.css';

const CARDS = [0, 1, 2, 3, 4, 5];

/** Cards that are on their way. */
export function CourseGridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <VisuallyHidden>{t('courses.loading')}</VisuallyHidden>
      <div className={`${classes.grid} ${classes.natural}`} aria-hidden>
        {CARDS.map((card) => (
          <div key={card} className={cardClasses.skeleton}>
            <Skeleton height={60} radius={0} />
            <div className={cardClasses.skeletonBody}>
              <Skeleton height={18} width="70%" />
              <Skeleton height={12} width="40%" />
              <Skeleton height={12} />
              <Skeleton height={12} />
              <Skeleton height={12} width="55%" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
