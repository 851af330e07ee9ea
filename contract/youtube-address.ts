const VIDEO_ID = /^[\w-]{11}$/u;
const HOSTS = new Set([
  'youtube.com',
  'youtube-nocookie.com',
  'music.youtube.com',
  'm.youtube.com',
  'gaming.youtube.com',
]);
const BEFORE_ID = new Set(['embed', 'shorts', 'live', 'v', 'e', 'vi', 'watch']);
const WITH_QUERY = new Set(['', 'watch', 'watch_popup', 'clip']);

/** Why a YouTube address is not the address of a video. */
export type YoutubeFault = 'playlist' | 'channel' | 'search' | 'no_video' | 'video_id';
export type YoutubeAddress = { readonly id: string } | { readonly fault: YoutubeFault };

/** Completes an address that someone typed or pasted: adds the scheme, trims it and decodes `&amp;`. */
export function completeAddress(text: string): string {
  const address = text.trim().replaceAll('&amp;', '&');
  if (/^\/\/[a-z\d-]+\.[a-z\d]/iu.test(address)) return `https:${address}`;
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+(?:[:/?#]|$)/iu.test(address) && !/^[^/?#]*:(?!\d)/u.test(address)
    ? `https://${address}`
    : address;
}

/** The video of a YouTube address, or why there is none; undefined for any other address. */
export function readYoutubeAddress(address: string): YoutubeAddress | undefined {
  const complete = completeAddress(address);
  const url = URL.canParse(complete) ? new URL(complete) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const host = url.hostname.replace(/^www\./u, '').replace(/\.$/u, '');
  const [first = '', second = ''] = url.pathname.split('/').filter((segment) => segment !== '');
  if (host === 'youtu.be') return checkId(first);
  if (!HOSTS.has(host)) return undefined;
  if (first === 'attribution_link' || first === 'oembed') return readInner(url.searchParams);
  return readPath(first, second, url.searchParams);
}

/** Reads the address that is a parameter of a YouTube address. It must not contain another one in turn. */
function readInner(query: URLSearchParams): YoutubeAddress {
  const inner = query.get('u') ?? query.get('url') ?? '';
  if (/attribution_link|oembed/u.test(inner)) return { fault: 'no_video' };
  const address = inner.startsWith('/') ? `https://youtube.com${inner}` : inner;
  return readYoutubeAddress(address) ?? { fault: 'no_video' };
}

function readPath(first: string, second: string, query: URLSearchParams): YoutubeAddress {
  const inQuery = query.get('v') ?? query.get('vi') ?? '';
  if (inQuery !== '' && WITH_QUERY.has(first)) return checkId(inQuery);
  if (BEFORE_ID.has(first) && second !== 'videoseries') {
    return second === '' && query.has('list') ? { fault: 'playlist' } : checkId(second);
  }
  return { fault: findFault(first, query) };
}

export function findYoutubeVideoId(address: string): string | undefined {
  const found = readYoutubeAddress(address);
  return found !== undefined && 'id' in found ? found.id : undefined;
}

function checkId(id: string): YoutubeAddress {
  if (VIDEO_ID.test(id)) return { id };
  return { fault: id === '' ? 'no_video' : 'video_id' };
}

function findFault(first: string, query: URLSearchParams): YoutubeFault {
  if (query.has('list')) return 'playlist';
  if (/^(?:@|channel$|c$|user$)/u.test(first)) return 'channel';
  return first === 'results' ? 'search' : 'no_video';
}
