import { Alert, Button, Divider, Stack, Text, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense, useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { Link } from '#web/ui/link.tsx';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import type { Lesson } from '#contract/lessons.ts';
import { useStartTranscription } from '#web/api-client/lesson-work.queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LostCharactersNote } from '#web/ui/lost-characters-note.tsx';
import { TranscriptDrawing } from '#web/ui/illustrations/transcript.tsx';
import { hasNoSpeech } from '#web/ui/has-no-speech.ts';
import { paths } from '#web/ui/paths.ts';
import { showToast } from '#web/ui/show-toast.ts';
import type { PlaybackClock } from './playback-clock.ts';
import classes from './transcript.module.css';
import { estimateSecondsLeft, type ProgressSeen } from './time-left.ts';

const Transcript = lazy(async () => ({ default: (await import('./transcript.tsx')).Transcript }));
const BringTranscript = lazy(async () => ({
  default: (await import('./bring-transcript.tsx')).BringTranscript,
}));

const TICK_MILLISECONDS = 1_000;

/** The progress of a transcription and its estimated time. */
function TranscriptionProgress({ percent }: { percent: number }) {
  const { t } = useTranslation();
  const secondsLeft = useSecondsLeft(percent);
  return (
    <Stack align="center" gap="md" py={48} px="md" maw={440} mx="auto" ta="center">
      <TranscriptDrawing />
      <Text>{t('lessons.transcriptionUnderWay')}</Text>
      <Progress value={percent} w="100%" size="md" aria-label={t('lessons.transcriptionProgress')} />
      <Text size="sm" c="dimmed">
        {t('common.percent', { percent })} ·{' '}
        {secondsLeft === undefined ? t('lessons.estimating') : describeLeft(t, secondsLeft)}
      </Text>
      <Text size="sm" c="dimmed">
        {t('lessons.mayLeave')}
      </Text>
    </Stack>
  );
}

function describeLeft(t: TFunction, seconds: number): string {
  if (seconds < 50) return t('lessons.underAMinute');
  return t('lessons.minutesLeft', { count: Math.max(1, Math.round(seconds / 60)) });
}

function useSecondsLeft(percent: number): number | undefined {
  const [first] = useState<ProgressSeen>(() => ({ percent, atMilliseconds: performance.now() }));
  const [atMilliseconds, setNow] = useState(first.atMilliseconds);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  return estimateSecondsLeft(first, { percent, atMilliseconds });
}

/** The transcript of a video: created, imported or in progress. */
export function TranscriptPanel({
  lesson,
  clock,
  place,
  query,
  onQuery,
  draft,
  onDraft,
  isYoutube,
}: {
  lesson: Lesson;
  clock: PlaybackClock;
  /** The words that a chip points at. */
  place: { readonly second: number | undefined; readonly quote: string } | undefined;
  /** What is searched for in the transcript, kept by the page while the transcript is corrected. */
  query: string;
  onQuery: (query: string) => void;
  /** A transcript being pasted, kept by the page so that another tab does not lose it. */
  draft: string;
  onDraft: (text: string) => void;
  isYoutube: boolean;
}) {
  const [isReplacing, setIsReplacing] = useState(false);
  if (lesson.audio_transcript !== '') {
    if (isReplacing) {
      return (
        <div className={classes.scroller}>
          <Suspense>
            <BringTranscript
              lessonId={lesson.id}
              draft={draft}
              onDraft={onDraft}
              isReplacing
              onDone={() => setIsReplacing(false)}
            />
          </Suspense>
        </div>
      );
    }
    return (
      <Suspense>
        <Transcript
          lesson={lesson}
          notice={
            <>
              <TranscriptionError lesson={lesson} margin="md" />
              <LostCharactersNote text={lesson.audio_transcript} margin="md" />
            </>
          }
          clock={clock}
          place={place}
          query={query}
          onQuery={onQuery}
          onReplace={() => setIsReplacing(true)}
        />
      </Suspense>
    );
  }
  return (
    <div className={classes.scroller}>
      {lesson.transcription_id === null ? (
        <NoTranscript lesson={lesson} draft={draft} onDraft={onDraft} isYoutube={isYoutube} />
      ) : (
        <TranscriptionProgress key={lesson.transcription_id} percent={lesson.transcription_progress ?? 0} />
      )}
    </div>
  );
}

/** Why there is no transcript, or why the one that was sent last did not replace it. */
function TranscriptionError({ lesson, margin = 0 }: { lesson: Lesson; margin?: 'md' | 0 }) {
  const { t } = useTranslation();
  const error = lesson.transcription_error;
  if (error === null) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} m={margin}>
      <Text fw={500}>{t('lessons.transcriptionFailed')}</Text>
      <Text size="sm" dir="auto">
        {wordMessage(t, lesson.transcription_error_coded, error)}
      </Text>
    </Alert>
  );
}

function NoTranscript({
  lesson,
  draft,
  onDraft,
  isYoutube,
}: {
  lesson: Lesson;
  draft: string;
  onDraft: (text: string) => void;
  isYoutube: boolean;
}) {
  const { t } = useTranslation();
  const start = useStartTranscription(lesson.id);
  const error = lesson.transcription_error;
  const isSilent = hasNoSpeech(lesson);
  const [isBringing, setIsBringing] = useState(draft !== '');
  const create = async (): Promise<void> => {
    try {
      await start.mutateAsync();
      showToast('success', t('lessons.transcriptionStarted'));
    } catch (failure) {
      showToast('failure', t('lessons.transcriptionNotStarted'), explainFailure(t, failure));
    }
  };
  return (
    <Stack gap="md" p="md">
      {isSilent ? (
        <EmptyState
          drawing={<TranscriptDrawing />}
          title={<Text fw={500}>{t('lessons.nothingToTranscribe')}</Text>}
          text={wordMessage(t, lesson.transcription_error_coded, error ?? '')}
          action={
            <Button component={Link} to={paths.uploadTo(lesson.course)}>
              {t('lessons.uploadAnotherFile')}
            </Button>
          }
        />
      ) : (
        <>
          <TranscriptionError lesson={lesson} />
          <EmptyState
            drawing={<TranscriptDrawing />}
            text={isYoutube ? t('lessons.transcriptEmptyYoutube') : t('lessons.transcriptEmpty')}
            action={
              <Button loading={start.isPending} onClick={() => void create()}>
                {t('lessons.createTranscription')}
              </Button>
            }
          />
        </>
      )}
      <Divider label={t('lessons.or')} labelPosition="center" />
      {isBringing || isYoutube || (error !== null && !isSilent) ? (
        <Suspense>
          <BringTranscript lessonId={lesson.id} draft={draft} onDraft={onDraft} isReplacing={false} />
        </Suspense>
      ) : (
        <Button variant="subtle" onClick={() => setIsBringing(true)}>
          {t('lessons.bringTranscript')}
        </Button>
      )}
    </Stack>
  );
}
