import i18next from 'i18next';
import type { Activity } from '#contract/activity.ts';
import type { LessonEvent } from '#contract/events.ts';
import { showDesktop } from './desktop-notification.ts';
import { playChime } from './play-chime.ts';
import { getPreferences, isWanted } from './preferences.ts';

/** How long other tabs leave a sound to the tab that plays it. */
const CLAIM_MILLISECONDS = 2_000;

/** Whether this tab is the one to play: every open tab receives the same event. */
async function claimSound({ lesson_id: lessonId, work }: LessonEvent): Promise<boolean> {
  // Browsers offer locks only where the page is secure or local; elsewhere each tab plays.
  if (!('locks' in navigator)) return true;
  return new Promise((resolve) => {
    void navigator.locks.request(`lectern-sound-${work}-${lessonId}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock !== null) await new Promise((wait) => setTimeout(wait, CLAIM_MILLISECONDS));
    });
  });
}

/**
 * Announces that work on a lesson has ended, in the ways that the person switched on: a sound, and a notification of
 * the browser while Lectern is in the background.
 * @param listActivity what is known of the account's work; it has the lesson's title.
 */
export async function announceWork(
  event: LessonEvent,
  { listActivity, onOpen }: { listActivity: () => Promise<Activity[]>; onOpen: (event: LessonEvent) => void },
): Promise<void> {
  const preferences = getPreferences();
  if (!isWanted(event, preferences)) return;
  if (preferences.sound && (await claimSound(event))) await playChime();
  if (!preferences.desktop || document.visibilityState === 'visible') return;
  const { work, status, lesson_id: lessonId } = event;
  const activities = await listActivity();
  const title = activities.find((each) => each.lesson_id === lessonId)?.lesson_title ?? 'Lectern';
  showDesktop({
    title,
    body: `${i18next.t(`activity.work.${work}`)} · ${i18next.t(`activity.status.${status}`)}`,
    tag: `${work}-${lessonId}`,
    onOpen: () => onOpen(event),
  });
}
