import type { ReviewedQuestionSet } from '#contract/question-editing.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { request } from '#web/api-client/request.ts';
import type { EditorQuestion } from '../editor/editor-question.ts';
import { toDraftQuestion } from '../editor/exchange-draft.ts';
import { useSetMutation } from '../quizzes.queries.ts';

export type ReviewAction =
  | { readonly kind: 'accept'; readonly questionId: number }
  | { readonly kind: 'skip'; readonly questionId: number }
  | { readonly kind: 'edit'; readonly questionId: number; readonly question: EditorQuestion }
  | { readonly kind: 'undo' };

async function send(questionSetId: number, action: ReviewAction): Promise<ReviewedQuestionSet> {
  const path = `/api/question-sets/${questionSetId}`;
  switch (action.kind) {
    case 'accept': {
      const body = { question_ids: [action.questionId], is_draft: false };
      const answer = await request<QuestionSetWithQuestions>('POST', `${path}/review/`, { body });
      return { ...answer, question_id: action.questionId, undone: null };
    }
    case 'skip':
      return request('POST', `${path}/review/skip/`, { body: { question_id: action.questionId } });
    case 'edit':
      return request('PUT', `${path}/questions/${action.questionId}/`, {
        body: toDraftQuestion(action.question),
      });
    case 'undo':
      return request('POST', `${path}/review/undo/`);
  }
}

/** One step of a review. The server keeps the steps, so a reload loses nothing. */
export const useReviewAction = (questionSetId: number) =>
  useSetMutation({ mutationFn: (action: ReviewAction) => send(questionSetId, action) });
