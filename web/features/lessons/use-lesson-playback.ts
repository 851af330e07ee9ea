import { useEffect, useState } from 'react';
import type { OpenedPlace } from './opened-place.ts';
import { createPlayback, type Playback } from './playback.ts';

/** Where in each lesson the person was, for as long as the tab lives. */
const nameOf = (lessonId: number): string => `position-of-lesson-${lessonId}`;

/** Seconds; 0 when nothing is known, or the browser keeps nothing. */
function readPosition(lessonId: number): number {
  try {
    const second = Number(window.sessionStorage.getItem(nameOf(lessonId)) ?? '0');
    return Number.isFinite(second) && second > 0 ? second : 0;
  } catch {
    return 0;
  }
}

function keepPosition(lessonId: number, second: number): void {
  try {
    window.sessionStorage.setItem(nameOf(lessonId), second.toFixed(1));
  } catch {
    // A browser that stores nothing starts the lesson from the beginning next time.
  }
}

/** The playback of a lesson: begins where the address says, or where the person was, and goes where chips point. */
export function useLessonPlayback(lessonId: number, place: OpenedPlace | undefined): Playback {
  const [playback] = useState(() => createPlayback(place?.second ?? readPosition(lessonId)));
  useEffect(
    () =>
      playback.subscribe(() => {
        keepPosition(lessonId, playback.getSecond());
      }),
    [playback, lessonId],
  );
  useEffect(() => {
    if (place?.second !== undefined) playback.seek(place.second);
  }, [playback, place]);
  return playback;
}
