import { Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '../../../contract/lessons.ts';
import { BlankLessonDrawing } from '../../ui/illustrations/blank-lesson.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DocumentText } from './document-text.tsx';
import { useFreshFile } from './lessons.queries.ts';
import { RecognitionNote } from './recognition-note.tsx';
import { OpenInNewTab } from './open-in-new-tab.tsx';
import type { OpenedPlace } from './opened-place.ts';
import type { Playback } from './playback.ts';
import { findYoutubeId, isOwnFile, isWebAddress } from './youtube.ts';
import { YoutubePlayer } from './youtube-player.tsx';

const VideoPlayer = lazy(async () => ({ default: (await import('./video-player.tsx')).VideoPlayer }));
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
  const youtubeId = findYoutubeId(file);
  if (youtubeId !== undefined) {
    return <YoutubePlayer key={youtubeId} title={title} videoId={youtubeId} playback={playback} />;
  }
  if (kind === 'video' && isWebAddress(file)) {
    return (
      <Suspense fallback={<ContentSkeleton aspectRatio="16 / 9" />}>
        <VideoPlayer
          key={identityOf(file)}
          title={title}
          file={file}
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
          key={`${identityOf(file)} ${lesson.docsource_id ?? ''}`}
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
      <DocumentText
        lesson={lesson}
        isFileReadable={kind === 'text' && isOwnFile(file)}
        place={place}
        otherwise={<UnknownContent lesson={lesson} />}
      />
    );
  }
  if (lesson.docsource_id !== null && kind !== 'video') {
    return (
      <DocumentText
        lesson={lesson}
        isFileReadable={false}
        place={place}
        otherwise={<UnknownContent lesson={lesson} />}
      />
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
