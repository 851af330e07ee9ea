import { createQuoteLocator } from '../../documents/locate-quote.ts';
import type { Evidence } from '../../language/lesson-text.ts';
import type { Dependencies } from '../../ports.ts';
import { findCues } from './lesson.store.ts';

/** Narrows evidence from the seconds of its passage to those in which its words are spoken. */
export type TimeEvidence = (evidence: Evidence) => Evidence;

/** For the video with this id; for a lesson without one, evidence stays as it is. */
export const getTimeEvidence = async (
  dependencies: Pick<Dependencies, 'database'>,
  videoId: string | null,
): Promise<TimeEvidence> =>
  createTimeEvidence(videoId === null ? [] : await findCues(dependencies.database, videoId));

function createTimeEvidence(cues: Awaited<ReturnType<typeof findCues>>): TimeEvidence {
  const locate = createQuoteLocator(
    cues.map((cue) => ({ startSecond: cue.start_second, endSecond: cue.end_second, text: cue.text })),
  );
  return (evidence) => {
    const { start_second: startSecond, end_second: endSecond, quote } = evidence;
    if (startSecond === null || endSecond === null) return evidence;
    const span = locate(quote, { startSecond, endSecond });
    return span === undefined
      ? evidence
      : { ...evidence, start_second: span.startSecond, end_second: span.endSecond };
  };
}
