/** Whether a page may link to the address: only http and https, nothing that runs as a script. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol);
}

/** Lectern fetches its own files from its origin. The page may only play other files or link to them. */
export const isOwnFile = (file: string): boolean =>
  isWebAddress(file) &&
  new URL(file).host === window.location.host &&
  new URL(file).pathname.startsWith('/files/');
