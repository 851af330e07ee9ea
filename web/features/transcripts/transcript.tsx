import { useMemo, useState } from 'react';
import type { Lesson } from '../../../contract/lessons.ts';
import { CueList } from './cue-list.tsx';
import { findQuotedCues } from './find-cue.ts';
import type { PlaybackClock } from './playback-clock.ts';
import { listCuesWith } from './search-transcript.ts';
import { TranscriptParagraphs } from './transcript-paragraphs.tsx';
import { TranscriptToolbar } from './transcript-toolbar.tsx';
import classes from './transcript.module.css';

/** A transcript: its search and downloads, and its lines, which follow the video. */
export function Transcript({
  lesson,
  clock,
  place,
  onReplace,
}: {
  lesson: Lesson;
  clock: PlaybackClock;
  place: { readonly second: number | undefined; readonly quote: string } | undefined;
  onReplace: () => void;
}) {
  const { transcript_cues: cues, audio_transcript: text } = lesson;
  const [query, setQuery] = useState('');
  const [hitAt, setHitAt] = useState(0);
  const hits = useMemo(() => listCuesWith(cues, query), [cues, query]);
  const quoted = useMemo(
    () =>
      place === undefined || place.quote === '' ? undefined : findQuotedCues(cues, place.quote, place.second),
    [cues, place],
  );
  const goToHit = (step: number): void => {
    setHitAt((at) => (hits.length === 0 ? 0 : (at + step + hits.length) % hits.length));
  };
  return (
    <div className={classes.transcript}>
      <TranscriptToolbar
        lesson={lesson}
        query={query}
        onQuery={(changed) => {
          setQuery(changed);
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
        <CueList cues={cues} clock={clock} quoted={quoted} query={query} hit={hits[hitAt]} />
      )}
    </div>
  );
}
