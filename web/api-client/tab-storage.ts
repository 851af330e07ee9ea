/** Session storage, which a tab has for itself, that never throws: a browser may block it or have no room. */
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
    // Blocked or full: there is no other place for it.
  }
}

export function removeTab(name: string): void {
  try {
    window.sessionStorage.removeItem(name);
  } catch {
    // Blocked storage holds nothing that could be removed.
  }
}

export function listTab(): string[] {
  try {
    return Object.keys(window.sessionStorage);
  } catch {
    return [];
  }
}
