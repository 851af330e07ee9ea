import { useEffect, useState } from 'react';

const PAUSE_MILLISECONDS = 400;

const nameOf = (lessonId: number): string => `transcript-of-lesson-${lessonId}`;

function readDraft(lessonId: number): string {
  try {
    return window.sessionStorage.getItem(nameOf(lessonId)) ?? '';
  } catch {
    return '';
  }
}

/** A transcript being pasted, kept as long as the tab lives, so that nothing typed is lost on the way. */
export function useTranscriptDraft(lessonId: number): [string, (draft: string) => void] {
  const [draft, setDraft] = useState(() => readDraft(lessonId));
  useEffect(() => {
    const keep = (): void => {
      try {
        if (draft === '') window.sessionStorage.removeItem(nameOf(lessonId));
        else window.sessionStorage.setItem(nameOf(lessonId), draft);
      } catch {
        // Too long for the browser's store, or the store is blocked: then it lives as long as the page.
      }
    };
    const timer = setTimeout(keep, PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      keep();
    };
  }, [draft, lessonId]);
  return [draft, setDraft];
}
