import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type {
  Glossary,
  GlossaryTerm,
  GlossaryTermRequest,
  PreviewReplacementRequest,
  ReplacementOutcome,
  ReplacementPreview,
  ReplacementRequest,
} from '#contract/glossary.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';

export const useGlossary = (courseId: number) =>
  useQuery({
    queryKey: queryKeys.glossary(courseId),
    queryFn: ({ signal }) => request<Glossary>('GET', `/api/courses/${courseId}/glossary/`, { signal }),
  });

const forgetGlossary = (queryClient: QueryClient, courseId: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.glossary(courseId) });

/** Adds a term, or changes the one with the id. */
export function useSaveTerm(courseId: number, id?: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: GlossaryTermRequest) =>
      id === undefined
        ? request<GlossaryTerm>('POST', `/api/courses/${courseId}/glossary/`, { body })
        : request<GlossaryTerm>('PUT', `/api/glossary-terms/${id}/`, { body }),
    onSuccess: () => forgetGlossary(queryClient, courseId),
  });
}

export function useRemoveTerm(courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      request('DELETE', `/api/glossary-terms/${id}/`).catch((error: unknown) => {
        // Removed already, in another tab.
        if (!isNotFound(error)) throw error;
      }),
    onSuccess: () => forgetGlossary(queryClient, courseId),
  });
}

export function useDismissSuggestion(courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (term: string) =>
      request('POST', `/api/courses/${courseId}/glossary/dismiss/`, { body: { term } }),
    onSuccess: () => forgetGlossary(queryClient, courseId),
  });
}

export const usePreviewReplacement = (courseId: number) =>
  useMutation({
    mutationFn: (body: PreviewReplacementRequest) =>
      request<ReplacementPreview>('POST', `/api/courses/${courseId}/transcript-replacements/preview/`, {
        body,
      }),
  });

function forgetTranscripts(queryClient: QueryClient, courseId: number): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: queryKeys.lessons });
  return forgetGlossary(queryClient, courseId);
}

export function useReplaceEverywhere(courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReplacementRequest) =>
      request<ReplacementOutcome>('POST', `/api/courses/${courseId}/transcript-replacements/`, { body }),
    onSuccess: () => forgetTranscripts(queryClient, courseId),
  });
}

export function useUndoReplacement(courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      request<ReplacementOutcome>('POST', `/api/transcript-replacements/${id}/undo/`),
    onSuccess: () => forgetTranscripts(queryClient, courseId),
  });
}
