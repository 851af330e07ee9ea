import type { DraftQuestion, SaveDraftRequest } from '#contract/question-editing.ts';
import { makeKey, type EditorQuestion } from './editor-question.ts';

type Found = 'level_found' | 'difficulty_found' | 'difficulty_reason' | 'difficulty_reason_coded' | 'flaws';

/** A question of the server as one to be edited. */
export function toEditorQuestion(question: Omit<DraftQuestion, Found>): EditorQuestion {
  return {
    key: makeKey(),
    id: question.id,
    text: question.text,
    type: question.type,
    level: question.blooms_taxonomy,
    difficulty: question.difficulty,
    outcome: question.outcome,
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
    dismissedFlaws: question.dismissed_flaws,
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
