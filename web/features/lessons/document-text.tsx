import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson, LessonText } from '#contract/lessons.ts';
import { useLessonText } from '#web/api-client/lesson-text.queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { LostCharactersNote } from '#web/ui/lost-characters-note.tsx';
import { useFileText } from './lessons.queries.ts';
import { OpenInNewTab } from './content-failure.tsx';
import type { OpenedPlace } from './opened-place.ts';
import { locateQuote, type TextSpan } from '#web/ui/locate-quote.ts';
import classes from './content.module.css';
import { cutBlock, findPageOffset, inChunks, listBlocks, type TextBlock } from './text-blocks.ts';

/** A document as text: what Lectern read in it or, of an own text that it has not read, the file itself. */
export function DocumentText({
  lesson,
  isFileReadable,
  place,
  otherwise,
}: {
  lesson: Lesson;
  isFileReadable: boolean;
  place: OpenedPlace | undefined;
  /** Shown if no text is available. */
  otherwise: ReactNode;
}) {
  const { t } = useTranslation();
  const read = useLessonText(lesson.id, lesson.document_source_id !== null);
  const isUnread = lesson.document_source_id === null || read.data?.plain_text === '';
  // An own file can still be read when what Lectern read in it cannot be had.
  const file = useFileText(lesson.file, (isUnread || read.isError) && isFileReadable);
  if (!isUnread && read.data !== undefined) {
    return (
      <>
        {lesson.kind === 'pdf' && (
          <Group justify="space-between" mb="md" gap="xs">
            <Text size="sm" c="dimmed">
              {t('lessons.linkedHelp')}
            </Text>
            <OpenInNewTab file={lesson.file} />
          </Group>
        )}
        <TextReader lessonText={read.data} place={place} />
      </>
    );
  }
  if (file.data !== undefined) return <FileText text={file.data} place={place} />;
  const failed = file.isError ? file : read.isError && !isFileReadable ? read : undefined;
  if (failed !== undefined) {
    return (
      <Failure
        message={t('lessons.textFailed')}
        error={failed.error}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  if (isUnread && !isFileReadable) return otherwise;
  return (
    <Stack gap="sm" role="status" aria-label={t('lessons.loadingDocument')} maw="68ch" mx="auto" py="md">
      {[96, 100, 92, 98, 60, 0, 97, 94, 70].map((width, index) => (
        <Skeleton key={index} h={14} w={`${width}%`} visible={width > 0} />
      ))}
    </Stack>
  );
}

function FileText({ text, place }: { text: string; place: OpenedPlace | undefined }) {
  const lessonText = useMemo(() => ({ plain_text: text, passages: [] }), [text]);
  return <TextReader lessonText={lessonText} place={place} />;
}

/** The position of the quotation; undefined highlights nothing. */
function findMarked(lessonText: LessonText, place: OpenedPlace | undefined): TextSpan | undefined {
  if (place === undefined || place.quote === '') return undefined;
  const from = place.page === undefined ? 0 : (findPageOffset(lessonText, place.page) ?? 0);
  return locateQuote(lessonText.plain_text, place.quote, from);
}

const holds = (block: TextBlock, span: TextSpan | undefined): boolean =>
  span !== undefined && span.start < block.end && span.end > block.start;

function TextReader({ lessonText, place }: { lessonText: LessonText; place: OpenedPlace | undefined }) {
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
      <LostCharactersNote text={lessonText.plain_text} />
      {lessonText.guessed_encoding !== undefined && (
        <Alert color="yellow" role="note" mb="md">
          {t('lessons.guessedEncoding', { encoding: lessonText.guessed_encoding })}
        </Alert>
      )}
      {chunks.map((blocks, index) => (
        <div
          // The order of chunks never changes.
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
