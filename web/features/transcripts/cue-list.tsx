import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconPencil } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, useSyncExternalStore, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { useIsPrinting } from '#web/ui/use-is-printing.ts';
import { findCueIndex, type Cue, type CueRange } from './find-cue.ts';
import type { PlaybackClock } from './playback-clock.ts';
import classes from './transcript.module.css';
import { listHits } from './search-transcript.ts';

/** One line of a transcript: a click goes there in the video. */
function CueLine({
  cue,
  query,
  isCurrent,
  isHit,
  isQuoted,
  onSeek,
}: {
  cue: Cue;
  query: string;
  isCurrent: boolean;
  isHit: boolean;
  /** The words of an evidence. */
  isQuoted: boolean;
  onSeek: (second: number) => void;
}) {
  const { t } = useTranslation();
  const time = formatSeconds(cue.start_second);
  const text = <Marked text={cue.text} query={query} />;
  return (
    <button
      type="button"
      className={classes.cue}
      aria-current={isCurrent ? 'true' : undefined}
      data-hit={isHit ? '' : undefined}
      onClick={() => onSeek(cue.start_second)}
    >
      <span className={classes.time}>
        <VisuallyHidden component="span">{t('lessons.goTo')} </VisuallyHidden>
        {time}
        <VisuallyHidden component="span">: </VisuallyHidden>
      </span>
      <span className={classes.words} dir="auto">
        {isQuoted ? <mark>{text}</mark> : text}
      </span>
    </button>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  const hits = listHits(text, query);
  if (hits.length === 0) return text;
  return hits.map(({ start, end }, index) => (
    <Fragment key={start}>
      {text.slice(hits[index - 1]?.end ?? 0, start)}
      <span className={classes.hit}>{text.slice(start, end)}</span>
      {index === hits.length - 1 && text.slice(end)}
    </Fragment>
  ));
}

const LINE_PIXELS = 60;
/** The addresses of chips give tenths of a second. */
const ROUNDING_SECONDS = 0.06;
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

/** Follows the video until the reader scrolls, then stays where the reader is. */
export function CueList({
  lessonId,
  cues,
  clock,
  quoted,
  query,
  hit,
}: {
  lessonId: number;
  cues: readonly Cue[];
  clock: PlaybackClock;
  quoted: CueRange | undefined;
  query: string;
  /** The cue of the current search match. */
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

  const isPrinting = useIsPrinting();
  const timeWidth = { '--time-width': `${formatSeconds(cues.at(-1)?.start_second ?? 0).length + 0.5}ch` };
  // Going through what a search found is reading too.
  const follows = isFollowing && hit === undefined;
  const stop = (): void => setIsFollowing(false);
  // On the screen, only the lines in sight are drawn.
  if (isPrinting) {
    return (
      <ol className={classes.printed} style={{ margin: 0, ...timeWidth }}>
        {cues.map(({ start_second: second, text }, index) => (
          <li key={index}>
            <span>{formatSeconds(second)}</span>
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    );
  }
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
                {index === current && (
                  <ActionIcon
                    component={Link}
                    to={paths.transcript(lessonId, index + 1)}
                    className={classes.correct}
                    variant="subtle"
                    size={32}
                    aria-label={t('lessons.correctLine')}
                  >
                    <IconPencil size={17} stroke={1.7} aria-hidden />
                  </ActionIcon>
                )}
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
