/**
 * Local storage that never throws: a browser may block it or have no room. What cannot be stored is kept for as
 * long as the page lives, so that a person can work, and is only gone when the tab is.
 */
const memory = new Map<string, string>();

export function readStored(name: string): string | null {
  try {
    return window.localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function writeStored(name: string, value: string): void {
  try {
    window.localStorage.setItem(name, value);
    memory.delete(name);
  } catch {
    memory.set(name, value);
  }
}

export function removeStored(name: string): void {
  memory.delete(name);
  try {
    window.localStorage.removeItem(name);
  } catch {
    // Blocked storage holds nothing that could be removed.
  }
}

/** The names of stored entries, except those that live only as long as the page. */
export function listStored(): string[] {
  try {
    return Object.keys(window.localStorage);
  } catch {
    return [];
  }
}
