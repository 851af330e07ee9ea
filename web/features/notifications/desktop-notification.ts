/** Whether this browser can show notifications for Lectern, and if not, why. */
export type DesktopState = 'unsupported' | 'insecure' | 'blocked' | 'askable' | 'allowed';

export function readDesktopState(): DesktopState {
  if (!window.isSecureContext) return 'insecure';
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' ? 'allowed' : 'askable';
}

/** Asks the person for permission, unless they have answered already. */
export async function allowDesktop(): Promise<DesktopState> {
  const state = readDesktopState();
  if (state !== 'askable') return state;
  await Notification.requestPermission();
  return readDesktopState();
}

interface Message {
  readonly title: string;
  readonly body: string;
  /** Two tabs that show the same tag show one notification. */
  readonly tag: string;
  readonly onOpen: () => void;
}

/** Shows a notification. Returns false where the browser refuses: Chrome on Android shows none for pages. */
export function showDesktop({ title, body, tag, onOpen }: Message): boolean {
  if (readDesktopState() !== 'allowed') return false;
  try {
    const notification = new Notification(title, { body, tag, icon: '/favicon.svg' });
    notification.onclick = () => {
      window.focus();
      onOpen();
      notification.close();
    };
    return true;
  } catch {
    return false;
  }
}
