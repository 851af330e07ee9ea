import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { parseSubtitles } from './subtitles.ts';

describe('text files', () => {
  test('any bytes become text without control characters, or are refused by name', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        try {
          expect(decodeText(bytes).text).not.toMatch(/[^\P{Cc}\n\t]|\r/u);
        } catch (error) {
          expect(error).toBeInstanceOf(DocumentUnreadableError);
        }
      }),
    );
  });

  test.each(['utf-8', 'utf-16le', 'utf-16be'])('reads back what was written as %s', (encoding) => {
    const words = fc.array(fc.stringMatching(/^[A-Za-zäöüéñçßłő,;']{1,12}$/u), {
      minLength: 8,
      maxLength: 60,
    });
    fc.assert(
      fc.property(words, fc.boolean(), (list, hasMark) => {
        const text = list.join(' ');
        const bytes = iconv.encode(text, encoding, { addBOM: hasMark });
        expect(decodeText(bytes).text).toBe(text);
      }),
    );
  });
});

describe('subtitles', () => {
  const stamp = (milliseconds: number, mark: string): string => {
    const pad = (number: number, digits: number): string => String(number).padStart(digits, '0');
    const [hours, minutes] = [Math.floor(milliseconds / 3_600_000), Math.floor(milliseconds / 60_000) % 60];
    return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(Math.floor(milliseconds / 1000) % 60, 2)}${mark}${pad(milliseconds % 1000, 3)}`;
  };
  const cues = fc
    .array(
      fc.record({
        pause: fc.integer({ min: 0, max: 900_000 }),
        length: fc.integer({ min: 200, max: 20_000 }),
        text: fc.array(fc.stringMatching(/^[A-Za-zäé]{1,10}$/u), { minLength: 1, maxLength: 8 }),
      }),
      { minLength: 1, maxLength: 30 },
    )
    .map((parts) => {
      let at = 0;
      return parts.map(({ pause, length, text }) => {
        const start = at + pause;
        at = start + length;
        return { start, end: at, text: text.join(' ') };
      });
    });

  test.each(['srt', 'vtt'])('reads back what was written as %s', (kind) => {
    const mark = kind === 'srt' ? ',' : '.';
    fc.assert(
      fc.property(cues, fc.constantFrom('\n', '\r\n'), (written, lineEnd) => {
        const blocks = written.map(
          ({ start, end, text }, index) =>
            `${index + 1}${lineEnd}${stamp(start, mark)} --> ${stamp(end, mark)}${lineEnd}${text}`,
        );
        const file = [...(kind === 'vtt' ? ['WEBVTT'] : []), ...blocks].join(lineEnd + lineEnd);
        expect(parseSubtitles(file)).toEqual(
          written.map(({ start, end, text }) => ({
            startSecond: start / 1000,
            endSecond: end / 1000,
            text,
          })),
        );
      }),
    );
  });
});
