import { useEffect, useState } from 'react';
import { forgetAllAccounts, ownName } from '#web/api-client/own-names.ts';
import { getSession } from '#web/api-client/session.ts';
import { readTab, removeTab, writeTab } from '#web/api-client/tab-storage.ts';
import { browserHistory } from './browser-history.ts';
import { useLatest } from './use-latest.ts';

/*
 * However a page is left, Lectern asks about unsaved work or keeps it as a draft. Drafts are in the tab's storage, named by account,
 * form and subject (docs/decisions/0087).
 */

export interface UnsavedWork {
  /** The unsaved work as JSON; undefined if everything is saved. */
  readonly read: () => unknown;
  /** Saves it immediately. Resolves to whether everything is saved. */
  readonly save?: (() => Promise<boolean>) | undefined;
  /** When the user opens another page: asks first, or keeps a draft for when they return. */
  readonly onLeave: 'ask' | 'keep';
}

export interface OpenWork {
  /** Undefined if no draft is kept. */
  readonly name: string | undefined;
  readonly now: () => UnsavedWork;
}

const open = new Set<OpenWork>();
let isLeaving = false;

/** Registers the work of a form while it is open. @returns a function that ends the registration */
export function openWork(work: OpenWork): () => void {
  if (work.name !== undefined) removeTab(work.name);
  open.add(work);
  return () => {
    open.delete(work);
    if (!isLeaving && (isTakenAway() || work.now().onLeave === 'keep')) keepDraft(work);
  };
}

/** The storage name of a form's draft, unique to the account. */
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

/** Whether the session ended the page, rather than its user leaving. */
function isTakenAway(): boolean {
  const { user, interrupted, mustSetUpTwoFactor } = getSession();
  return user === null || interrupted || mustSetUpTwoFactor;
}

/**
 * Registers the unsaved work of a form. Every form uses it, most through `useTyped`.
 * @param form names the form and its subject, such as `lesson:7`; undefined if no draft is kept
 * @returns the draft of an earlier visit by the same account, or null
 */
export function useUnsavedWork(form: string | undefined, work: UnsavedWork): unknown {
  // After the session ends there is no user to look up.
  const [name] = useState(() => (form === undefined ? undefined : draftNameOf(form)));
  const [draft] = useState(() => readDraft(name));
  const latest = useLatest(work);
  useEffect(() => openWork({ name, now: () => latest.current }), [name, latest]);
  return draft;
}

const listAsking = (): UnsavedWork[] =>
  [...open].map(({ now }) => now()).filter(({ onLeave, read }) => onLeave === 'ask' && read() !== undefined);

/** Whether leaving the page now would lose work. */
export const isSomethingUnsaved = (): boolean => listAsking().length > 0;

/** Saves what it can immediately. Resolves to whether nothing would be lost. */
export async function saveUnsavedWork(): Promise<boolean> {
  for (const { save } of listAsking()) await save?.();
  return !isSomethingUnsaved();
}

/** Asks about unsaved work, then runs the action that leaves the page. */
export function leavePage(path: string, proceed: () => void): void {
  browserHistory.leave(path, proceed);
}

/**
 * Call before reloading the page because the session ended. After that, nothing asks and no more work is kept.
 * @param keeps whether to keep unsaved work for its user
 */
export function closeUnsavedWork(keeps: boolean): void {
  if (keeps) for (const work of open) keepDraft(work);
  else forgetAllAccounts();
  isLeaving = true;
}

/** Asks before the tab is closed or reloaded, and keeps drafts that need no question. @returns a function that stops this */
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
  return () => stopped.abort();
}
