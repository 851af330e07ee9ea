type Listener = (text: string) => void;

const listeners = new Set<Listener>();

/** Opens the search of the header with these words in it; with none, as it was left. */
export function openSearch(text = ''): void {
  for (const listener of listeners) listener(text);
}

/** Listens for requests to open the search. Returns a function that stops listening. */
export function onOpenSearch(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
