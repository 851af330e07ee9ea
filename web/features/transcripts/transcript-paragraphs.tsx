import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { locateQuote } from '../../ui/locate-quote.ts';
import classes from './transcript.module.css';

/** A transcript without times, in paragraphs, with the words that a chip points at marked. */
export function TranscriptParagraphs({ text, quote }: { text: string; quote: string }) {
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
