import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFileKey } from '../files/file-links.ts';
import { isPublicAddress } from './guarded-agent.ts';
import { parseTimedText } from './youtube-captions.ts';
import { findYoutubeVideoId } from '#contract/youtube-address.ts';

const id = fc.stringMatching(/^[\w-]{11}$/u);

test('the id of a video is found in every form of its address', () => {
  const form = fc.constantFrom<(video: string) => string>(
    (video) => `https://www.youtube.com/watch?v=${video}`,
    (video) => `http://m.youtube.com/watch?list=x&v=${video}&t=5s`,
    (video) => `youtu.be/${video}?si=x`,
    (video) => `//youtube.com/embed/${video}`,
    (video) => ` https://youtube.com/shorts/${video}/ `,
    (video) => `https://youtube.com/live/${video}?feature=share`,
    (video) => `https://music.youtube.com/v/${video}`,
    (video) => `https://www.youtube-nocookie.com/embed/${video}#x`,
    (video) => `https://youtube.com/attribution_link?u=${encodeURIComponent(`/watch?v=${video}`)}`,
  );
  fc.assert(
    fc.property(id, form, (video, write) => {
      expect(findYoutubeVideoId(write(video))).toBe(video);
    }),
  );
});

test('an address inside is not public in any way to write it', () => {
  const inside = fc.oneof(
    fc.tuple(fc.constantFrom('10', '127', '0', '224', '255'), fc.nat(255), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant('192'), fc.constant(168), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant('172'), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant('100'), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant('169'), fc.constant(254), fc.nat(255), fc.nat(255)),
  );
  fc.assert(
    fc.property(inside, (parts) => {
      const address = parts.join('.');
      const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number);
      const words = [(a << 8) | b, (c << 8) | d].map((word) => word.toString(16)).join(':');
      for (const form of [
        address,
        `::ffff:${address}`,
        `::ffff:${words}`,
        `::${address}`,
        `64:ff9b::${words}`,
        `2002:${words}::1`,
        `2001:0:${words}::1`,
      ]) {
        expect([form, isPublicAddress(form)]).toEqual([form, false]);
      }
    }),
  );
});

test('what is not an address is not public', () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), fc.ipV6(), (text, four, six) => {
      for (const form of [`x${text}`, `0x7f.${text}`, `${four}.`, ` ${four}`, `[${six}]`, `${six}%eth0`]) {
        expect([form, isPublicAddress(form)]).toEqual([form, false]);
      }
    }),
  );
});

test('any captions of YouTube give cues in order, and anything else none', () => {
  const event = fc.record(
    {
      tStartMs: fc.integer({ min: -1_000, max: 10_000_000 }),
      dDurationMs: fc.integer({ min: -1_000, max: 60_000 }),
      aAppend: fc.constantFrom(0, 1),
      segs: fc.array(fc.record({ utf8: fc.string({ unit: 'binary' }) }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const cues = parseTimedText(JSON.stringify({ events }));
      for (const [index, cue] of cues.entries()) {
        expect(cue.startSecond).toBeGreaterThanOrEqual(cues[index - 1]?.startSecond ?? 0);
        expect(cue.endSecond).toBeGreaterThan(cue.startSecond);
        expect(cue.text.trim()).toBe(cue.text);
        expect(cue.text).not.toBe('');
      }
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseTimedText(text)).toEqual([]);
    }),
  );
});

test('only what looks like a key of ours is one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const url of [text, `/files/${text}`, `https://x/files/${text}`]) {
        expect(findFileKey(url) ?? 'i1/0.mp4').not.toMatch(/\.\.|\\|\/\/|^\//u);
      }
    }),
  );
});
