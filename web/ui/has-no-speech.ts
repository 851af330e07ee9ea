import type { LessonListItem } from '#contract/lessons.ts';

/** Whether Lectern listened to the lesson's recording and found nothing to transcribe. Transcribing it again would change nothing. */
export const hasNoSpeech = ({
  kind,
  has_transcript: hasTranscript,
  transcription_id: id,
  transcription_error_coded: error,
}: Pick<
  LessonListItem,
  'kind' | 'has_transcript' | 'transcription_id' | 'transcription_error_coded'
>): boolean =>
  kind === 'video' &&
  !hasTranscript &&
  id === null &&
  ['media_without_sound', 'media_without_speech'].includes(error?.code ?? '');
