import { z } from 'zod';
import { exportedQuiz, type ExportedQuestion } from '#contract/quiz-export.ts';
import { cleanText } from '../markup-text.ts';
import { QuestionFileError, refuseTooMany, type FilePart, type ReadFile } from '../question-file.ts';
import { unread } from '../question-texts.ts';

const file = z.object({
  format: z.literal('lectern-quiz'),
  version: z.literal(1),
  questions: z.array(z.unknown()),
});
const question = exportedQuiz.shape.questions.element;

/** `exportedQuiz` of contract/quiz-export.ts. @throws {QuestionFileError} broken_json, unknown_format. */
export function readJson(text: string): ReadFile {
  const read = parse(text);
  const known = file.safeParse(read);
  if (!known.success) throw new QuestionFileError('unknown_format');
  const name = z.object({ name: z.string() }).safeParse(read).data?.name ?? null;
  refuseTooMany(known.data.questions.length);
  const parts = known.data.questions.map((each, index): FilePart => {
    const place = { item: index + 1, line: null, file: null };
    const parsed = question.safeParse(each);
    if (parsed.success) return { place, question: present(parsed.data), notes: [] };
    const [issue] = parsed.error.issues;
    return { place, ...unread('broken', JSON.stringify(each, null, 2), issue?.path.join('.') ?? null) };
  });
  return { format: 'json', name, parts };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new QuestionFileError('broken_json', null, { cause: error });
  }
}

const present = (each: ExportedQuestion) => ({
  text: cleanText(each.text),
  type: each.type,
  options: each.options.map((option) => ({ ...option, text: cleanText(option.text) })),
  explanation: cleanText(each.explanation),
  quote: each.evidence === null ? null : cleanText(each.evidence.quote),
  level: each.blooms_taxonomy,
  difficulty: each.difficulty,
  outcome: each.outcome,
  key_points: each.key_points.map(cleanText),
  rubric: each.rubric === null ? null : cleanText(each.rubric),
});
