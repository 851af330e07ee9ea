import { MAXIMUM_VIDEO_BYTES } from '../../../contract/uploads.ts';
import { SpeechToTextUnavailableError, type Cue } from '../../ai/speech-to-text.ts';
import { splitTranscript } from '../../documents/split-transcript.ts';
import { FileMissingError } from '../../files/file-store.ts';
import { withTemporaryFile } from '../../files/temporary-file.ts';
import type { JobContext } from '../../jobs/job-definition.ts';
import { MediaError, MediaHasNoSpeechError } from '../../media/media-errors.ts';
import { transcribeMedia } from '../../media/transcribe-media.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { UrlFetchError } from '../../web-fetch/url-fetch-error.ts';
import { CaptionsUnavailableError } from '../../web-fetch/youtube-captions.ts';
import { findYoutubeVideoId } from '../../web-fetch/youtube-video-id.ts';
import { completeTranscription, failTranscription } from './end-transcription.ts';
import { createProgressReporter } from './report-progress.ts';
import { isLessonThere } from './transcription-of-lesson.store.ts';
import { findTranscription, type TranscriptionRow } from './transcription.store.ts';

const DOWNLOAD_MILLISECONDS = 2 * 3600 * 1000;

interface Recognized {
  readonly cues: readonly Cue[];
  readonly durationSeconds: number | null;
}

/**
 * Transcribes a video and keeps the result. May run again after a crash: it begins anew, and only the
 * first result that is complete counts.
 */
export async function runTranscription(
  dependencies: WorkerDependencies,
  videoId: string,
  context: JobContext,
): Promise<void> {
  const transcription = await findTranscription(dependencies.database, videoId);
  // Deleted with its lesson, or done by an attempt whose last word to the queue was lost.
  if (transcription === undefined || transcription.status === 'done' || transcription.status === 'failed')
    return;
  const { lesson_id: lessonId } = transcription;
  // In the trash: restoring the lesson enqueues it again.
  if (lessonId !== null && !(await isLessonThere(dependencies.database, lessonId))) return;
  try {
    const { cues, durationSeconds } = await recognize(dependencies, transcription, context.signal);
    if (cues.length === 0) throw new MediaHasNoSpeechError();
    const text = splitTranscript(cues);
    await completeTranscription(dependencies, transcription, { cues, text, durationSeconds });
  } catch (error) {
    const message = findMessage(error, context.isLastAttempt);
    if (message === undefined) throw error;
    dependencies.log.info({ videoId, reason: message }, 'A video cannot be transcribed.');
    await failTranscription(dependencies, transcription, message);
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
    return { cues: await dependencies.publicWeb.fetchCaptions(url, signal), durationSeconds: null };
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
  try {
    return await transcribeMedia({
      path,
      speechToText: dependencies.speechToText,
      speechDetector: dependencies.speechDetector,
      onProgress: (percent, durationSeconds) => void reporter.report(percent, durationSeconds),
      signal,
    });
  } finally {
    await reporter.settled();
  }
}

/** What the person is told; undefined while another attempt may help. */
function findMessage(error: unknown, isLastAttempt: boolean): string | undefined {
  if (error instanceof MediaError) return error.message;
  if (error instanceof CaptionsUnavailableError || error instanceof UrlFetchError) return error.message;
  if (error instanceof FileMissingError) return 'The video file is gone. Upload it again.';
  if (!isLastAttempt) return undefined;
  if (error instanceof SpeechToTextUnavailableError) return error.message;
  return 'The transcription failed several times. The video is safe; try again later.';
}
