import type { Citation } from '../../../contract/assistant.ts';
import { evidenceOfPassage } from '../../language/evidence-of-passage.ts';
import type { Dependencies } from '../../ports.ts';
import { getTimeEvidence, type TimeEvidence } from '../lessons/get-time-evidence.ts';
import type { Source } from './composed-answer.ts';

export type CiteSources = (sources: readonly Source[]) => Promise<Citation[]>;

/** Makes citations of sources, of a video narrowed to the second; reads each video's cues once. */
export function createCiteSources(dependencies: Pick<Dependencies, 'database'>): CiteSources {
  const ofVideos = new Map<string | null, Promise<TimeEvidence>>();
  return (sources) =>
    Promise.all(
      sources.map(async ({ passage, quote }) => {
        const { videoId } = passage;
        const time = ofVideos.get(videoId) ?? getTimeEvidence(dependencies, videoId);
        ofVideos.set(videoId, time);
        const timeEvidence = await time;
        return {
          lesson_id: passage.lessonId,
          lesson_title: passage.lessonTitle,
          course_id: passage.courseId,
          evidence: timeEvidence(evidenceOfPassage({ ...passage, id: passage.passageId }, quote)),
        };
      }),
    );
}
