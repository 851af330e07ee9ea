import type { ImportNote } from '#contract/quiz-import.ts';
import { BLOOM_LEVELS, DIFFICULTIES } from '#contract/quizzes.ts';
import type { ReadQuestion, UnreadText } from './question-file.ts';

/** The line that Lectern's exports end a feedback with: lesson, page or time, and the quote. */
const EVIDENCE = /(?:^|\n)Evidence: [^“\n]{0,600}: “([\s\S]*)”$/u;

/** Feedback that is shown after an answer, taken apart into explanation and quote. */
export function splitFeedback(feedback: string): Pick<ReadQuestion, 'explanation' | 'quote'> {
  const [line, quote] = EVIDENCE.exec(feedback) ?? [];
  return line === undefined
    ? { explanation: feedback, quote: null }
    : { explanation: feedback.slice(0, -line.length), quote: quote ?? null };
}

/** Notes for graders, taken apart into key points and rubric. */
export function splitGraderNotes(notes: string): Pick<ReadQuestion, 'key_points' | 'rubric'> {
  const [first, ...lines] = notes.split('\n');
  if (first !== 'Key points:') return { key_points: [], rubric: notes === '' ? null : notes };
  const end = lines.findIndex((line) => !line.startsWith('- '));
  const points = end < 0 ? lines : lines.slice(0, end);
  const rubric = end < 0 ? '' : lines.slice(end).join('\n');
  return { key_points: points.map((line) => line.slice(2)), rubric: rubric === '' ? null : rubric };
}

/** What tags such as `bloom:apply` say; others are noted. */
export function readTags(
  tags: readonly string[],
  notes: Set<ImportNote>,
): Pick<ReadQuestion, 'level' | 'difficulty' | 'outcome'> {
  const valueOf = (name: string): string | undefined =>
    tags.find((tag) => tag.startsWith(`${name}:`))?.slice(name.length + 1);
  const level = findName(BLOOM_LEVELS, valueOf('bloom'));
  const difficulty = findName(DIFFICULTIES, valueOf('difficulty'));
  const outcome = valueOf('outcome') ?? null;
  const known = [level, difficulty, outcome].filter((value) => value !== null).length;
  if (tags.length > known) notes.add('tags');
  return { level, difficulty, outcome };
}

/** The name that a text is, whatever its case; null for any other. */
export const findName = <Name extends string>(
  names: readonly Name[],
  text: string | undefined,
): Name | null => names.find((name) => name === text?.trim().toLowerCase()) ?? null;

const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + (index % 26));

/** A question as text that a person can copy, the right answers marked. */
export const writeQuestion = ({
  text,
  options,
}: {
  readonly text: string;
  readonly options: ReadQuestion['options'];
}): string =>
  [
    text,
    ...options.map((option, index) => `${letterOf(index)}. ${option.text}${option.is_correct ? ' ✓' : ''}`),
  ].join('\n');

export const unread = (
  reason: UnreadText['reason'],
  text: string,
  detail: string | null = null,
): { readonly unread: UnreadText } => ({ unread: { reason, detail, text } });

/** What a file says no more about. */
export const BARE_QUESTION = {
  options: [],
  explanation: '',
  quote: null,
  level: null,
  difficulty: null,
  outcome: null,
  key_points: [],
  rubric: null,
} satisfies Omit<ReadQuestion, 'text' | 'type'>;
