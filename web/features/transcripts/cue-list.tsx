import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, useSyncExternalStore, Fragment, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { formatSeconds } from '#web/ui/format.ts';
import { keepFirstKeys } from '#web/ui/keep-first-keys.ts';
import { paths } from '#web/ui/paths.ts';
import { useIsPrinting } from '#web/ui/use-is-printing.ts';
import { findCueIndex, type Cue, type CueRange } from './find-cue.ts';
import type { PlaybackClock } from './playback-clock.ts';
import classes from './transcript.module.css';
import { listHits } from './search-transcript.ts';

/** One line of a transcript: a click on its time goes there in the video, one on its words corrects them. */
function CueLine({
  cue,
  query,
  isCurrent,
  isReachable,
  isHit,
  isQuoted,
  onSeek,
  onCorrect,
}: {
  cue: Cue;
  query: string;
  isCurrent: boolean;
  /** Tab reaches every time, and the words of this line only; F2 corrects any line. */
  isReachable: boolean;
  isHit: boolean;
  /** The words of an evidence. */
  isQuoted: boolean;
  onSeek: (second: number) => void;
  onCorrect: (word: Word) => void;
}) {
  const { t } = useTranslation();
  const text = <Marked text={cue.text} query={query} />;
  const press = (event: KeyboardEvent): void => {
    const isPressed = [' ', 'Enter'].includes(event.key) && !(event.target instanceof HTMLButtonElement);
    if (event.key !== 'F2' && !isPressed) return;
    event.preventDefault();
    onCorrect({ start: 0, end: 0 });
  };
  return (
    <div className={classes.cue} data-hit={isHit ? '' : undefined} onKeyDown={press}>
      <button
        type="button"
        className={classes.time}
        aria-current={isCurrent ? 'true' : undefined}
        aria-keyshortcuts="F2"
        onClick={() => onSeek(cue.start_second)}
      >
        <VisuallyHidden component="span">{t('lessons.goTo')} </VisuallyHidden>
        {formatSeconds(cue.start_second)}
      </button>
      <div
        role="button"
        tabIndex={isReachable ? 0 : -1}
        className={classes.words}
        dir="auto"
        aria-description={t('lessons.correctLine')}
        onClick={({ currentTarget }) => {
          const word = findClickedWord(currentTarget);
          if (word !== undefined) onCorrect(word);
        }}
      >
        {isQuoted ? <mark>{text}</mark> : text}
      </div>
    </div>
  );
}

/** A word of a line, by its characters. */
interface Word {
  readonly start: number;
  readonly end: number;
}

/** The word where a click put the caret, the beginning of the line where it put none, as a tap; undefined when words were selected. */
function findClickedWord(line: Element): Word | undefined {
  const selection = window.getSelection();
  const { anchorNode: node = null, anchorOffset: offset = 0 } = selection ?? {};
  if (node === null || !line.contains(node)) return { start: 0, end: 0 };
  if (selection?.isCollapsed === false) return undefined;
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(node, offset);
  const text = line.textContent;
  const caret = before.toString().length;
  return {
    start: caret - (/\S*$/u.exec(text.slice(0, caret))?.[0].length ?? 0),
    end: caret + (/^\S*/u.exec(text.slice(caret))?.[0].length ?? 0),
  };
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
  const navigate = useNavigate();
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
                  isReachable={index === Math.max(0, current)}
                  isHit={index === hit}
                  isQuoted={quoted !== undefined && index >= quoted.first && index <= quoted.last}
                  onSeek={clock.seek}
                  onCorrect={(word) => {
                    keepFirstKeys();
                    // So that the list is at this line again when it is back.
                    clock.seek(cue.start_second);
                    void navigate(paths.transcript(lessonId, index + 1), {
                      preventScrollReset: true,
                      state: word,
                    });
                  }}
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
