import { PLACEHOLDER_API_KEY } from './placeholder-api-key.ts';
import type { Session, User } from '#contract/accounts.ts';
import { readStored, removeStored, writeStored } from './browser-storage.ts';
import { readTab, removeTab, writeTab } from './tab-storage.ts';

/** The entries of local storage; their names are fixed (docs/product.md, “Objects”). */
const NAMES = {
  access: 'authToken',
  refresh: 'refreshToken',
  user: 'user',
  instructor: 'instructorData',
  apiKey: 'apiKey',
  apiKeyOther: 'api_key',
  department: 'department',
  instructorId: 'instructorId',
  /** Lectern's own, and only there while it holds. */
  twoFactorSetup: 'twoFactorSetupRequired',
} as const;

/** Set while this browser removes an expired session, so that other tabs can distinguish that from signing out. */
const EXPIRING = 'sessionExpiring';
/** Set while someone signs out, so that tabs with an already expired session notice it. */
const SIGNING_OUT = 'sessionSigningOut';
/** Set in the tab where the account was deleted, because the page reloads before the login page says so. */
const DELETED = 'accountDeleted';

interface InstructorData {
  id: number;
  instructor_id: number;
  name: string;
  department: string;
  api_key: string;
  created_at: string;
  updated_at: string;
  updated_by: string;
}

/** What the page knows of who is signed in. A new object whenever it changes, so that React notices. */
export interface CurrentSession {
  readonly access: string | null;
  readonly refresh: string | null;
  readonly user: User | null;
  readonly instructorId: number | null;
  /** The server lets this session do nothing but set up the second factor. */
  readonly mustSetUpTwoFactor: boolean;
  /** The session ended because it could not be refreshed, not because of a logout. */
  readonly expired: boolean;
  /** The session of an open page expired. The page stays with its `user`, who signs in again over it. */
  readonly interrupted: boolean;
  /** The session ended because its owner deleted the account. */
  readonly deleted: boolean;
  /** Whose session expired. */
  readonly expiredUserId: number | null;
}

/** Why a session ended, where that is not because its owner signed out. */
type Ending = Partial<Pick<CurrentSession, 'expired' | 'deleted' | 'expiredUserId'>>;

/** Why the page no longer belongs to the user it was opened for. */
export type AccountEnd =
  | { readonly kind: 'signedOut' | 'deleted' }
  /** In another tab. `isOther`: another user has signed in since. */
  | { readonly kind: 'elsewhere'; readonly isOther: boolean };

function parseStored(name: string): unknown {
  const text = readStored(name);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Written by something else, or cut short: as good as not there.
    return null;
  }
}

function readSession({
  expired = false,
  deleted = false,
  expiredUserId = null,
}: Ending = {}): CurrentSession {
  const instructorId = Number(readStored(NAMES.instructorId));
  return {
    access: readStored(NAMES.access),
    refresh: readStored(NAMES.refresh),
    user: parseStored(NAMES.user) as User | null,
    instructorId: Number.isInteger(instructorId) && instructorId > 0 ? instructorId : null,
    mustSetUpTwoFactor: readStored(NAMES.twoFactorSetup) !== null,
    expired,
    interrupted: false,
    deleted,
    expiredUserId,
  };
}

let current = readSession({ deleted: readTab(DELETED) !== null });
removeTab(DELETED);
/** Whether the server has accepted the session since the page loaded. */
let isAccepted = false;
let isExpiringElsewhere = false;
let hasEnded = false;
const listeners = new Set<() => void>();
const endListeners = new Set<(end: AccountEnd) => void>();

function become(next: CurrentSession, kind: AccountEnd['kind']): void {
  const { user } = current;
  current = next;
  if (user !== null && next.user?.id !== user.id && !next.expired) {
    hasEnded = true;
    const end: AccountEnd = kind === 'elsewhere' ? { kind, isOther: next.user !== null } : { kind };
    for (const listener of endListeners) listener(end);
  }
  for (const listener of listeners) listener();
}

const interrupt = (): CurrentSession => ({
  ...current,
  access: null,
  refresh: null,
  expired: true,
  interrupted: true,
});

/** Leaves the page unchanged until its user has signed in again. */
const isOpenPage = (): boolean => current.interrupted || (current.user !== null && isAccepted);

function changed(): void {
  const next = readSession();
  // A sign-in in another tab arrives entry by entry, with the token last.
  if (current.interrupted && next.access === null) return;
  become(next, 'elsewhere');
}

/** An entry that another tab changed. */
function changedElsewhere(isRemoved: boolean): void {
  const next = readSession();
  if (!isRemoved) isExpiringElsewhere = false;
  if (next.user !== null || !isRemoved) changed();
  else if (!isExpiringElsewhere) become(next, 'elsewhere');
  else if (isOpenPage()) become(interrupt(), 'elsewhere');
  else
    become({ ...next, expired: true, expiredUserId: current.user?.id ?? current.expiredUserId }, 'elsewhere');
}

/** Calls `listener` once the page no longer belongs to the user it was opened for. */
export function onAccountEnd(listener: (end: AccountEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** The page is about to reload, and must not send requests on behalf of another user. */
export const hasAccountEnded = (): boolean => hasEnded;

/** The server accepted a call of this session. */
export function acceptSession(access: string): void {
  if (current.access === access) isAccepted = true;
}

export const getSession = (): CurrentSession => current;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Another tab signed in, signed out or took new tokens; `key` is null when it cleared everything.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === EXPIRING || key === SIGNING_OUT) {
    if (newValue !== null) isExpiringElsewhere = key === EXPIRING;
    else if (key === SIGNING_OUT) changedElsewhere(true);
  } else if (key === null || Object.values<string>(NAMES).includes(key)) changedElsewhere(newValue === null);
});

/** The key that every request carries: the stored one, else the instructor's, else the placeholder. */
export const getApiKey = (): string =>
  readStored(NAMES.apiKey) ??
  readStored(NAMES.apiKeyOther) ??
  (parseStored(NAMES.instructor) as Partial<InstructorData> | null)?.api_key ??
  PLACEHOLDER_API_KEY;

export const hasApiKey = (): boolean => getApiKey() !== PLACEHOLDER_API_KEY;

/** Remembers a login or registration. */
export function openSession(session: Session): void {
  const now = new Date().toISOString();
  const instructor: InstructorData = {
    id: session.instructor_id,
    instructor_id: session.instructor_id,
    name: session.user.name,
    department: session.department,
    api_key: session.api_key,
    created_at: now,
    updated_at: now,
    updated_by: session.username,
  };
  writeStored(NAMES.refresh, session.refresh);
  writeStored(NAMES.instructor, JSON.stringify(instructor));
  writeStored(NAMES.apiKey, session.api_key);
  writeStored(NAMES.department, session.department);
  writeStored(NAMES.instructorId, String(session.instructor_id));
  writeStored(NAMES.user, JSON.stringify(session.user));
  storeTwoFactorSetup(session.two_factor_setup_required === true);
  // Last: another tab that sees the token finds the rest there.
  writeStored(NAMES.access, session.access);
  isAccepted = true;
  changed();
}

function storeTwoFactorSetup(isRequired: boolean): void {
  if (isRequired) writeStored(NAMES.twoFactorSetup, 'true');
  else removeStored(NAMES.twoFactorSetup);
}

/** Says whether the second factor must be set up before anything else. */
export function setTwoFactorSetupRequired(isRequired: boolean): void {
  if (current.mustSetUpTwoFactor === isRequired) return;
  storeTwoFactorSetup(isRequired);
  changed();
}

export function keepTokens(tokens: {
  access: string;
  refresh: string;
  user?: User;
  two_factor_setup_required?: boolean | undefined;
}): void {
  storeTwoFactorSetup(tokens.two_factor_setup_required === true);
  writeStored(NAMES.refresh, tokens.refresh);
  if (tokens.user !== undefined) writeStored(NAMES.user, JSON.stringify(tokens.user));
  writeStored(NAMES.access, tokens.access);
  isAccepted = true;
  changed();
}

/** Remembers a changed name or department. */
export function keepUser(user: User): void {
  const instructor = parseStored(NAMES.instructor) as InstructorData | null;
  if (instructor !== null) {
    const { name, department } = user;
    writeStored(NAMES.instructor, JSON.stringify({ ...instructor, name, department }));
  }
  writeStored(NAMES.department, user.department);
  writeStored(NAMES.user, JSON.stringify(user));
  changed();
}

/** Remembers the key that replaces a revoked one, or that was withheld until the second factor was set up. */
export function keepApiKey(apiKey: string): void {
  const instructor = parseStored(NAMES.instructor) as InstructorData | null;
  if (instructor !== null) {
    writeStored(NAMES.instructor, JSON.stringify({ ...instructor, api_key: apiKey }));
  }
  removeStored(NAMES.apiKeyOther);
  writeStored(NAMES.apiKey, apiKey);
}

/** Forgets who was signed in, here and in every other tab. */
export function clearSession(ending: Ending = {}): void {
  const { expired = false, deleted = false } = ending;
  const announcement = expired ? EXPIRING : SIGNING_OUT;
  writeStored(announcement, 'true');
  for (const name of Object.values(NAMES)) removeStored(name);
  removeStored(announcement);
  if (expired && isOpenPage()) {
    become(interrupt(), 'signedOut');
    return;
  }
  if (deleted) writeTab(DELETED, 'true');
  const expiredUserId = expired ? (current.user?.id ?? null) : null;
  // After a session has expired, someone else may be signing out.
  const kind = deleted ? 'deleted' : current.interrupted ? 'elsewhere' : 'signedOut';
  become(readSession({ ...ending, expiredUserId }), kind);
}

/**
 * The tokens as they are stored now. Another tab may just have changed them. Updates the page's copy immediately, because the
 * storage event arrives later than the change itself.
 */
export function readTokensNow(): Pick<CurrentSession, 'access' | 'refresh'> {
  const [access, refresh] = [readStored(NAMES.access), readStored(NAMES.refresh)];
  // An event announces the removal and its reason.
  if (access !== null && access !== current.access) changed();
  return { access, refresh };
}
