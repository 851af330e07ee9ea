import { Anchor, Button, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/ui/link.tsx';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import type { Lesson } from '#contract/lessons.ts';
import {
  useCreateSummary,
  useIsSummarizing,
  useLesson,
  useRunningWork,
  useStartTranscription,
} from '#web/api-client/lesson-work.queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { hasNoSpeech } from '#web/ui/has-no-speech.ts';
import { paths } from '#web/ui/paths.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { useSummaryLength } from '#web/ui/use-summary-length.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import type { LessonChatWork } from './chat-work.ts';
import { SummaryResult, TranscriptResult, WorkProgress } from './work-result.tsx';

/** A requested transcript or summary: starting, running, done or failed, according to the lesson. */
export function WorkView({ work, isNew }: { work: LessonChatWork; isNew: boolean }) {
  const { t } = useTranslation();
  const Work = work.work === 'transcribe' ? Transcription : Summary;
  return (
    <WhenLoaded
      query={useLesson(work.lessonId)}
      failure={t('lessons.failed')}
      loading={<Skeletons label={t('lessons.loading')} heights={[20, 72]} />}
      missing={<Text>{t('assistant.lessonGone', { title: work.lessonTitle })}</Text>}
    >
      {(lesson) => <Work lesson={lesson} isNew={isNew} />}
    </WhenLoaded>
  );
}

/** Starts newly requested work once, unless it is done already. */
function useFirstStart(isWanted: boolean, start: () => void): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!isWanted || hasStarted.current) return;
    hasStarted.current = true;
    start();
  });
}

function Transcription({ lesson, isNew }: { lesson: Lesson; isNew: boolean }) {
  const { t } = useTranslation();
  const start = useStartTranscription(lesson.id);
  const isThere = lesson.audio_transcript !== '';
  const isRunning = lesson.transcription_id !== null;
  // An earlier failure does not prevent a new request.
  useFirstStart(isNew && !isThere && !isRunning, start.mutate);
  if (isThere) return <TranscriptResult lesson={lesson} />;
  if (isRunning) {
    return (
      <WorkProgress
        text={t('lessons.transcriptionUnderWay')}
        label={t('lessons.transcriptionProgress')}
        percent={lesson.transcription_progress ?? 0}
      />
    );
  }
  if (start.isPending) return <WorkProgress text={t('assistant.transcribe.starting')} />;
  if (start.isError) {
    return (
      <Retry
        message={t('lessons.transcriptionNotStarted')}
        reason={explainFailure(t, start.error)}
        error={start.error}
        lessonId={lesson.id}
        onRetry={start.mutate}
      />
    );
  }
  if (hasNoSpeech(lesson)) {
    return (
      <NotStarted text={wordMessage(t, lesson.transcription_error_coded, lesson.transcription_error ?? '')}>
        <Button component={Link} to={paths.lesson(lesson.id)} size="xs" variant="default">
          {t('assistant.openLesson')}
        </Button>
      </NotStarted>
    );
  }
  if (lesson.transcription_error !== null) {
    return (
      <Retry
        message={t('lessons.transcriptionFailed')}
        reason={wordMessage(t, lesson.transcription_error_coded, lesson.transcription_error)}
        lessonId={lesson.id}
        onRetry={start.mutate}
      />
    );
  }
  return (
    <NotStarted text={t('assistant.transcribe.notStarted', { title: lesson.title })}>
      <Button size="xs" variant="default" onClick={() => start.mutate()}>
        {t('lessons.createTranscription')}
      </Button>
    </NotStarted>
  );
}

function Summary({ lesson, isNew }: { lesson: Lesson; isNew: boolean }) {
  const { t } = useTranslation();
  const create = useCreateSummary(lesson);
  const [length] = useSummaryLength();
  const isAsked = useIsSummarizing(lesson.id);
  const isRunning = useRunningWork(lesson.id).includes('summary') || isAsked;
  const isThere = lesson.summary !== '' || lesson.summary_points.length > 0;
  const start = (): void => create.mutate({ length });
  useFirstStart(isNew && !isThere && !isRunning, start);
  if (isThere) return <SummaryResult lesson={lesson} />;
  if (isRunning) return <WorkProgress text={t('lessons.summarizing')} />;
  if (create.isError) {
    return (
      <Retry
        message={t('lessons.summaryFailed')}
        reason={explainFailure(t, create.error)}
        error={create.error}
        lessonId={lesson.id}
        onRetry={start}
      />
    );
  }
  return (
    <NotStarted text={t('assistant.summarize.notStarted', { title: lesson.title })}>
      <Button size="xs" variant="default" onClick={start}>
        {t('lessons.createSummary')}
      </Button>
    </NotStarted>
  );
}

function Retry({
  message,
  reason,
  error,
  lessonId,
  onRetry,
}: {
  message: string;
  reason: string;
  error?: unknown;
  lessonId: number;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Failure message={`${message}: ${reason}`} error={error} onRetry={() => onRetry()} />
      <Anchor component={Link} to={paths.lesson(lessonId)} size="sm">
        {t('assistant.openLesson')}
      </Anchor>
    </>
  );
}

function NotStarted({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <Text dir="auto">{text}</Text>
      <div>{children}</div>
    </>
  );
}
