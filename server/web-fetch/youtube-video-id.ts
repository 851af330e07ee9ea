const videoId = /^[\w-]{11}$/;
const hosts = new Set([
  'youtube.com',
  'youtube-nocookie.com',
  'music.youtube.com',
  'm.youtube.com',
  'gaming.youtube.com',
]);
const pathPrefixes = new Set(['embed', 'shorts', 'live', 'v', 'e', 'vi', 'watch']);

/**
 * Finds the id of the video that an address of YouTube leads to: watch pages, short addresses, embeds, shorts, live
 * streams, with or without the scheme, and redirects of the site's own. Undefined for anything else.
 */
export function findYoutubeVideoId(url: string): string | undefined {
  const trimmed = url.trim();
  const parsed = URL.parse(
    /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`,
  );
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return undefined;
  const host = parsed.hostname.replace(/^www\./, '').replace(/\.$/, '');
  const segments = parsed.pathname.split('/').filter((segment) => segment !== '');
  if (host === 'youtu.be') return checkId(segments[0]);
  if (!hosts.has(host)) return undefined;
  const [first, second] = segments;
  if (first === 'attribution_link' || first === 'oembed') {
    const inner = parsed.searchParams.get('u') ?? parsed.searchParams.get('url');
    return inner === null
      ? undefined
      : findYoutubeVideoId(inner.startsWith('/') ? `https://youtube.com${inner}` : inner);
  }
  const inQuery = parsed.searchParams.get('v') ?? parsed.searchParams.get('vi');
  if (inQuery !== null && (first === 'watch' || first === undefined || first === 'watch_popup'))
    return checkId(inQuery);
  return first !== undefined && pathPrefixes.has(first) ? checkId(second) : undefined;
}

function checkId(id: string | undefined): string | undefined {
  return id !== undefined && videoId.test(id) ? id : undefined;
}
