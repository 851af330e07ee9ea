import {
  EDITED_OPTION_MAXIMUM_LENGTH,
  EDITED_OPTIONS_MAXIMUM,
  EDITED_STEM_MAXIMUM_LENGTH,
  PUBLISHED_OPTIONS_MINIMUM,
} from '#contract/question-editing.ts';
import type { ImportNote, UnreadReason } from '#contract/quiz-import.ts';
import type { FilePart, ReadQuestion } from './question-file.ts';
import { unread, writeQuestion } from './question-texts.ts';

const LONGEST_EXPLANATION = 5_000;
const MOST_POINTS = 20;
const LONGEST_POINT = 1_000;
const LONGEST_RUBRIC = 10_000;

/** A part as a quiz can hold it: a question that no quiz can hold becomes text, with the reason. */
export function fitPart(part: FilePart): FilePart {
  if ('unread' in part) return part;
  const { question, place } = part;
  const reason = findMisfit(question);
  if (reason !== undefined) return { place, ...unread(reason, writeQuestion(question)) };
  const notes = new Set<ImportNote>(part.notes);
  return { place, question: shorten(question, notes), notes: [...notes] };
}

function findMisfit({ text, type, options }: ReadQuestion): UnreadReason | undefined {
  if (text === '') return 'empty_question';
  if (isLonger(text, EDITED_STEM_MAXIMUM_LENGTH)) return 'too_long';
  if (type === 'essay') return undefined;
  if (options.length < PUBLISHED_OPTIONS_MINIMUM) return 'too_few_options';
  if (options.length > EDITED_OPTIONS_MAXIMUM) return 'too_many_options';
  if (options.some((option) => option.text === '')) return 'empty_option';
  if (options.some((option) => isLonger(option.text, EDITED_OPTION_MAXIMUM_LENGTH))) return 'too_long';
  const right = options.filter((option) => option.is_correct).length;
  if (right === 1) return undefined;
  return right === 0 ? 'no_right' : 'several_right';
}

const isLonger = (text: string, maximum: number): boolean => Array.from(text).length > maximum;

/** What only accompanies a question is left out where it is too long, and noted. */
function shorten(question: ReadQuestion, notes: Set<ImportNote>): ReadQuestion {
  const explanation = isLonger(question.explanation, LONGEST_EXPLANATION) ? '' : question.explanation;
  if (explanation !== question.explanation) notes.add('cut_explanation');
  const points = question.key_points
    .filter((point) => point.trim() !== '' && !isLonger(point, LONGEST_POINT))
    .slice(0, MOST_POINTS);
  const rubric =
    question.rubric !== null && isLonger(question.rubric, LONGEST_RUBRIC) ? null : question.rubric;
  if (points.length !== question.key_points.length || rubric !== question.rubric)
    notes.add('cut_essay_notes');
  return { ...question, explanation, key_points: points, rubric };
}
