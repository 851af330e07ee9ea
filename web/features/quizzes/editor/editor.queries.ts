import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Coverage } from '#contract/coverage.ts';
import type { Course } from '#contract/courses.ts';
import type {
  QuestionSetDraft,
  QuestionSetVersion,
  QuestionSetVersionWithQuestions,
  SaveDraftRequest,
} from '#contract/question-editing.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { UnreachableError } from '#web/api-client/api-error.ts';
import { lessonQuery } from '#web/api-client/lesson-work.queries.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';
import { refreshLists, useSetMutation } from '../quizzes.queries.ts';
import type { DraftBase } from './draft-keeper.ts';
import type { EditorQuestion } from './editor-question.ts';
import { toDraftQuestion } from './exchange-draft.ts';

const draftPath = (questionSetId: number): string => `/api/question-sets/${questionSetId}/draft/`;

export const readDraft = (questionSetId: number, signal?: AbortSignal): Promise<QuestionSetDraft> =>
  request('GET', draftPath(questionSetId), { signal });

/** The draft that the editor opens. Always fetched, and never refreshed in the background during editing. */
export const useDraft = (questionSetId: number) =>
  useQuery({
    queryKey: queryKeys.questionSetDraft(questionSetId),
    queryFn: ({ signal }) => readDraft(questionSetId, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

const toRequest = (
  { questions, saveId }: { questions: readonly EditorQuestion[]; saveId: string },
  base: DraftBase,
): SaveDraftRequest => ({
  based_on_version: base.basedOnVersion,
  updated_at: base.updatedAt,
  questions: questions.map(toDraftQuestion),
  save_id: saveId,
  unanswered_publication: base.unansweredPublication,
});

/** Saves the questions as a draft, which also saves the quiz. @throws ApiError with status 409 when `base` is outdated. */
export async function saveDraft(
  queryClient: QueryClient,
  questionSetId: number,
  save: { questions: readonly EditorQuestion[]; saveId: string },
  base: DraftBase,
): Promise<DraftBase> {
  const saved = await request<QuestionSetDraft>('PUT', draftPath(questionSetId), {
    body: toRequest(save, base),
  });
  const { question_set: set } = saved;
  const key = queryKeys.questionSet(questionSetId);
  storeAnswer<QuestionSetWithQuestions>(
    queryClient,
    key,
    (before) => before && { ...before, question_set: set },
  );
  // The first save of a draft also saves the quiz; the lists show nothing of later ones.
  if (base.updatedAt === null) refreshLists(queryClient);
  return baseOf(saved);
}

export const baseOf = (draft: QuestionSetDraft): DraftBase => ({
  basedOnVersion: draft.based_on_version,
  updatedAt: draft.updated_at,
});

/** Has what lists this set ask again whether it has a draft. */
export function useRefreshQuestionSet(questionSetId: number): () => void {
  const queryClient = useQueryClient();
  return () => {
    refreshLists(queryClient);
    void queryClient.invalidateQueries({ queryKey: queryKeys.questionSet(questionSetId) });
  };
}

export function useDiscardDraft(questionSetId: number) {
  const refresh = useRefreshQuestionSet(questionSetId);
  return useMutation({
    mutationFn: () => request('DELETE', draftPath(questionSetId)),
    onSuccess: refresh,
  });
}

const MOST_REPETITIONS = 3;

/** Publishes the questions. Retries with the same id if the answer was lost. */
export const usePublish = (questionSetId: number) =>
  useSetMutation({
    mutationFn: ({ base, ...save }: Parameters<typeof toRequest>[0] & { base: DraftBase }) =>
      request<QuestionSetWithQuestions>('POST', `/api/question-sets/${questionSetId}/publish/`, {
        body: toRequest(save, base),
      }),
    retry: (repetitions, error) => error instanceof UnreachableError && repetitions < MOST_REPETITIONS,
  });

export const useVersions = (questionSetId: number) =>
  useQuery({
    queryKey: queryKeys.questionSetVersions(questionSetId),
    queryFn: ({ signal }) =>
      request<QuestionSetVersion[]>('GET', `/api/question-sets/${questionSetId}/versions/`, { signal }),
    staleTime: 0,
  });

/** A version; it never changes. */
export const useVersion = (questionSetId: number, version: number) =>
  useQuery({
    queryKey: [...queryKeys.questionSetVersions(questionSetId), version],
    queryFn: ({ signal }) =>
      request<QuestionSetVersionWithQuestions>(
        'GET',
        `/api/question-sets/${questionSetId}/versions/${version}/`,
        { signal },
      ),
  });

/** The lesson's sections with counts of the published questions. */
export const useCoverage = (questionSetId: number) =>
  useQuery({
    queryKey: queryKeys.questionSetCoverage(questionSetId),
    queryFn: ({ signal }) =>
      request<Coverage>('GET', `/api/question-sets/${questionSetId}/coverage/`, { signal }),
    staleTime: 0,
  });

/** The learning outcomes of the lesson's course, to choose from; empty while they are not there. */
export function useOutcomes(lessonId: number): Course['outcomes'] {
  const lesson = useQuery(lessonQuery(lessonId));
  const courseId = lesson.data?.course;
  const course = useQuery({
    queryKey: queryKeys.course(courseId ?? 0),
    queryFn: ({ signal }) => request<Course>('GET', `/api/courses/${courseId ?? 0}/`, { signal }),
    enabled: courseId !== undefined,
  });
  return course.data?.outcomes ?? NONE;
}

const NONE: Course['outcomes'] = [];
