import { useElementSize } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { CourseCard, type Grid } from './course-card.tsx';
import classes from './course-grid.module.css';

const CARD_MINIMUM_PIXELS = 256;
const GAP_PIXELS = 20;
/** A first guess; rows are measured once drawn. */
const ROW_PIXELS = 292;

/** Draws only the cards in sight and near it. */
export function LongGrid({ courses, now, actions }: Grid) {
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
