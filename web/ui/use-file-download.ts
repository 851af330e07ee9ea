import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MISSING_CHARACTERS_HEADER } from '#contract/missing-characters.ts';
import { fetchFromApi, readError } from '#web/api-client/request.ts';
import { saveResponse } from './save-response.ts';

interface FileRequest {
  /** What the file is, as it is named to the user. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** The name of the file if the server sends none. */
  readonly fallback: string;
}

/** The characters that a PDF cannot show. */
export interface Missing {
  readonly characters: string;
  readonly moreCount: number;
}

function readMissing(header: string | null): Missing | undefined {
  if (header === null || header === '') return undefined;
  const parts = header.split(' ');
  const characters = parts
    .filter((part) => part.startsWith('U+'))
    .map((part) => String.fromCodePoint(Number.parseInt(part.slice(2), 16)))
    .join(' ');
  return { characters, moreCount: Number(parts.find((part) => /^\+\d+$/u.test(part)) ?? 0) };
}

/**
 * Downloads files. A PDF that cannot show some characters is held until the user says to save it.
 */
export function useFileDownload() {
  const [held, setHeld] = useState<{ response: Response; request: FileRequest; missing: Missing }>();
  const [doneName, setDoneName] = useState('');
  const download = useMutation({
    mutationFn: async (request: FileRequest) => {
      setHeld(undefined);
      setDoneName('');
      const { method, path, body } = request;
      const response = await fetchFromApi(method, path, body === undefined ? {} : { body });
      if (!response.ok) throw await readError(response);
      const missing = readMissing(response.headers.get(MISSING_CHARACTERS_HEADER));
      if (missing !== undefined) {
        setHeld({ response, request, missing });
        return;
      }
      await saveResponse(response, request.fallback);
      setDoneName(request.name);
    },
  });
  return {
    start: download.mutate,
    /** The name of the file that is being made. */
    pendingName: download.isPending ? download.variables.name : undefined,
    error: download.error,
    missing: held?.missing,
    /** The name of the file that was saved last; empty before. */
    doneName,
    saveHeld: async (): Promise<void> => {
      if (held === undefined) return;
      setHeld(undefined);
      await saveResponse(held.response, held.request.fallback);
      setDoneName(held.request.name);
    },
    discardHeld: () => setHeld(undefined),
  };
}
