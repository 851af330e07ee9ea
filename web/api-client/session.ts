import { PLACEHOLDER_API_KEY } from './placeholder-api-key.ts';
import type { Session, User } from '#contract/accounts.ts';
import { readStored, removeStored, writeStored } from './browser-storage.ts';

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
  /** The session ended because its owner deleted the account. */
  readonly deleted: boolean;
  /** Whose session expired. */
  readonly expiredUserId: number | null;
}

/** Why a session ended, where that is not because its owner signed out. */
type Ending = Partial<Pick<CurrentSession, 'expired' | 'deleted' | 'expiredUserId'>>;

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
    deleted,
    expiredUserId,
  };
}

let current = readSession();
const listeners = new Set<() => void>();

function changed(ending: Ending = {}): void {
  current = readSession(ending);
  for (const listener of listeners) listener();
}

export const getSession = (): CurrentSession => current;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Another tab signed in, signed out or took new tokens; `key` is null when it cleared everything.
window.addEventListener('storage', ({ key }) => {
  if (key === null || Object.values<string>(NAMES).includes(key)) changed();
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
  const expiredUserId = ending.expired === true ? (current.user?.id ?? null) : null;
  for (const name of Object.values(NAMES)) removeStored(name);
  changed({ ...ending, expiredUserId });
}

/**
 * The tokens as they are stored now. Another tab may just have changed them, and what the page knows follows at once: the
 * event that tells of it comes later than the entry itself.
 */
export function readTokensNow(): Pick<CurrentSession, 'access' | 'refresh'> {
  if (readStored(NAMES.access) !== current.access) changed(current);
  return current;
}
