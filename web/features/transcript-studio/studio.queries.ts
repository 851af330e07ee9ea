import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  EditableTranscript,
  SavedTranscript,
  TranscriptVersion,
  WireEditableTranscript,
} from '#contract/transcript-editing/edits.ts';
import type { Lesson } from '#contract/lessons.ts';
import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';
import { fromWire } from '#contract/wire-names.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import type { PendingEdit } from './kept-edits.ts';

export const fetchTranscript = async (lessonId: number): Promise<EditableTranscript> =>
  fromWire(await request<WireEditableTranscript>('GET', `/api/lessons/${lessonId}/transcript/`));

/** Returns the version that the last of the edits made. */
export async function sendEdits(
  lessonId: number,
  transcriptionId: string,
  baseVersion: number,
  edits: readonly PendingEdit[],
): Promise<number> {
  const { version } = await request<SavedTranscript>('POST', `/api/lessons/${lessonId}/transcript/edits/`, {
    body: {
      video_id: transcriptionId,
      base_version: baseVersion,
      edits: edits.map(({ id, steps }) => ({ id, steps })),
    },
  });
  return version;
}

export const useTranscriptVersions = (lessonId: number) =>
  useQuery({
    queryKey: queryKeys.transcriptVersions(lessonId),
    queryFn: ({ signal }) =>
      request<TranscriptVersion[]>('GET', `/api/lessons/${lessonId}/transcript/versions/`, { signal }),
    // Every session of edits adds one.
    staleTime: 0,
  });

export const useRestoreVersion = (lessonId: number) =>
  useMutation({
    mutationFn: ({
      version,
      ...body
    }: {
      version: number;
      video_id: string;
      base_version: number;
      id: string;
    }) =>
      request<SavedTranscript>('POST', `/api/lessons/${lessonId}/transcript/versions/${version}/restore/`, {
        body,
      }),
  });

/** Gives the lesson its corrected lines at once, and fetches it again when they are stored. */
export function useCorrectLesson(lessonId: number): (cues: readonly Cue[], sent: Promise<void>) => void {
  const queryClient = useQueryClient();
  return (cues, sent) => {
    queryClient.setQueryData<Lesson>(
      queryKeys.lesson(lessonId),
      (lesson) => lesson && { ...lesson, transcript_cues: [...cues] },
    );
    void sent.finally(() => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.lesson(lessonId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.lessonText(lessonId) });
    });
  };
}
