import { describe, expect, test } from 'vitest';
import {
  parseTimedText,
  CaptionsUnavailableError,
  fetchYoutubeCaptions,
  type SendRequest,
} from './youtube-captions.ts';
import { findYoutubeVideoId } from '#contract/youtube-address.ts';

const id = 'dQw4w9WgXcQ';
const url = `https://www.youtube.com/watch?v=${id}`;

const timedText = JSON.stringify({
  wireMagic: 'pb3',
  events: [
    { tStartMs: 0, dDurationMs: 9000, id: 1, wpWinPosId: 1 },
    {
      tStartMs: 0,
      dDurationMs: 4000,
      segs: [{ utf8: 'welcome' }, { utf8: ' to', tOffsetMs: 300 }, { utf8: ' class' }],
    },
    { tStartMs: 1990, dDurationMs: 2010, aAppend: 1, segs: [{ utf8: '\n' }] },
    { tStartMs: 2000, dDurationMs: 4000, segs: [{ utf8: 'today' }, { utf8: ' cells' }] },
  ],
});

/** Answers the player call with these caption tracks, and their addresses with timed text. */
function youtube(
  captionTracks: object[] | undefined,
  status = 'OK',
  captions = timedText,
): { send: SendRequest; asked: string[] } {
  const asked: string[] = [];
  const send: SendRequest = (request) => {
    asked.push(request.url);
    if (request.url.includes('/youtubei/v1/player')) {
      const tracklist = captionTracks && {
        captions: {
          playerCaptionsTracklistRenderer: { captionTracks, audioTracks: [], translationLanguages: [] },
        },
      };
      return Promise.resolve(
        Response.json({
          playabilityStatus: { status },
          videoDetails: { videoId: id, title: 'Cells', lengthSeconds: '6' },
          ...tracklist,
        }),
      );
    }
    if (request.url.includes('/api/timedtext')) return Promise.resolve(new Response(captions));
    return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  };
  return { send, asked };
}
const track = (languageCode: string, kind?: string) => ({
  baseUrl: `https://www.youtube.com/api/timedtext?v=${id}&lang=${languageCode}${kind ? '&kind=asr' : ''}`,
  name: { simpleText: languageCode },
  vssId: `.${languageCode}`,
  languageCode,
  isTranslatable: true,
  ...(kind && { kind }),
});

describe('fetchYoutubeCaptions', () => {
  test("takes the author's English captions before others", async () => {
    const { send, asked } = youtube([track('en', 'asr'), track('de'), track('en-GB')]);
    expect(await fetchYoutubeCaptions(url, { send })).toEqual([
      { startSecond: 0, endSecond: 2, text: 'welcome to class' },
      { startSecond: 2, endSecond: 6, text: 'today cells' },
    ]);
    expect(asked.at(-1)).toContain('lang=en-GB&fmt=json3');
  });

  test.each([
    ['no captions', youtube(undefined).send, /no captions on YouTube/],
    ['a private video', youtube(undefined, 'LOGIN_REQUIRED').send, /does not show this video to everyone/],
    ['an empty answer', youtube([track('en')], 'OK', '').send, /sent no captions/],
    ['no connection', () => Promise.reject(new Error('ECONNREFUSED')), /could not be fetched/],
    ['a page of HTML', () => Promise.resolve(new Response('<html>')), /could not be fetched|no captions/],
    ['too many requests', () => Promise.resolve(new Response('', { status: 429 })), /could not be fetched/],
  ])('%s: says so and offers to bring a transcript', async (_, send, message) => {
    const failure = fetchYoutubeCaptions(url, { send });
    await expect(failure).rejects.toThrow(CaptionsUnavailableError);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toThrow(/Paste the transcript, or upload it as a TXT, SRT or VTT file\./);
  });

  test('refuses other sites and stops when the caller does', async () => {
    await expect(fetchYoutubeCaptions('https://vimeo.com/1')).rejects.toThrow(CaptionsUnavailableError);
    await expect(fetchYoutubeCaptions(url, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow(
      'stop',
    );
  });
});

test('timed text that is none gives no cues', () => {
  for (const text of ['', '<xml/>', '{}', '[]', '{"events":[{"segs":"x"}]}'])
    expect(parseTimedText(text)).toEqual([]);
});

test('what names no video has no id', () => {
  const others = ['https://youtu.be/short', 'javascript:' + id, '', 'https://www.youtube.com/@channel'];
  expect(others.filter((address) => findYoutubeVideoId(address) !== undefined)).toEqual([]);
});
