import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '../../ui/format.ts';
import type { Cue } from './find-cue.ts';
import { listHits } from './search-transcript.ts';
import classes from './transcript.module.css';

/** One line of a transcript: a click goes there in the video. */
export function CueLine({
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
      onClick={() => {
        onSeek(cue.start_second);
      }}
    >
      <span className={classes.time}>
        <span className={classes.hidden}>{t('lessons.goTo')} </span>
        {time}
        <span className={classes.hidden}>: </span>
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
