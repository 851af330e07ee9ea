import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '../../ui/format.ts';
import { CueLine } from './cue-line.tsx';
import { findCueIndex, type Cue, type CueRange } from './find-cue.ts';
import type { PlaybackClock } from './playback-clock.ts';
import classes from './transcript.module.css';

const LINE_PIXELS = 60;
/** The addresses of chips give tenths of a second. */
const ROUNDING_SECONDS = 0.06;
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

/** Follows the video until the reader scrolls, then stays where the reader is. */
export function CueList({
  cues,
  clock,
  quoted,
  query,
  hit,
}: {
  cues: readonly Cue[];
  clock: PlaybackClock;
  quoted: CueRange | undefined;
  query: string;
  /** The cue that the search stands at. */
  hit: number | undefined;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  const current = useSyncExternalStore(clock.subscribe, () =>
    findCueIndex(cues, clock.getSecond() + ROUNDING_SECONDS),
  );
  const virtualizer = useVirtualizer({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PIXELS,
    overscan: 8,
    getItemKey: (index) => index,
  });

  // In a tab that is not shown, nothing can be scrolled.
  const isShown = (virtualizer.scrollRect?.height ?? 0) > 0;
  useEffect(() => {
    if (isShown && isFollowing && current >= 0) virtualizer.scrollToIndex(current, { align: 'center' });
  }, [virtualizer, isShown, isFollowing, current]);
  useEffect(() => {
    if (isShown && quoted !== undefined) virtualizer.scrollToIndex(quoted.first, { align: 'center' });
  }, [virtualizer, isShown, quoted]);
  useEffect(() => {
    if (hit !== undefined) virtualizer.scrollToIndex(hit, { align: 'center' });
  }, [virtualizer, hit]);

  const timeWidth = { '--time-width': `${formatSeconds(cues.at(-1)?.start_second ?? 0).length + 0.5}ch` };
  // Going through what a search found is reading too.
  const follows = isFollowing && hit === undefined;
  const stop = (): void => {
    setIsFollowing(false);
  };
  return (
    <div className={classes.listFrame}>
      <div
        ref={scroller}
        className={classes.scroller}
        tabIndex={0}
        role="region"
        data-scrolls-transcript
        aria-label={t('lessons.transcript')}
        onWheel={stop}
        onTouchMove={stop}
        onPointerDown={(event) => {
          // On the scroll bar, which is the scroller's own and no line's.
          if (event.target === event.currentTarget) stop();
        }}
        onKeyDown={(event) => {
          if (SCROLL_KEYS.has(event.key)) stop();
        }}
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
                <CueLine
                  cue={cue}
                  query={query}
                  isCurrent={index === current}
                  isHit={index === hit}
                  isQuoted={quoted !== undefined && index >= quoted.first && index <= quoted.last}
                  onSeek={clock.seek}
                />
              </li>
            );
          })}
        </ol>
      </div>
      {!follows && (
        <Button
          className={classes.follow}
          size="xs"
          leftSection={<IconArrowDown size={15} aria-hidden />}
          onClick={() => {
            setIsFollowing(true);
            if (current >= 0) virtualizer.scrollToIndex(current, { align: 'center' });
          }}
        >
          {t('lessons.follow')}
        </Button>
      )}
    </div>
  );
}
