import { describe, expect, test } from 'vitest';
import { completeAddress, findYoutubeVideoId, readYoutubeAddress } from './youtube-address.ts';

const ID = '-Qw4w9_gXcQ';

describe('a video', () => {
  test.each([
    `https://www.youtube.com/watch?v=${ID}&t=43s`,
    `http://youtube.com/watch?list=PLx&v=${ID}&index=4`,
    `HTTPS://WWW.YOUTUBE.COM/watch?v=${ID}`,
    `https://www.youtube.com/watch/${ID}`,
    `https://www.youtube.com/watch?v=${ID}&amp;t=10`,
    `https://m.youtube.com/shorts/${ID}`,
    `https://music.youtube.com/watch?v=${ID}&list=RDAMVM${ID}`,
    `https://youtu.be/${ID}?si=abc`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    `https://www.youtube.com/live/${ID}`,
    `https://www.youtube.com/e/${ID}`,
    `https://www.youtube.com/clip/UgkxAbCdEf?v=${ID}`,
    `https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
    `youtu.be/${ID}`,
    `www.youtube.com/watch?v=${ID}`,
    `  https://youtu.be/${ID}  `,
  ])('%s', (address) => {
    expect(readYoutubeAddress(address)).toEqual({ id: ID });
  });
});

test.each([
  ['https://www.youtube.com/playlist?list=PL123', 'playlist'],
  ['https://www.youtube.com/embed/videoseries?list=PL123', 'playlist'],
  ['https://www.youtube.com/watch?list=PL123', 'playlist'],
  ['https://www.youtube.com/@some', 'channel'],
  ['youtube.com/channel/UC123/videos', 'channel'],
  ['https://www.youtube.com/results?search_query=rivers', 'search'],
  ['https://www.youtube.com/watch', 'no_video'],
  ['https://www.youtube.com/', 'no_video'],
  ['https://youtu.be/', 'no_video'],
  ['https://www.youtube.com/shorts/', 'no_video'],
  [`https://www.youtube.com/watch?v=${ID}X`, 'video_id'],
  [`https://youtu.be/${ID.slice(1)}`, 'video_id'],
])('%s is not the address of a video: %s', (address, fault) => {
  expect(readYoutubeAddress(address)).toEqual({ fault });
});

test.each([
  '',
  ID,
  `https://youtube.com.evil.example/watch?v=${ID}`,
  `https://evilyoutube.com/watch?v=${ID}`,
  `https://evil.example/?u=https://youtu.be/${ID}`,
  `https://youtube.com@evil.example/watch?v=${ID}`,
  `https://www.y\u{43E}utube.com/watch?v=${ID}`,
  `javascript:alert(1)//youtube.com/watch?v=${ID}`,
  `file:///etc/passwd#youtube.com/watch?v=${ID}`,
  `http://youtube.com:8080@127.0.0.1/watch?v=${ID}`,
])('%s is not a YouTube address', (address) => {
  expect(readYoutubeAddress(address)).toBeUndefined();
  expect(findYoutubeVideoId(address)).toBeUndefined();
});

test.each([
  ['example.org/notes.pdf', 'https://example.org/notes.pdf'],
  ['example.org:8080/a', 'https://example.org:8080/a'],
  ['//example.org/a', 'https://example.org/a'],
  [' http://example.org/a?b=1&amp;c=2 ', 'http://example.org/a?b=1&c=2'],
  ['words', 'words'],
  ['two words', 'two words'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['mailto:a@example.org', 'mailto:a@example.org'],
])('%j is completed to %j', (text, address) => {
  expect(completeAddress(text)).toBe(address);
});
