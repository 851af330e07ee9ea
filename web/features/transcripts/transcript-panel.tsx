import { Alert, Button, Divider, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '../../../contract/lessons.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { useStartTranscription } from '../../api-client/lesson-work.queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TranscriptDrawing } from '../../ui/illustrations/transcript.tsx';
import { showToast } from '../../ui/show-toast.ts';
import { BringTranscript } from './bring-transcript.tsx';
import type { PlaybackClock } from './playback-clock.ts';
import { Transcript } from './transcript.tsx';
import { TranscriptionProgress } from './transcription-progress.tsx';
import classes from './transcript.module.css';

/** What is said in a video: made by Lectern, brought by the person, or on its way. */
export function TranscriptPanel({
  lesson,
  clock,
  place,
  draft,
  onDraft,
  isYoutube,
}: {
  lesson: Lesson;
  clock: PlaybackClock;
  /** The words that a chip points at. */
  place: { readonly second: number | undefined; readonly quote: string } | undefined;
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
          <BringTranscript
            lessonId={lesson.id}
            draft={draft}
            onDraft={onDraft}
            isReplacing
            onDone={() => {
              setIsReplacing(false);
            }}
          />
        </div>
      );
    }
    return (
      <Transcript
        lesson={lesson}
        clock={clock}
        place={place}
        onReplace={() => {
          setIsReplacing(true);
        }}
      />
    );
  }
  return (
    <div className={classes.scroller}>
      {lesson.video_id === null ? (
        <NoTranscript lesson={lesson} draft={draft} onDraft={onDraft} isYoutube={isYoutube} />
      ) : (
        <TranscriptionProgress key={lesson.video_id} percent={lesson.transcription_progress ?? 0} />
      )}
    </div>
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
  const [isBringing, setIsBringing] = useState(draft !== '');
  const create = async (): Promise<void> => {
    try {
      await start.mutateAsync();
      showToast('success', t('lessons.transcriptionStarted'));
    } catch (failure) {
      showToast('failure', t('lessons.transcriptionNotStarted'), explainServiceError(failure));
    }
  };
  return (
    <Stack gap="md" p="md">
      {error !== null && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          <Text fw={500}>{t('lessons.transcriptionFailed')}</Text>
          <Text size="sm" dir="auto">
            {error}
          </Text>
        </Alert>
      )}
      <EmptyState
        drawing={<TranscriptDrawing />}
        text={isYoutube ? t('lessons.transcriptEmptyYoutube') : t('lessons.transcriptEmpty')}
        action={
          <Button loading={start.isPending} onClick={() => void create()}>
            {t('lessons.createTranscription')}
          </Button>
        }
      />
      <Divider label={t('lessons.or')} labelPosition="center" />
      {isBringing || isYoutube || error !== null ? (
        <BringTranscript lessonId={lesson.id} draft={draft} onDraft={onDraft} isReplacing={false} />
      ) : (
        <Button
          variant="subtle"
          onClick={() => {
            setIsBringing(true);
          }}
        >
          {t('lessons.bringTranscript')}
        </Button>
      )}
    </Stack>
  );
}
