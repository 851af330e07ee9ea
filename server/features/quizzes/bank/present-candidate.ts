import type { BankCandidate } from '../../../../contract/question-bank.ts';
import type { LessonSection } from '../../../language/list-sections.ts';
import type { CandidateRow, UsedQuestion } from './candidate.store.ts';
import { fingerprintOf } from './fingerprint.ts';

type Uses = BankCandidate['used_in'];

/** Which quizzes contain which question, by its fingerprint. */
export function indexUses(questions: readonly UsedQuestion[]): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>();
  for (const { question_set_id: id, name, text, type, key } of questions) {
    const options = key === null ? [] : [{ text: key, is_correct: true }];
    const fingerprint = fingerprintOf({ text, type, options });
    const found = uses.get(fingerprint) ?? [];
    if (found.some((use) => use.question_set_id === id)) continue;
    uses.set(fingerprint, [...found, { question_set_id: id, name }]);
  }
  return uses;
}

/** A quiz may contain the question as it was written, or as it was edited. */
export function usesOf(
  { fingerprint, question }: Pick<CandidateRow, 'fingerprint' | 'question'>,
  uses: ReadonlyMap<string, Uses>,
): Uses {
  const edited = fingerprintOf(question);
  const asWritten = uses.get(fingerprint) ?? [];
  if (edited === fingerprint) return asWritten;
  const asEdited = (uses.get(edited) ?? []).filter((use) =>
    asWritten.every((other) => other.question_set_id !== use.question_set_id),
  );
  return [...asWritten, ...asEdited];
}

export function presentCandidate(
  row: CandidateRow,
  sections: readonly LessonSection[],
  uses: ReadonlyMap<string, Uses>,
): BankCandidate {
  const { question } = row;
  return {
    id: row.id,
    lesson_id: row.lesson_id,
    text: question.text,
    type: question.type,
    blooms_taxonomy: question.blooms_taxonomy,
    difficulty: question.difficulty,
    outcome: question.outcome === null ? null : { short_name: question.outcome },
    options: question.options.map(({ text, is_correct: isCorrect }) => ({ text, is_correct: isCorrect })),
    explanation: question.explanation,
    evidence: question.evidence,
    flaws: [...question.flaws],
    key_points: [...question.key_points],
    rubric: question.rubric,
    written_by: row.written_by,
    section: row.section,
    section_title: sections[row.section]?.title ?? '',
    used_in: usesOf(row, uses),
    is_edited: row.edited_at !== null,
    created_at: row.created_at.toISOString(),
  };
}
