import { Fragment, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOfStem, listStemParts, nameStem } from '#contract/question-rules/stem-parts.ts';
import classes from './stem-view.module.css';

/**
 * The stem of a question: its words, and its code as code.
 * @param className of the words
 * @param headingId makes the first words a heading, which this id names and which can be focused
 */
export function StemView({
  stem,
  className,
  headingId,
}: {
  stem: string;
  className: string | undefined;
  headingId?: string;
}) {
  const parts = listStemParts(stem);
  const wordsClass = `${className ?? ''} ${classes.words ?? ''}`;
  const firstWords = parts.findIndex(({ kind }) => kind === 'words');
  const heading = (text: string): ReactNode => (
    <h3 id={headingId} tabIndex={-1} className={wordsClass} dir="auto">
      {text}
    </h3>
  );
  return (
    <>
      {headingId !== undefined && firstWords < 0 && heading(nameStem(stem))}
      {parts.map((part, place) => {
        if (part.kind === 'code') return <StemCode key={place} code={part.code} language={part.language} />;
        return headingId !== undefined && place === firstWords ? (
          <Fragment key={place}>{heading(part.text)}</Fragment>
        ) : (
          <p key={place} className={wordsClass} dir="auto">
            {part.text}
          </p>
        );
      })}
    </>
  );
}

/** How a stem with code will look, for the form it is written in; nothing for one without. */
export function StemPreview({ stem, className }: { stem: string; className: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  if (codeOfStem(stem) === '')
    return stem.includes('```') ? <p className={classes.note}>{t('quizzes.codeUnfinished')}</p> : null;
  return (
    <div role="group" aria-labelledby={id} className={classes.preview}>
      <p id={id} className={classes.note}>
        {t('quizzes.codePreview')}
      </p>
      <StemView stem={stem} className={className} />
    </div>
  );
}

/** Code that keeps its lines and scrolls sideways; then, and only then, it can be focused to be scrolled by keys. */
function StemCode({ code, language }: { code: string; language: string | null }) {
  const { t } = useTranslation();
  const box = useRef<HTMLPreElement>(null);
  const id = useId();
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className={classes.caption}>
        {language === null ? t('quizzes.code') : t('quizzes.codeIn', { language })}
      </figcaption>
      <pre
        ref={box}
        dir="ltr"
        translate="no"
        className={classes.code}
        {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-labelledby': id } : {})}
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
