import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CourseCard, type Grid } from './course-card.tsx';
import classes from './course-grid.module.css';

/** Up to here all cards are in the page, where the browser's own search finds them. */
const MOST_DRAWN = 60;

const LongGrid = lazy(async () => ({ default: (await import('./long-grid.tsx')).LongGrid }));

/** The cards of all courses; of a long list, only those in sight and near it are drawn. */
export function CourseGrid(grid: Grid) {
  const { t } = useTranslation();
  if (grid.courses.length > MOST_DRAWN)
    return (
      <Suspense>
        <LongGrid {...grid} />
      </Suspense>
    );
  return (
    <ul className={`${classes.grid} ${classes.natural}`} aria-label={t('courses.title')}>
      {grid.courses.map((course) => (
        <li key={course.id}>
          <CourseCard course={course} now={grid.now} actions={grid.actions} />
        </li>
      ))}
    </ul>
  );
}
