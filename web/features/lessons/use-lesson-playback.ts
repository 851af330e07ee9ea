import { useEffect, useState } from 'react';
import { ownName } from '#web/api-client/own-names.ts';
import { readTab, writeTab } from '#web/api-client/tab-storage.ts';
import type { OpenedPlace } from './opened-place.ts';
import { createPlayback, type Playback } from './playback.ts';

/** Where in each lesson the person was, for as long as the tab lives. */
const nameOf = (lessonId: number): string => ownName(`position:${lessonId}`);

/** Seconds; 0 if unknown. */
function readPosition(lessonId: number): number {
  const second = Number(readTab(nameOf(lessonId)) ?? '0');
  return Number.isFinite(second) && second > 0 ? second : 0;
}

/** The playback of a lesson: begins where the address says, or where the person was, and goes where chips point. */
export function useLessonPlayback(lessonId: number, place: OpenedPlace | undefined): Playback {
  const [playback] = useState(() => createPlayback(place?.second ?? readPosition(lessonId)));
  useEffect(
    () => playback.subscribe(() => writeTab(nameOf(lessonId), playback.getSecond().toFixed(1))),
    [playback, lessonId],
  );
  useEffect(() => {
    if (place?.second !== undefined) playback.seek(place.second);
  }, [playback, place]);
  return playback;
}
