const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com']);
const NO_COOKIE_HOSTS = new Set(['youtube-nocookie.com', 'www.youtube-nocookie.com']);
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;

/** The id of the video that an address of YouTube names; undefined for any other address. */
export function findYoutubeId(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const [first = '', second = ''] = url.pathname.split('/').slice(1);
  let id: string | null = null;
  if (url.hostname === 'youtu.be') id = first;
  else if (HOSTS.has(url.hostname) && first === 'watch') id = url.searchParams.get('v');
  else if (HOSTS.has(url.hostname) && ['shorts', 'embed', 'live', 'v'].includes(first)) id = second;
  else if (NO_COOKIE_HOSTS.has(url.hostname) && first === 'embed') id = second;
  return id !== null && VIDEO_ID.test(id) ? id : undefined;
}

/** An address that may be linked to: of the web, nothing that runs. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol);
}

/** Files of this Lectern are fetched from its own origin; a page may only play or link to others. */
export const isOwnFile = (file: string): boolean =>
  isWebAddress(file) &&
  new URL(file).host === window.location.host &&
  new URL(file).pathname.startsWith('/files/');
