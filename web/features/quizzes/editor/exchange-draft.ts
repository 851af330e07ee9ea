import type { EditCandidateRequest } from '#contract/question-bank.ts';
import type { DraftQuestion, SaveDraftRequest } from '#contract/question-editing.ts';
import { makeKey, type EditorQuestion } from './editor-question.ts';

/** The editable parts of a question, whether it is in a draft, a quiz or the bank. */
export type EditableQuestion = Pick<
  DraftQuestion,
  | 'id'
  | 'text'
  | 'type'
  | 'blooms_taxonomy'
  | 'difficulty'
  | 'explanation'
  | 'evidence'
  | 'key_points'
  | 'rubric'
  | 'written_by'
  | 'is_draft'
> & {
  readonly outcome: string | { readonly short_name: string } | null;
  readonly options: readonly { readonly text: string; readonly is_correct: boolean }[];
  /** The question bank stores none. */
  readonly dismissed_flaws?: DraftQuestion['dismissed_flaws'];
};

/** A question of the server as one to be edited. */
export function toEditorQuestion(question: EditableQuestion): EditorQuestion {
  const { outcome, dismissed_flaws: dismissedFlaws } = question;
  return {
    key: makeKey(),
    id: question.id,
    text: question.text,
    type: question.type,
    level: question.blooms_taxonomy,
    difficulty: question.difficulty,
    outcome: typeof outcome === 'string' ? outcome : (outcome?.short_name ?? null),
    options: question.options.map((option) => ({
      key: makeKey(),
      text: option.text,
      isCorrect: option.is_correct,
    })),
    explanation: question.explanation,
    evidence: question.evidence,
    keyPoints: question.key_points.map((text) => ({ key: makeKey(), text })),
    rubric: question.rubric ?? '',
    writtenBy: question.written_by,
    isDraft: question.is_draft,
    dismissedFlaws: dismissedFlaws ?? [],
    isCandidate: dismissedFlaws === undefined,
  };
}

/** The question as the server keeps it in a draft. */
export function toDraftQuestion(question: EditorQuestion): SaveDraftRequest['questions'][number] {
  const { evidence } = question;
  return {
    id: question.id,
    text: question.text,
    type: question.type,
    blooms_taxonomy: question.level,
    difficulty: question.difficulty,
    outcome: question.outcome,
    options: question.options.map((option) => ({ text: option.text, is_correct: option.isCorrect })),
    explanation: question.explanation,
    evidence: evidence === null ? null : { quote: evidence.quote, passage_id: evidence.passage_id },
    key_points: question.keyPoints.map(({ text }) => text),
    rubric: question.rubric === '' ? null : question.rubric,
    written_by: question.writtenBy,
    is_draft: question.isDraft,
    dismissed_flaws: [...question.dismissedFlaws],
  };
}

/** The edit of a question of the bank. */
export const toCandidateEdit = (question: EditorQuestion): EditCandidateRequest => ({
  text: question.text.trim(),
  options: question.options.map(({ text, isCorrect }) => ({ text: text.trim(), is_correct: isCorrect })),
  explanation: question.explanation.trim(),
  blooms_taxonomy: question.level,
  difficulty: question.difficulty,
});
