import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImportPreview, PreviewedQuestion } from '#contract/quiz-import.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { request } from '#web/api-client/request.ts';
import { getApiKey } from '#web/api-client/session.ts';
import { settings } from '#web/api-client/settings.ts';
import { uploadFile } from '#web/api-client/upload-file.ts';
import { keepAnswer, refreshLists } from '../quizzes.queries.ts';

const pathOf = (lessonId: number, rest: string): string =>
  `/api/lessons/${lessonId}/questions-import/${rest}`;

/** Has a file of questions read; nothing is stored. */
export const usePreviewImport = () =>
  useMutation({
    mutationFn: async ({ lessonId, file }: { lessonId: number; file: File }): Promise<ImportPreview> => {
      const { status, statusText, text } = await uploadFile(
        `${settings.apiBaseUrl}${pathOf(lessonId, 'preview/')}`,
        file,
        { apiKey: getApiKey(), signal: new AbortController().signal, onProgress: () => undefined },
      );
      const body = readBody(text);
      if (status !== 200) throw new ApiError({ status, statusText, body });
      return body as ImportPreview;
    },
  });

/** A proxy's error page is no JSON. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Makes a saved quiz of the chosen questions. */
export function useImportQuestions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      lessonId,
      ...body
    }: {
      lessonId: number;
      name: string;
      questions: readonly PreviewedQuestion['question'][];
    }) => request<QuestionSetWithQuestions>('POST', pathOf(lessonId, ''), { body }),
    onSuccess: (answer) => {
      keepAnswer(queryClient, answer);
      refreshLists(queryClient);
    },
  });
}
