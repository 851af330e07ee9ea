import { message } from '#contract/messages/make-message.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { explainModelEnd } from '#server/language-model/explained-reasons.ts';
import { explainFew } from './explain-few.ts';
import { composeQuestions } from './compose/compose-questions.ts';
import type { WriteCandidatesRequest, WriterReport } from './written-candidate.ts';
import { writeByModel } from './write-by-model.ts';
import { writeDrafts } from './draft/write-drafts.ts';

/**
 * Writes questions for a lesson's bank and hands over each one when it has passed its checks: by the language model where
 * one is given, by the rules otherwise and while the model cannot be used.
 * @throws the reason of `request.signal` when that is aborted; what `request.onCandidate` throws.
 */
export async function writeCandidates(
  lesson: LessonText,
  request: WriteCandidatesRequest,
): Promise<WriterReport> {
  const { generator } = request;
  if (generator === undefined || generator === null) return writeByRules(lesson, request);
  const { statementWriter } = generator;
  // The small writer cannot write essays, so the rules write them.
  if (statementWriter !== undefined && request.answerStyle === 'essay') return writeByRules(lesson, request);
  const report =
    statementWriter === undefined
      ? { ...(await writeByModel(lesson, request, generator)), limit: null }
      : await writeDrafts(lesson, request, statementWriter);
  const { written, inputTokens, outputTokens, end, limit } = report;
  if (written >= request.count) return { written, inputTokens, outputTokens, limit, note: null };
  if (end === null || end === 'refused')
    return {
      written,
      inputTokens,
      outputTokens,
      limit,
      note: limit ?? explainFew({ made: written, isByRules: false }),
    };
  if (request.waitsForModel === true)
    return {
      written,
      inputTokens,
      outputTokens,
      isInterrupted: true,
      note: message('model_unavailable', { why: explainModelEnd(end) }),
    };
  // The service is down: some questions now are better than none, and the note says whose they are.
  const rest = await writeByRules(lesson, { ...request, count: request.count - written });
  return {
    written: written + rest.written,
    inputTokens,
    outputTokens,
    note:
      rest.written === 0
        ? message('questions_no_more', { why: explainModelEnd(end) })
        : message('questions_partly_without_model', {
            why: explainModelEnd(end),
            count: rest.written,
            questionCount: written + rest.written,
          }),
  };
}

async function writeByRules(lesson: LessonText, request: WriteCandidatesRequest): Promise<WriterReport> {
  const { candidates, limit } = await composeQuestions(lesson, request);
  const known = new Set(request.avoid.map(({ text }) => text));
  let written = 0;
  for (const candidate of candidates) {
    if (written >= request.count) break;
    if (known.has(candidate.question.text)) continue;
    await request.onCandidate({ ...candidate, writtenBy: 'composer' });
    written += 1;
  }
  return {
    written,
    inputTokens: 0,
    outputTokens: 0,
    limit,
    note: written >= request.count ? null : (limit ?? explainFew({ made: written, isByRules: true })),
  };
}
