import { useEffect, useState } from 'react';
import type { OpenedPlace } from './opened-place.ts';
import { createPlayback, type Playback } from './playback.ts';
import { keepPosition, readPosition } from './remembered-position.ts';

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
