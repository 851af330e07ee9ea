import { Button, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import type { Lesson } from '../../contract/lessons.ts';
import { isNotFound } from '../api-client/api-error.ts';
import { useLesson, useRunningWork } from '../api-client/lesson-work.queries.ts';
import { IngestDocument } from '../features/lessons/ingest-document.tsx';
import { LessonContent } from '../features/lessons/lesson-content.tsx';
import { LessonHeader } from '../features/lessons/lesson-header.tsx';
import classes from '../features/lessons/lesson-screen.module.css';
import { STACKED_CONTENT_ID, LessonSplit } from '../features/lessons/lesson-split.tsx';
import { useLessonPlayback } from '../features/lessons/use-lesson-playback.ts';
import { useOpenedPlace } from '../features/lessons/use-opened-place.ts';
import { usePlayerKeys } from '../features/lessons/use-player-keys.ts';
import { findYoutubeId, isOwnFile } from '../features/lessons/youtube.ts';
import { BankLine } from '../features/question-bank/bank-line.tsx';
import { SummaryPanel } from '../features/summaries/summary-panel.tsx';
import { toWebVtt } from '../features/transcripts/export-transcript.ts';
import { TranscriptPanel } from '../features/transcripts/transcript-panel.tsx';
import { useTranscriptDraft } from '../features/transcripts/use-transcript-draft.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Failure } from '../ui/failure.tsx';
import { BlankLessonDrawing } from '../ui/illustrations/blank-lesson.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';
import { readId } from '../ui/read-id.ts';

const TRANSCRIBE = 'transcribe';
const SUMMARY = 'summary';

/** `/lessons/:lessonId`: what a lesson teaches with, beside what Lectern made of it. */
export function Component() {
  const { lessonId = '' } = useParams();
  const id = readId(lessonId);
  if (id === undefined) return <NoLesson />;
  // Another lesson is another screen: nothing of the one before stays.
  return <LessonPage key={id} lessonId={id} />;
}

function LessonPage({ lessonId }: { lessonId: number }) {
  const { t } = useTranslation();
  const { data: lesson, error, refetch, isFetching } = useLesson(lessonId);
  // Also when it was on the screen before: somebody deleted it meanwhile.
  if (isNotFound(error)) return <NoLesson />;
  if (lesson !== undefined) return <LessonScreen lesson={lesson} />;
  if (error !== null) {
    return (
      <Failure
        message={t('lessons.failed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return <LoadingLesson />;
}

function LessonScreen({ lesson }: { lesson: Lesson }) {
  const { place, openEvidence } = useOpenedPlace(lesson.id);
  const playback = useLessonPlayback(lesson.id, place);
  const runningWork = useRunningWork(lesson.id);
  const [draft, setDraft] = useTranscriptDraft(lesson.id);
  usePlayerKeys(playback, lesson.kind === 'video');
  const captions = useMemo(
    () => (lesson.transcript_cues.length === 0 ? '' : toWebVtt(lesson.transcript_cues)),
    [lesson.transcript_cues],
  );
  useEffect(() => {
    if (place !== undefined)
      document.getElementById(STACKED_CONTENT_ID)?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const ingest = <IngestDocument lesson={lesson} />;
  const summary = (
    <SummaryPanel
      lesson={lesson}
      isRunning={runningWork.includes('summary')}
      onOpen={openEvidence}
      ingest={ingest}
    />
  );
  return (
    <div className={classes.screen}>
      <LessonHeader
        lesson={lesson}
        // Before its text is read, the lesson has nothing to ask about.
        questions={lesson.docsource_id === null ? undefined : <BankLine lessonId={lesson.id} />}
      />
      <LessonSplit
        isTall={lesson.kind === 'pdf' && isOwnFile(lesson.file)}
        side={
          <SidePanel
            isVideo={lesson.kind === 'video'}
            transcript={
              <TranscriptPanel
                lesson={lesson}
                clock={playback}
                place={place}
                draft={draft}
                onDraft={setDraft}
                isYoutube={findYoutubeId(lesson.file) !== undefined}
              />
            }
            summary={summary}
          />
        }
        content={<LessonContent lesson={lesson} captions={captions} playback={playback} place={place} />}
      />
    </div>
  );
}

/** Video lessons have two tabs, kept in the address; others have the summary alone. */
function SidePanel({
  isVideo,
  transcript,
  summary,
}: {
  isVideo: boolean;
  transcript: React.ReactNode;
  summary: React.ReactNode;
}) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const tab = isVideo && parameters.get('tab') !== SUMMARY ? TRANSCRIBE : SUMMARY;
  const choose = (chosen: string | null): void => {
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (chosen === SUMMARY) changed.set('tab', SUMMARY);
        else changed.delete('tab');
        return changed;
      },
      { replace: true, preventScrollReset: true, state },
    );
  };
  return (
    <Tabs value={tab} onChange={choose} className={classes.tabs}>
      <Tabs.List className={classes.tabList} aria-label={t('lessons.tabs')}>
        {isVideo && <Tabs.Tab value={TRANSCRIBE}>{t('lessons.transcribeTab')}</Tabs.Tab>}
        <Tabs.Tab value={SUMMARY}>{t('lessons.summaryTab')}</Tabs.Tab>
      </Tabs.List>
      {isVideo && (
        <Tabs.Panel value={TRANSCRIBE} className={classes.tabPanel}>
          {transcript}
        </Tabs.Panel>
      )}
      <Tabs.Panel value={SUMMARY} className={classes.tabPanel}>
        {summary}
      </Tabs.Panel>
    </Tabs>
  );
}

function NoLesson() {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing={<BlankLessonDrawing />}
      title={<PageTitle>{t('lessons.notFound')}</PageTitle>}
      text={t('lessons.notFoundHelp')}
      action={
        <Button component={Link} to={paths.courses}>
          {t('lessons.backToCourses')}
        </Button>
      }
    />
  );
}

function LoadingLesson() {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text role="status" c="dimmed" size="sm">
        {t('lessons.loading')}
      </Text>
      <Skeleton h={34} w="min(460px, 90%)" />
      <div className={classes.loading}>
        <Skeleton h={420} radius="md" />
        <Skeleton h={420} radius="md" />
      </div>
    </Stack>
  );
}
