import { Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconScan } from '@tabler/icons-react';
import { findYoutubeVideoId } from '#contract/youtube-address.ts';
import type { Lesson } from '#contract/lessons.ts';
import { BlankLessonDrawing } from '#web/ui/illustrations/blank-lesson.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { RecognizedPageList } from '#contract/recognition.ts';
import { useFreshFile } from './lessons.queries.ts';
import { OpenInNewTab } from './content-failure.tsx';
import type { OpenedPlace } from './opened-place.ts';
import type { Playback } from './playback.ts';
import { isOwnFile, isWebAddress } from './web-address.ts';
import classes from './content.module.css';
import { useRecognizedPages } from './recognition.queries.ts';

/** Below this confidence a page is worth a second look. */
const DOUBTFUL_CONFIDENCE = 80;

const MOST_NAMED_PAGES = 12;

function RecognitionNote({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const { data: pages = [] } = useRecognizedPages(lesson);
  if (pages.length === 0) return null;
  const doubtful = listPages(
    pages,
    (page) => page.is_readable && (page.confidence < DOUBTFUL_CONFIDENCE || page.has_unsure_text),
  );
  const read = pages.filter((page) => page.is_readable).length;
  const unread = listPages(pages, (page) => !page.is_readable);
  return (
    <div className={classes.recognition} role="note">
      <IconScan size={18} stroke={1.7} aria-hidden />
      <Text size="sm">
        {read > 0 && t('lessons.recognized', { count: read, total: lesson.page_count ?? read })}
        {doubtful !== '' && ` ${t('lessons.recognizedDoubtful', { pages: doubtful })}`}
        {pages.some((page) => page.has_unsure_text) && ` ${t('lessons.recognizedUnsure')}`}
        {unread !== '' && ` ${t('lessons.recognizedUnread', { pages: unread })}`}
      </Text>
    </div>
  );
}

/** Such as "3, 7, 12", and "…" for the rest of many. */
function listPages(
  pages: RecognizedPageList,
  isMeant: (page: RecognizedPageList[number]) => boolean,
): string {
  const numbers = pages.filter(isMeant).map(({ page }) => page);
  const named = numbers.slice(0, MOST_NAMED_PAGES).join(', ');
  return numbers.length > MOST_NAMED_PAGES ? `${named}, …` : named;
}

const VideoPlayer = lazy(async () => {
  const [module, { startPlayerTexts }] = await Promise.all([
    import('./video-player.tsx'),
    import('./player-texts.ts'),
  ]);
  await startPlayerTexts();
  return { default: module.VideoPlayer };
});
const YoutubePlayer = lazy(async () => ({ default: (await import('./youtube-player.tsx')).YoutubePlayer }));
const DocumentText = lazy(async () => ({ default: (await import('./document-text.tsx')).DocumentText }));
const PdfViewer = lazy(async () => ({ default: (await import('./pdf-viewer.tsx')).PdfViewer }));

/** The address of the file without its signature: the same for as long as the file is. */
const identityOf = (file: string): string => file.split('?', 1)[0] ?? file;

/** What the lesson teaches with: a video, a document, a text, or a link when it cannot be shown here. */
export function LessonContent({
  lesson,
  captions,
  playback,
  place,
}: {
  lesson: Lesson;
  /** WebVTT; empty without a transcript. */
  captions: string;
  playback: Playback;
  place: OpenedPlace | undefined;
}) {
  const getFreshFile = useFreshFile(lesson.id);
  const { title, file, kind } = lesson;
  const youtubeId = findYoutubeVideoId(file);
  if (youtubeId !== undefined) {
    return (
      <Suspense fallback={<ContentSkeleton height={400} />}>
        <YoutubePlayer key={youtubeId} title={title} videoId={youtubeId} playback={playback} />
      </Suspense>
    );
  }
  if (kind === 'video' && isWebAddress(file)) {
    return (
      <Suspense fallback={<ContentSkeleton aspectRatio="16 / 9" />}>
        <VideoPlayer
          key={identityOf(file)}
          title={title}
          file={file}
          recording={lesson.recording}
          captions={captions}
          playback={playback}
          getFreshFile={getFreshFile}
        />
      </Suspense>
    );
  }
  if (kind === 'pdf' && isOwnFile(file)) {
    return (
      <Suspense fallback={<ContentSkeleton height={750} />}>
        <RecognitionNote lesson={lesson} />
        <PdfViewer
          // With what was recognized in its pages, it is another text to search and mark.
          key={`${identityOf(file)} ${lesson.document_source_id ?? ''}`}
          lesson={lesson}
          file={file}
          place={place}
          getFreshFile={getFreshFile}
        />
      </Suspense>
    );
  }
  if (kind === 'pdf' || kind === 'text') {
    return (
      <Suspense fallback={<ContentSkeleton height={750} />}>
        <DocumentText
          lesson={lesson}
          isFileReadable={kind === 'text' && isOwnFile(file)}
          place={place}
          otherwise={<UnknownContent lesson={lesson} />}
        />
      </Suspense>
    );
  }
  if (lesson.document_source_id !== null && kind !== 'video') {
    return (
      <Suspense fallback={<ContentSkeleton height={750} />}>
        <DocumentText
          lesson={lesson}
          isFileReadable={false}
          place={place}
          otherwise={<UnknownContent lesson={lesson} />}
        />
      </Suspense>
    );
  }
  return <UnknownContent lesson={lesson} />;
}

function UnknownContent({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing={<BlankLessonDrawing />}
      title={<Text fw={500}>{t('lessons.unableToDisplay')}</Text>}
      text={lesson.kind === 'video' ? t('lessons.unableToDisplayHelp') : t('lessons.unreadHelp')}
      action={<OpenInNewTab file={lesson.file} />}
    />
  );
}

export function ContentSkeleton({ aspectRatio, height }: { aspectRatio?: string; height?: number }) {
  return <Skeleton radius="md" h={height} style={aspectRatio === undefined ? {} : { aspectRatio }} />;
}
