import type { Dependencies } from '../../ports.ts';
import { announceTranscription } from './announce-transcription.ts';
import { findLessonOfTranscription } from './transcription-of-lesson.store.ts';
import { updateProgress } from './transcription.store.ts';

/** Often enough to look alive, seldom enough to cost nothing. */
const INTERVAL_MILLISECONDS = 500;

export interface ProgressReporter {
  /** Stores and announces the progress, unless it was done a moment ago. Never rejects. */
  report(percent: number, durationSeconds: number | undefined): Promise<void>;
  /** When nothing is being written any more. */
  settled(): Promise<void>;
}

/** Progress is a courtesy: a failure to store it is logged and never ends the work. */
export function createProgressReporter(
  dependencies: Pick<Dependencies, 'database' | 'log'>,
  transcription: { id: string; instructor_id: number },
): ProgressReporter {
  let lastAt = Number.NEGATIVE_INFINITY;
  let lastPercent = -1;
  let writing: Promise<void> = Promise.resolve();

  const write = async (percent: number, durationSeconds: number | undefined): Promise<void> => {
    try {
      const isCurrent = await updateProgress(
        dependencies.database,
        transcription.id,
        percent,
        durationSeconds,
      );
      const lesson = isCurrent
        ? await findLessonOfTranscription(dependencies.database, transcription.id)
        : undefined;
      if (lesson === undefined) return;
      await announceTranscription(dependencies.database, transcription.instructor_id, lesson, {
        status: 'running',
        progress: percent,
      });
    } catch (error) {
      dependencies.log.warn({ err: error, videoId: transcription.id }, 'Progress could not be stored.');
    }
  };

  return {
    report(percent, durationSeconds) {
      // 100 is said when the transcript is kept, not when the last word is heard.
      const whole = Math.min(99, Math.floor(percent));
      const now = performance.now();
      if (whole <= lastPercent || now - lastAt < INTERVAL_MILLISECONDS) return writing;
      lastAt = now;
      lastPercent = whole;
      writing = writing.then(() => write(whole, durationSeconds));
      return writing;
    },
    settled: () => writing,
  };
}
