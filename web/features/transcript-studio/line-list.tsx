import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';
import { formatSeconds } from '#web/ui/format.ts';
import { LineRow } from './line-row.tsx';
import { findSpoken, type StudioClock } from './studio-clock.ts';
import classes from './studio.module.css';
import type { LineActions, OpenLine, ReachedLine } from './use-line-editing.ts';

const LINE_PIXELS = 52;

/** All lines, of which only those in sight are drawn, and the one that is edited. */
export function LineList({
  cues,
  clock,
  openLine,
  reached,
  actions,
}: {
  cues: readonly Cue[];
  clock: StudioClock;
  openLine: OpenLine | undefined;
  reached: ReachedLine;
  actions: LineActions;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const current = useSyncExternalStore(clock.subscribe, () => findSpoken(cues, clock.getSecond()));
  const openIndex = openLine?.index;
  const virtualizer = useVirtualizer({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PIXELS,
    overscan: 6,
    getItemKey: (index) => index,
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        // Out of sight it keeps its text and the focus.
        return openIndex === undefined || shown.includes(openIndex) || openIndex >= range.count
          ? shown
          : [...shown, openIndex].sort((one, other) => one - other);
      },
      [openIndex],
    ),
  });

  const opening = openLine?.opening;
  useLayoutEffect(() => {
    if (openIndex !== undefined)
      virtualizer.scrollToIndex(openIndex, { align: opening === 0 ? 'center' : 'auto' });
  }, [virtualizer, openIndex, opening]);

  const focused = useRef(0);
  useEffect(() => {
    if (focused.current === reached.focusing) return;
    virtualizer.scrollToIndex(reached.index, { align: 'auto' });
    const line = scroller.current?.querySelector<HTMLElement>(`[data-line="${reached.index}"]`);
    // Not drawn yet: when it is, this is asked again.
    if (line === null || line === undefined) return;
    focused.current = reached.focusing;
    line.focus({ preventScroll: true });
  });

  const timeWidth = { '--time-width': `${formatSeconds(cues.at(-1)?.start_second ?? 0).length + 1}ch` };
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="region"
      aria-label={t('studio.lines')}
      tabIndex={-1}
    >
      <ol className={classes.lines} style={{ blockSize: virtualizer.getTotalSize(), ...timeWidth }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const cue = cues[index];
          if (cue === undefined) return null;
          return (
            <li
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.line}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={cues.length}
              aria-posinset={index + 1}
            >
              <LineRow
                cue={cue}
                index={index}
                opened={index === openIndex ? openLine : undefined}
                isCurrent={index === current}
                isReachable={index === Math.min(reached.index, cues.length - 1)}
                actions={actions}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
