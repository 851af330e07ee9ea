import { checkSet } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { TextGeneratorUnavailableError, type ObjectGenerator } from '#server/ai/text-generator.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { listSections, sectionOfPassages } from '#server/language/list-sections.ts';
import { assembleQuestions } from './assemble/assemble-questions.ts';
import type { QuestionDraft } from './assemble/draft-questions.ts';
import type { ModelReport, WriteCandidatesRequest } from './written-candidate.ts';

/**
 * Has a small model read the lesson for terms, and assembles questions of what it finds. Outcomes are left open: nothing
 * here judges whether a question tests one.
 * @throws the reason of `request.signal` when that is aborted; what `request.onCandidate` throws
 */
export async function writeByReading(
  lesson: LessonText,
  request: WriteCandidatesRequest,
  generator: ObjectGenerator,
): Promise<ModelReport> {
  const sectionOf = sectionOfPassages(listSections(lesson.passages));
  const sections = new Set(request.sections ?? []);
  const levels = new Set(request.levels ?? []);
  const known: CheckedQuestion[] = request.avoid.map((question) => ({
    ...question,
    quote: question.evidence.quote,
  }));
  const isNew = ({ stem, key, quote }: QuestionDraft): boolean => {
    const options = [{ text: key, is_correct: true }];
    const flaws = checkSet([...known, { text: stem, type: 'multiple_choice', options, quote }]).at(-1) ?? [];
    return flaws.every(({ code }) => code !== 'duplicate_stem' && code !== 'same_fact');
  };
  let tokens = { inputTokens: 0, outputTokens: 0 };
  let written = 0;
  const counting: ObjectGenerator = {
    ...generator,
    generateObject: async (asked) => {
      const answer = await generator.generateObject(asked);
      tokens = {
        inputTokens: tokens.inputTokens + answer.inputTokens,
        outputTokens: tokens.outputTokens + answer.outputTokens,
      };
      return answer;
    },
  };
  try {
    await assembleQuestions(lesson, {
      generator: counting,
      embed: request.embed,
      signal: request.signal,
      count: request.count,
      isWanted: (draft) =>
        (levels.size === 0 || levels.has(draft.level)) &&
        (sections.size === 0 || sections.has(sectionOf.get(draft.passage.id) ?? -1)) &&
        isNew(draft),
      onCandidate: async ({ question, score }) => {
        await request.onCandidate({ question, score, writtenBy: 'language_model' });
        written += 1;
      },
    });
    return { written, ...tokens, end: null };
  } catch (error) {
    request.signal?.throwIfAborted();
    if (error instanceof TextGeneratorUnavailableError) return { written, ...tokens, end: error.reason };
    throw error;
  }
}
