import { useElementSize } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '../../../contract/courses.ts';
import { CourseCard, type CourseActions } from './course-card.tsx';
import classes from './course-grid.module.css';

/** Up to here all cards are in the page, where the browser's own search finds them. */
const MOST_DRAWN = 60;
const CARD_MINIMUM_PIXELS = 272;
const GAP_PIXELS = 20;
/** A first guess; rows are measured once drawn. */
const ROW_PIXELS = 292;

interface Grid {
  courses: readonly Course[];
  now: number;
  actions: CourseActions;
}

/** The cards of all courses; of a long list, only those in sight and near it are drawn. */
export function CourseGrid(grid: Grid) {
  const { t } = useTranslation();
  if (grid.courses.length > MOST_DRAWN) return <LongGrid {...grid} />;
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

function LongGrid({ courses, now, actions }: Grid) {
  const { t } = useTranslation();
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top;
    if (top !== undefined) setScrollMargin(top + window.scrollY);
  }, [width]);
  const columns = Math.max(1, Math.floor((width + GAP_PIXELS) / (CARD_MINIMUM_PIXELS + GAP_PIXELS)));
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(courses.length / columns),
    estimateSize: () => ROW_PIXELS,
    overscan: 4,
    scrollMargin,
  });
  return (
    <div ref={sizeRef}>
      <div
        ref={list}
        role="list"
        aria-label={t('courses.title')}
        className={classes.rows}
        style={{ blockSize: virtualizer.getTotalSize(), '--columns': columns } as CSSProperties}
      >
        {width > 0 &&
          virtualizer.getVirtualItems().map((row) => (
            <div
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              role="presentation"
              className={`${classes.grid} ${classes.row}`}
              style={{ transform: `translateY(${row.start - scrollMargin}px)` }}
            >
              {courses.slice(row.index * columns, (row.index + 1) * columns).map((course, column) => (
                <div
                  key={course.id}
                  role="listitem"
                  aria-setsize={courses.length}
                  aria-posinset={row.index * columns + column + 1}
                >
                  <CourseCard course={course} now={now} actions={actions} />
                </div>
              ))}
            </div>
          ))}
      </div>
    </div>
  );
}
