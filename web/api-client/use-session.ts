import { useSyncExternalStore } from 'react';
import { getSession, subscribeToSession, type CurrentSession } from './session.ts';

/** Who is signed in; the component is drawn again when that changes, here or in another tab. */
export const useSession = (): CurrentSession => useSyncExternalStore(subscribeToSession, getSession);
