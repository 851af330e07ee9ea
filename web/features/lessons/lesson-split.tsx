import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Group, Panel, Separator, type Layout } from 'react-resizable-panels';
import { readStored, writeStored } from '../../api-client/browser-storage.ts';
import classes from './lesson-screen.module.css';

const STORED = 'lessonLayout';
/** Of the content where it stands above the panel, and may have to be brought into sight. */
export const STACKED_CONTENT_ID = 'lesson-content';

const SIDE = 'side';
const CONTENT = 'content';

function readLayout(): Layout {
  const side = Number(readStored(STORED) ?? Number.NaN);
  const percent = side >= 20 && side <= 70 ? side : 38;
  return { [SIDE]: percent, [CONTENT]: 100 - percent };
}

/** Panel and content side by side with a divider to drag; below 900 px one under the other, content first. */
export function LessonSplit({
  side,
  content,
  isTall,
}: {
  side: ReactNode;
  content: ReactNode;
  /** The content has a height of its own, which the panel takes over so that only one of the two scrolls. */
  isTall: boolean;
}) {
  const { t } = useTranslation();
  const isWide = useMediaQuery('(min-width: 900px)', true, { getInitialValueInEffect: false });
  const [layout] = useState(readLayout);
  const sidePanel = (
    <section className={classes.side} aria-label={t('lessons.panel')}>
      {side}
    </section>
  );
  if (!isWide) {
    return (
      <div className={classes.stack}>
        <section id={STACKED_CONTENT_ID} className={classes.stackedContent} aria-label={t('lessons.content')}>
          {content}
        </section>
        {sidePanel}
      </div>
    );
  }
  return (
    <Group
      className={classes.split}
      data-tall={isTall ? '' : undefined}
      defaultLayout={layout}
      onLayoutChanged={(changed, { isUserInteraction }) => {
        if (isUserInteraction) writeStored(STORED, String(Math.round(changed[SIDE] ?? 38)));
      }}
    >
      <Panel id={SIDE} minSize="280px" maxSize="70%">
        {sidePanel}
      </Panel>
      <Separator className={classes.separator} aria-label={t('lessons.divider')} />
      <Panel id={CONTENT} minSize="320px">
        <section className={classes.content} aria-label={t('lessons.content')} tabIndex={0}>
          {content}
        </section>
      </Panel>
    </Group>
  );
}
