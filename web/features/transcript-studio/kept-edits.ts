import type { EditStep } from '#contract/transcript-editing/edits.ts';
import { listStored, readStored, removeStored, writeStored } from '#web/api-client/browser-storage.ts';
import { getSession } from '#web/api-client/session.ts';
import { newId } from '#web/ui/new-id.ts';

/** An edit that the server has not acknowledged, and what undoes it. */
export interface PendingEdit {
  readonly id: string;
  readonly steps: readonly EditStep[];
  readonly inverse: readonly EditStep[];
}

/** Edits in their order; the first one changes `baseVersion`. */
export interface PendingEdits {
  readonly baseVersion: number;
  readonly edits: readonly PendingEdit[];
}

const PREFIX = 'transcriptEdits';

/** Another user who signs in must not see them. */
const prefixOf = (transcriptionId: string): string =>
  `${PREFIX}:${getSession().user?.id ?? 0}:${transcriptionId}:`;

/** Where a tab keeps its edits of a transcript. Each tab has its own key, so that none overwrites another's edits. */
export const placeInBrowser = (transcriptionId: string): string => `${prefixOf(transcriptionId)}${newId()}`;

/** Holds a place for as long as the tab lives: others leave its edits to it. Browsers offer locks to safe origins only. */
export function holdPlace(place: string, signal: AbortSignal): void {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  const held = locks?.request(
    place,
    { signal },
    () =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
      }),
  );
  // Given up before it was held.
  held?.catch(() => undefined);
}

async function isHeld(place: string): Promise<boolean> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  const { held = [] } = (await locks?.query()) ?? {};
  return held.some(({ name }) => name === place);
}

export function keepEdits(place: string, pending: PendingEdits): void {
  if (pending.edits.length === 0) removeStored(place);
  else writeStored(place, JSON.stringify(pending));
}

function readEdits(place: string): PendingEdits | undefined {
  try {
    const kept = JSON.parse(readStored(place) ?? 'null') as PendingEdits | null;
    return kept !== null && Array.isArray(kept.edits) && kept.edits.length > 0 ? kept : undefined;
  } catch {
    // Written by something else, or cut short: as good as not there.
    return undefined;
  }
}

/** What tabs that were closed, or crashed, could not send. */
export async function listLeftEdits(
  transcriptionId: string,
): Promise<{ place: string; pending: PendingEdits }[]> {
  const prefix = prefixOf(transcriptionId);
  const left: { place: string; pending: PendingEdits }[] = [];
  for (const place of listStored()) {
    if (!place.startsWith(prefix) || (await isHeld(place))) continue;
    const pending = readEdits(place);
    if (pending === undefined) removeStored(place);
    else left.push({ place, pending });
  }
  return left;
}
