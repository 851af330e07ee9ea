import { Title } from '@mantine/core';
import { Fragment, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonText } from '#contract/lessons.ts';
import { locateQuote, type TextSpan } from '#web/ui/locate-quote.ts';
import classes from './content.module.css';
import type { OpenedPlace } from './opened-place.ts';
import { cutBlock, findPageOffset, inChunks, listBlocks, type TextBlock } from './text-blocks.ts';

/** The position of the quotation; undefined highlights nothing. */
function findMarked(lessonText: LessonText, place: OpenedPlace | undefined): TextSpan | undefined {
  if (place === undefined || place.quote === '') return undefined;
  const from = place.page === undefined ? 0 : (findPageOffset(lessonText, place.page) ?? 0);
  return locateQuote(lessonText.plain_text, place.quote, from);
}

const holds = (block: TextBlock, span: TextSpan | undefined): boolean =>
  span !== undefined && span.start < block.end && span.end > block.start;

/** The text of a lesson in a column for reading, with the words that a chip points at marked and in sight. */
export function TextReader({
  lessonText,
  place,
}: {
  lessonText: LessonText;
  place: OpenedPlace | undefined;
}) {
  const { t } = useTranslation();
  const column = useRef<HTMLElement>(null);
  const chunks = useMemo(() => inChunks(listBlocks(lessonText)), [lessonText]);
  const marked = useMemo(() => findMarked(lessonText, place), [lessonText, place]);

  useEffect(() => {
    if (place === undefined) return;
    const goal =
      column.current?.querySelector('mark') ??
      column.current?.querySelector(`[data-page="${place.page ?? ''}"]`);
    goal?.scrollIntoView({ block: 'center' });
  }, [place, marked]);

  return (
    <article ref={column} className={`reading ${classes.reader ?? ''}`} aria-label={t('lessons.lessonText')}>
      {chunks.map((blocks, index) => (
        <div
          // Chunks never change their places.
          key={index}
          // The target must be laid out before scrolling.
          className={blocks.some((block) => holds(block, marked)) ? undefined : classes.chunk}
        >
          {blocks.map((block) => (
            <Fragment key={block.start}>
              {block.page !== undefined && (
                <p className={classes.pageNumber} data-page={block.page}>
                  {t('lessons.pageNumber', { page: block.page })}
                </p>
              )}
              <Block block={block} marked={marked} />
            </Fragment>
          ))}
        </div>
      ))}
    </article>
  );
}

function Block({ block, marked }: { block: TextBlock; marked: TextSpan | undefined }) {
  const pieces = cutBlock(block, marked).map((piece, index) =>
    piece.isMarked ? <mark key={index}>{piece.text}</mark> : <Fragment key={index}>{piece.text}</Fragment>,
  );
  return block.kind === 'heading' ? (
    <Title order={2} size="h3" dir="auto">
      {pieces}
    </Title>
  ) : (
    <p className={block.kind === 'paragraph' ? undefined : classes[block.kind]} dir="auto">
      {pieces}
    </p>
  );
}
