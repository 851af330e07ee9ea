import { useEffect, useState } from 'react';
import { forgetAllAccounts, ownName } from '#web/api-client/own-names.ts';
import { getSession } from '#web/api-client/session.ts';
import { readTab, removeTab, writeTab } from '#web/api-client/tab-storage.ts';
import { browserHistory } from './browser-history.ts';
import { useLatest } from './use-latest.ts';

/*
 * Whatever takes a page away, what its user has not saved is asked about or kept. Kept drafts are in the tab's storage, under the
 * account and the form with what it is about (docs/decisions/0087).
 */

export interface UnsavedWork {
  /** What is not saved, as JSON; undefined when everything is. */
  readonly read: () => unknown;
  /** Saves it at once. Resolves to whether everything is saved. */
  readonly save?: (() => Promise<boolean>) | undefined;
  /** Before its user opens another page: asks, or keeps a draft for when they return. */
  readonly onLeave: 'ask' | 'keep';
}

export interface OpenWork {
  /** Undefined where no draft is kept. */
  readonly name: string | undefined;
  readonly now: () => UnsavedWork;
}

const open = new Set<OpenWork>();
let isLeaving = false;

/** Registers the work of a form for as long as that is open. @returns what ends it */
export function openWork(work: OpenWork): () => void {
  if (work.name !== undefined) removeTab(work.name);
  open.add(work);
  return () => {
    open.delete(work);
    if (!isLeaving && (isTakenAway() || work.now().onLeave === 'keep')) keepDraft(work);
  };
}

/** Where the draft of a form is kept: never where another account would look for it. */
export const draftNameOf = (form: string): string => ownName(`draft:${form}`);

export function readDraft(name: string | undefined): unknown {
  if (name === undefined) return null;
  try {
    return JSON.parse(readTab(name) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

function keepDraft({ name, now }: OpenWork): void {
  const draft = name === undefined ? undefined : now().read();
  if (name !== undefined && draft !== undefined) writeTab(name, JSON.stringify(draft));
}

/** Whether the page goes away because of the session, and not because its user chose to leave. */
function isTakenAway(): boolean {
  const { user, interrupted, mustSetUpTwoFactor } = getSession();
  return user === null || interrupted || mustSetUpTwoFactor;
}

/**
 * Registers what a form has not saved. Every form uses it, most of them by `useTyped`, `useTypedForm` or `useTypedFields`.
 * @param form names the form and what it is about, such as `lesson:7`; undefined where no draft is kept
 * @returns the draft of an earlier visit by the same account, or null
 */
export function useUnsavedWork(form: string | undefined, work: UnsavedWork): unknown {
  // After the session ended there is no user to ask for.
  const [name] = useState(() => (form === undefined ? undefined : draftNameOf(form)));
  const [draft] = useState(() => readDraft(name));
  const latest = useLatest(work);
  useEffect(() => openWork({ name, now: () => latest.current }), [name, latest]);
  return draft;
}

const listAsking = (): UnsavedWork[] =>
  [...open].map(({ now }) => now()).filter(({ onLeave, read }) => onLeave === 'ask' && read() !== undefined);

/** Whether something would be lost if the page were left now. */
export const isSomethingUnsaved = (): boolean => listAsking().length > 0;

/** Saves what can be saved at once. Resolves to whether nothing would be lost any more. */
export async function saveUnsavedWork(): Promise<boolean> {
  for (const { save } of listAsking()) await save?.();
  return !isSomethingUnsaved();
}

/** Asks about unsaved work, then does what takes the page away. */
export function leavePage(path: string, proceed: () => void): void {
  browserHistory.leave(path, proceed);
}

/**
 * Before the page is loaded again because the session ended. From then on nothing asks, and nothing more is kept.
 * @param keeps whether unsaved work is kept for its user
 */
export function closeUnsavedWork(keeps: boolean): void {
  if (keeps) for (const work of open) keepDraft(work);
  else forgetAllAccounts();
  isLeaving = true;
}

/** Asks before the tab is closed or loaded again, and keeps drafts that need no question. @returns what stops it */
export function watchUnload(): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (!isLeaving && isSomethingUnsaved()) event.preventDefault();
    },
    { signal },
  );
  window.addEventListener(
    'pagehide',
    () => {
      if (isLeaving) return;
      for (const work of open) if (isTakenAway() || work.now().onLeave === 'keep') keepDraft(work);
    },
    { signal },
  );
  return () => {
    stopped.abort();
  };
}
