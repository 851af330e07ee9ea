import { Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatch, useSearchParams } from 'react-router';
import type { Lesson } from '#contract/lessons.ts';
import { PAGES } from '#contract/page-addresses.ts';
import { useRunningWork } from '../api-client/lesson-work.queries.ts';
import { LessonAtAddress } from '../features/lessons/lesson-at-address.tsx';
import { IngestDocument } from '../features/lessons/ingest-document.tsx';
import { LessonContent } from '../features/lessons/lesson-content.tsx';
import { LessonHeader } from '../features/lessons/lesson-header.tsx';
import classes from '../features/lessons/lesson-screen.module.css';
import { LessonJumps } from '../features/lessons/lesson-jumps.tsx';
import { CONTENT_ID, LessonSplit, PANEL_ID } from '../features/lessons/lesson-split.tsx';
import { useLessonPlayback } from '../features/lessons/use-lesson-playback.ts';
import { useReturn } from '../features/lessons/use-return.ts';
import { useOpenedPlace } from '../features/lessons/opened-place.ts';
import { usePlayerKeys } from '../features/lessons/use-player-keys.ts';
import type { Evidence } from '#contract/evidence.ts';
import { findYoutubeVideoId } from '#contract/youtube-address.ts';
import { isOwnFile } from '../features/lessons/web-address.ts';
import { ChangedEvidenceNotice } from '../features/changed-evidence/load-changed-evidence.ts';
import { BankLine } from '../features/quizzes/bank/bank-line.tsx';
import { SummaryPanel } from '../features/summaries/summary-panel.tsx';
import { toWebVtt } from '../features/transcripts/export-transcript.ts';
import { TranscriptPanel } from '../features/transcripts/transcript-panel.tsx';
import { useTyped } from '../ui/typed-values.ts';

const TranscriptStudio = lazy(async () => ({
  default: (await import('../features/transcript-studio/transcript-studio.tsx')).TranscriptStudio,
}));

const EditLessonDialog = lazy(async () => ({
  default: (await import('../features/courses/edit-lesson-dialog.tsx')).EditLessonDialog,
}));

const TRANSCRIBE = 'transcribe';
const SUMMARY = 'summary';

/** `/lessons/:lessonId`: the content of a lesson next to its transcript and summary. With `/transcript`, the transcript is corrected. */
export const Component = () => (
  <LessonAtAddress loading={<LoadingLesson />}>
    {(lesson) => <LessonScreen lesson={lesson} />}
  </LessonAtAddress>
);

function LessonScreen({ lesson }: { lesson: Lesson }) {
  const { place, openEvidence } = useOpenedPlace(lesson.id);
  const playback = useLessonPlayback(lesson.id, place);
  const { leave, goBack } = useReturn();
  const [tab, chooseTab] = useLessonTab(lesson.kind === 'video');
  const isCorrecting = useIsCorrecting();
  const runningWork = useRunningWork(lesson.id);
  const [draft, setDraft] = useTyped(`transcript:${lesson.id}`, '', { onLeave: 'keep' });
  const [query, setQuery] = useState('');
  usePlayerKeys(playback, lesson.kind === 'video');
  const captions = useMemo(
    () => (lesson.transcript_cues.length === 0 ? '' : toWebVtt(lesson.transcript_cues)),
    [lesson.transcript_cues],
  );
  useEffect(() => {
    if (place !== undefined) document.getElementById(CONTENT_ID)?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const followChip = (evidence: Evidence): void => {
    leave();
    openEvidence(evidence);
  };
  const ingest = <IngestDocument lesson={lesson} />;
  const summary = (
    <SummaryPanel
      lesson={lesson}
      isRunning={runningWork.includes('summary')}
      onOpen={followChip}
      ingest={ingest}
    />
  );
  return (
    <div className={classes.screen}>
      <LessonHeader
        lesson={lesson}
        // Before its text is read, the lesson has nothing to ask about.
        questions={lesson.document_source_id === null ? undefined : <BankLine lessonId={lesson.id} />}
        editDialog={(close) => <EditLessonDialog lesson={lesson} onMoved={close} onClose={close} />}
      />
      {lesson.document_source_id !== null && (
        <Suspense>
          <ChangedEvidenceNotice lessonId={lesson.id} onOpen={followChip} />
        </Suspense>
      )}
      <LessonJumps isVideo={lesson.kind === 'video'} tab={tab} onTab={chooseTab} onReturn={goBack} />
      <LessonSplit
        isTall={lesson.kind === 'pdf' && isOwnFile(lesson.file)}
        side={
          <SidePanel
            isVideo={lesson.kind === 'video'}
            tab={tab}
            onTab={chooseTab}
            transcript={
              // One boundary for both, so that the lines stay in sight until the studio is loaded.
              <Suspense>
                {isCorrecting ? (
                  <TranscriptStudio lessonId={lesson.id} clock={playback} />
                ) : (
                  <TranscriptPanel
                    lesson={lesson}
                    clock={playback}
                    place={place}
                    query={query}
                    onQuery={setQuery}
                    draft={draft}
                    onDraft={setDraft}
                    isYoutube={findYoutubeVideoId(lesson.file) !== undefined}
                  />
                )}
              </Suspense>
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
function useLessonTab(isVideo: boolean): [string, (tab: string | null) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
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
  return [isVideo && parameters.get('tab') !== SUMMARY ? TRANSCRIBE : SUMMARY, choose];
}

/** Back from the corrections, the focus goes to the panel: what had it is gone. */
function useIsCorrecting(): boolean {
  const isCorrecting = useMatch(PAGES.transcript) !== null;
  const before = useRef(isCorrecting);
  useEffect(() => {
    if (before.current && !isCorrecting) document.getElementById(PANEL_ID)?.focus({ preventScroll: true });
    before.current = isCorrecting;
  }, [isCorrecting]);
  return isCorrecting;
}

function SidePanel({
  isVideo,
  tab,
  onTab,
  transcript,
  summary,
}: {
  isVideo: boolean;
  tab: string;
  onTab: (tab: string | null) => void;
  transcript: React.ReactNode;
  summary: React.ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Tabs value={tab} onChange={onTab} className={classes.tabs}>
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
