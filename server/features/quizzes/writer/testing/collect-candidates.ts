import type { LessonText } from '#server/language/lesson-text.ts';
import { writeCandidates } from '../write-candidates.ts';
import type { WriteCandidatesRequest, WriterReport, WrittenCandidate } from '../written-candidate.ts';

/** Runs the writer and returns what it handed over. */
export async function collectCandidates(
  lesson: LessonText,
  request: Partial<WriteCandidatesRequest> & Pick<WriteCandidatesRequest, 'generator'>,
): Promise<{ report: WriterReport; candidates: WrittenCandidate[] }> {
  const candidates: WrittenCandidate[] = [];
  const report = await writeCandidates(lesson, {
    count: 1,
    answerStyle: 'multiple_choice',
    avoid: [],
    seed: 1,
    onCandidate: (candidate) => {
      candidates.push(candidate);
      return Promise.resolve();
    },
    ...request,
  });
  return { report, candidates };
}
