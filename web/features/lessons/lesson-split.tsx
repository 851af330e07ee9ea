import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, writeStored } from '#web/api-client/browser-storage.ts';
import classes from './lesson-screen.module.css';

const STORED = 'lessonLayout';
export const CONTENT_ID = 'lesson-content';
export const PANEL_ID = 'lesson-panel';

const LEAST = 20;
const MOST = 70;
const USUAL = 48;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -2, ArrowRight: 2 };

function readPercent(): number {
  const stored = Number(readStored(STORED) ?? Number.NaN);
  return stored >= LEAST && stored <= MOST ? stored : USUAL;
}

/**
 * Panel and content side by side with a divider to drag; below 900 px one under the other, content first. Only the style
 * sheet distinguishes the two, so that a video keeps playing when the window crosses that width.
 */
export function LessonSplit({
  side,
  content,
  isTall,
}: {
  side: ReactNode;
  content: ReactNode;
  /** The content sets its own height, which the panel adopts so that only one of the two scrolls. */
  isTall: boolean;
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [percent, setPercent] = useState(readPercent);
  const change = (wanted: number): void => {
    const changed = Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
    setPercent(changed);
    writeStored(STORED, String(changed));
  };
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const { left = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {};
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      change(((event.clientX - left) / width) * 100);
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // The arrows move the video elsewhere on the page.
    event.stopPropagation();
    change(percent + step);
  };
  // A variable, because React's types know only the properties of CSS.
  const width = { '--side-width': `${percent}%` };
  return (
    <div
      ref={frame}
      className={classes.split}
      data-tall={isTall ? '' : undefined}
      style={{ minInlineSize: 0, ...width }}
    >
      <section id={CONTENT_ID} className={classes.content} aria-label={t('lessons.content')} tabIndex={0}>
        {content}
      </section>
      <div
        className={classes.separator}
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('lessons.divider')}
        aria-controls={PANEL_ID}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        aria-valuenow={percent}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      <section id={PANEL_ID} className={classes.side} aria-label={t('lessons.panel')} tabIndex={-1}>
        {side}
      </section>
    </div>
  );
}
