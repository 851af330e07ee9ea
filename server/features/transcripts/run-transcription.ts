import type { Recording } from '#contract/lessons.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { MAXIMUM_VIDEO_BYTES } from '#contract/uploads.ts';
import { SpeechToTextUnavailableError, type Cue } from '#server/ai/speech-to-text.ts';
import { boundCues, TranscriptTooLongError } from '#server/documents/bound-cues.ts';
import { splitTranscript } from '#server/documents/split-transcript.ts';
import { FileMissingError } from '#server/platform/files/file-store.ts';
import { withTemporaryFile } from '#server/platform/files/temporary-file.ts';
import type { JobContext } from '#server/platform/jobs/job-definition.ts';
import { MediaError, MediaHasNoSpeechError } from '#server/media/media-errors.ts';
import { transcribeMedia } from '#server/media/transcribe-media.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { UrlFetchError } from '#server/platform/web-fetch/url-fetch-error.ts';
import { CaptionsUnavailableError } from '#server/platform/web-fetch/youtube-captions.ts';
import { findYoutubeVideoId } from '#contract/youtube-address.ts';
import { listCourseWords } from '../lessons/list-course-words.ts';
import { completeTranscription, failTranscription, createProgressReporter } from './end-transcription.ts';
import { isLessonThere } from './transcription-of-lesson.store.ts';
import { findTranscription, type TranscriptionRow } from './transcription.store.ts';

const DOWNLOAD_MILLISECONDS = 2 * 3600 * 1000;

interface Recognized {
  readonly cues: readonly Cue[];
  readonly durationSeconds: number | null;
  readonly recording: Recording | null;
}

/**
 * Transcribes a video and keeps the result. May run again after a crash: it starts over, and only the
 * first result that is complete counts.
 */
export async function runTranscription(
  dependencies: WorkerDependencies,
  transcriptionId: string,
  context: JobContext,
): Promise<void> {
  const transcription = await findTranscription(dependencies.database, transcriptionId);
  // Deleted with its lesson, or done by an attempt whose last word to the queue was lost.
  if (transcription === undefined || transcription.status === 'done' || transcription.status === 'failed')
    return;
  const { lesson_id: lessonId } = transcription;
  // In the trash: restoring the lesson enqueues it again.
  if (lessonId !== null && !(await isLessonThere(dependencies.database, lessonId))) return;
  try {
    const { cues: recognized, ...known } = await recognize(dependencies, transcription, context.signal);
    if (recognized.length === 0) throw new MediaHasNoSpeechError();
    const cues = boundCues(recognized);
    const text = splitTranscript(cues);
    await completeTranscription(dependencies, transcription, { cues, text, ...known });
  } catch (error) {
    const reason = findReason(error, context.isLastAttempt);
    if (reason === undefined) throw error;
    dependencies.log.info({ transcriptionId, reason: wordMessage(reason) }, 'A video cannot be transcribed.');
    await failTranscription(dependencies, transcription, reason);
  }
}

async function recognize(
  dependencies: WorkerDependencies,
  transcription: TranscriptionRow,
  signal: AbortSignal,
): Promise<Recognized> {
  const { file_key: fileKey, source_url: url } = transcription;
  if (fileKey !== null) {
    return dependencies.files.withLocalFile(fileKey, (path) =>
      transcribeFile(dependencies, transcription, path, signal),
    );
  }
  if (url === null) throw new FileMissingError('The video is gone.');
  if (findYoutubeVideoId(url) !== undefined) {
    return {
      cues: await dependencies.publicWeb.fetchCaptions(url, signal),
      durationSeconds: null,
      recording: null,
    };
  }
  return withTemporaryFile(dependencies.config.dataDirectory, async (path) => {
    await dependencies.publicWeb.download(url, path, {
      maximumBytes: MAXIMUM_VIDEO_BYTES,
      timeoutMs: DOWNLOAD_MILLISECONDS,
      signal,
    });
    return transcribeFile(dependencies, transcription, path, signal);
  });
}

async function transcribeFile(
  dependencies: WorkerDependencies,
  transcription: TranscriptionRow,
  path: string,
  signal: AbortSignal,
): Promise<Recognized> {
  const reporter = createProgressReporter(dependencies, transcription);
  await reporter.report(0, undefined);
  const { lesson_id: lessonId } = transcription;
  try {
    return await transcribeMedia({
      path,
      speechToText: dependencies.speechToText,
      speechDetector: dependencies.speechDetector,
      terms: lessonId === null ? [] : await listCourseWords(dependencies, lessonId),
      onProgress: (percent, durationSeconds) => void reporter.report(percent, durationSeconds),
      signal,
    });
  } finally {
    await reporter.settled();
  }
}

/** What the instructor is shown; undefined while another attempt may help. */
function findReason(error: unknown, isLastAttempt: boolean): Message | undefined {
  if (error instanceof MediaError) return error.coded;
  if (error instanceof CaptionsUnavailableError || error instanceof UrlFetchError) return error.coded;
  if (error instanceof TranscriptTooLongError) return error.coded;
  if (error instanceof FileMissingError) return message('video_gone');
  if (!isLastAttempt) return undefined;
  return error instanceof SpeechToTextUnavailableError ? error.coded : message('transcription_failed');
}
