import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#web/api-client/browser-storage.ts';
import type { LessonEvent } from '#contract/events.ts';

/** What people can be notified of. Each group is one choice. */
export const WORK_GROUPS = {
  texts: ['transcription', 'ingestion'],
  results: ['summary', 'quiz'],
  bank: ['question_bank'],
} as const satisfies Record<string, readonly LessonEvent['work'][]>;
export type WorkGroup = keyof typeof WORK_GROUPS;

/** Of this browser: its permission to show notifications is the browser's, too. */
export interface NotificationPreferences {
  readonly desktop: boolean;
  readonly sound: boolean;
  readonly groups: Readonly<Record<WorkGroup, boolean>>;
}

const STORED = 'notifications';

/** Off, because question banks are prepared after each upload without a request. */
const DEFAULTS: NotificationPreferences = {
  desktop: false,
  sound: false,
  groups: { texts: true, results: true, bank: false },
};

/** What was stored, with the default wherever it is missing or damaged. */
export function parsePreferences(text: string | null): NotificationPreferences {
  let stored: Partial<NotificationPreferences> | null;
  try {
    stored = JSON.parse(text ?? 'null') as Partial<NotificationPreferences> | null;
  } catch {
    stored = null;
  }
  const flag = (value: unknown, fallback: boolean): boolean =>
    typeof value === 'boolean' ? value : fallback;
  return {
    desktop: flag(stored?.desktop, DEFAULTS.desktop),
    sound: flag(stored?.sound, DEFAULTS.sound),
    groups: {
      texts: flag(stored?.groups?.texts, DEFAULTS.groups.texts),
      results: flag(stored?.groups?.results, DEFAULTS.groups.results),
      bank: flag(stored?.groups?.bank, DEFAULTS.groups.bank),
    },
  };
}

let known: { text: string | null | undefined; preferences: NotificationPreferences } = {
  text: undefined,
  preferences: DEFAULTS,
};
const listeners = new Set<() => void>();

/** The same object as long as nothing changes, so that React can compare it. */
export function getPreferences(): NotificationPreferences {
  const text = readStored(STORED);
  if (known.text !== text) known = { text, preferences: parsePreferences(text) };
  return known.preferences;
}

export function changePreferences(change: Partial<NotificationPreferences>): void {
  writeStored(STORED, JSON.stringify({ ...getPreferences(), ...change }));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || key === STORED) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export const usePreferences = (): NotificationPreferences => useSyncExternalStore(subscribe, getPreferences);

/** Whether the work of an event has ended, and is of a group that the person chose. */
export function isWanted(
  { work, status }: Pick<LessonEvent, 'work' | 'status'>,
  { groups }: NotificationPreferences,
): boolean {
  if (status !== 'done' && status !== 'failed') return false;
  return Object.entries(WORK_GROUPS).some(
    ([group, works]: [string, readonly LessonEvent['work'][]]) =>
      groups[group as WorkGroup] && works.includes(work),
  );
}
