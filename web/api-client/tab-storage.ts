/** The tab's session storage. Never throws, because a browser may block the storage or it may be full. */
export function readTab(name: string): string | null {
  try {
    return window.sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

export function writeTab(name: string, value: string): void {
  try {
    window.sessionStorage.setItem(name, value);
  } catch {
    // Blocked or full: there is nowhere else to store it.
  }
}

export function removeTab(name: string): void {
  try {
    window.sessionStorage.removeItem(name);
  } catch {
    // Blocked storage contains nothing to remove.
  }
}

export function listTab(): string[] {
  try {
    return Object.keys(window.sessionStorage);
  } catch {
    return [];
  }
}
