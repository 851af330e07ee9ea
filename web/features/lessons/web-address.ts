/** An address that may be linked to: of the web, nothing that runs. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol);
}

/** Files of this Lectern are fetched from its own origin; a page may only play or link to others. */
export const isOwnFile = (file: string): boolean =>
  isWebAddress(file) &&
  new URL(file).host === window.location.host &&
  new URL(file).pathname.startsWith('/files/');
