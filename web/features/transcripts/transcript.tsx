import { lazy, Suspense, useMemo, useState, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '#contract/lessons.ts';
import { locateQuote } from '#web/ui/locate-quote.ts';
import { findCueIndex, findQuotedCues } from './find-cue.ts';
import type { PlaybackClock } from './playback-clock.ts';
import { listCuesWith } from './search-transcript.ts';
import { TranscriptToolbar } from './transcript-toolbar.tsx';
import classes from './transcript.module.css';

const CueList = lazy(async () => ({ default: (await import('./cue-list.tsx')).CueList }));

/** A transcript without times, in paragraphs, with the words that a chip points at marked. */
function TranscriptParagraphs({ text, quote }: { text: string; quote: string }) {
  const { t } = useTranslation();
  const column = useRef<HTMLDivElement>(null);
  const paragraphs = useMemo(() => listParagraphs(text), [text]);
  useEffect(() => {
    if (quote !== '') column.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [quote, text]);
  return (
    <div
      ref={column}
      className={`reading ${classes.scroller ?? ''} ${classes.paragraphs ?? ''}`}
      tabIndex={0}
      role="region"
      aria-label={t('lessons.transcript')}
      dir="auto"
    >
      {paragraphs.map((paragraph, index) => (
        <Paragraph key={index} text={paragraph} quote={quote} />
      ))}
    </div>
  );
}

const listParagraphs = (text: string): string[] =>
  text.split(/\n+/).filter((paragraph) => paragraph.trim() !== '');

function Paragraph({ text, quote }: { text: string; quote: string }) {
  const span = quote === '' ? undefined : locateQuote(text, quote);
  if (span === undefined) return <p>{text}</p>;
  return (
    <p>
      {text.slice(0, span.start)}
      <mark>{text.slice(span.start, span.end)}</mark>
      {text.slice(span.end)}
    </p>
  );
}

/** A transcript: its search and downloads, and its lines, which follow the video. */
export function Transcript({
  lesson,
  notice,
  clock,
  place,
  query,
  onQuery,
  onReplace,
}: {
  lesson: Lesson;
  /** Above the toolbar. */
  notice: ReactNode;
  clock: PlaybackClock;
  place: { readonly second: number | undefined; readonly quote: string } | undefined;
  query: string;
  onQuery: (query: string) => void;
  onReplace: () => void;
}) {
  const { transcript_cues: cues, audio_transcript: text } = lesson;
  const hits = useMemo(() => listCuesWith(cues, query), [cues, query]);
  // After a correction, the search continues at the corrected line.
  const [hitAt, setHitAt] = useState(() => {
    const current = findCueIndex(cues, clock.getSecond());
    return Math.max(
      0,
      hits.findIndex((index) => index >= current),
    );
  });
  const quoted = useMemo(
    () =>
      place === undefined || place.quote === '' ? undefined : findQuotedCues(cues, place.quote, place.second),
    [cues, place],
  );
  const goToHit = (step: number): void =>
    setHitAt((at) => (hits.length === 0 ? 0 : (at + step + hits.length) % hits.length));
  return (
    <div className={classes.transcript}>
      {notice}
      <TranscriptToolbar
        lesson={lesson}
        query={query}
        onQuery={(changed) => {
          onQuery(changed);
          setHitAt(0);
        }}
        isSearchable={cues.length > 0}
        hitNumber={hits.length === 0 ? 0 : hitAt + 1}
        hitCount={hits.length}
        onHit={goToHit}
        onReplace={onReplace}
      />
      {cues.length === 0 ? (
        <TranscriptParagraphs text={text} quote={place?.quote ?? ''} />
      ) : (
        <Suspense>
          <CueList
            lessonId={lesson.id}
            cues={cues}
            clock={clock}
            quoted={quoted}
            query={query}
            hit={hits[hitAt]}
          />
        </Suspense>
      )}
    </div>
  );
}
