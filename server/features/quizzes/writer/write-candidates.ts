import { message } from '#contract/messages/make-message.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { explainModelEnd } from '#server/ai/language-model/explained-reasons.ts';
import { explainFew } from './explain-few.ts';
import type { WriteCandidatesRequest, WriterReport } from './written-candidate.ts';
import { writeByModel } from './write-by-model.ts';
import { writeDrafts } from './draft/write-drafts.ts';

/**
 * Writes questions for a lesson's bank with the language model, and hands over each one once it has passed its checks. Without a
 * model it writes none.
 * @throws the reason of `request.signal` when that is aborted; what `request.onCandidate` throws.
 */
export async function writeCandidates(
  lesson: LessonText,
  request: WriteCandidatesRequest,
): Promise<WriterReport> {
  const { generator } = request;
  if (generator === null)
    return { written: 0, inputTokens: 0, outputTokens: 0, note: message('questions_without_model') };
  const { end, explanation, limit, ...report } =
    generator.statementWriter === undefined
      ? { ...(await writeByModel(lesson, request, generator)), limit: null }
      : await writeDrafts(lesson, request, generator.statementWriter);
  if (report.written >= request.count) return { ...report, limit, note: null };
  if (end === null || end === 'refused')
    return { ...report, limit, note: limit ?? explainFew(report.written) };
  return {
    ...report,
    isInterrupted: true,
    note: message('questions_no_more', { why: explainModelEnd(end, explanation) }),
  };
}
