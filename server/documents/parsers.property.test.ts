import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readJsonAnswer } from '../ai/ai-sdk/read-json-answer.ts';
import type { Cue } from '../ai/speech-to-text.ts';
import { z } from 'zod';
import { checkText, decodeText } from './decode-text.ts';
import { buildProseBlocks } from './layout/prose-blocks.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { orderLines } from './page-lines.ts';
import { timeSentences } from './split-transcript.ts';
import { parseSubtitles, parseTranscript, SubtitlesUnreadableError } from './subtitles.ts';

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());

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

  test.each(['utf-8', 'utf-16le', 'utf-16be'])('what was written as %s is read as it was', (encoding) => {
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

  test.each(['srt', 'vtt'])('what was written as %s is read as it was', (kind) => {
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

  test('anything else gives cues in order, or says which line is at fault', () => {
    const piece = fc.oneof(
      anyText,
      fc.constantFrom(
        'WEBVTT',
        'NOTE x',
        '1',
        '00:00:01,000 --> 00:00:02,000',
        '99:99 -> 1:1',
        '-->',
        '<v A>',
        '',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          const { cues: read } = parseTranscript(checkText(pieces.join('\n')));
          for (const [index, cue] of read.entries()) {
            expect(cue.endSecond).toBeGreaterThan(cue.startSecond);
            expect(cue.startSecond).toBeGreaterThanOrEqual(read[index - 1]?.endSecond ?? 0);
          }
        } catch (error) {
          expect([SubtitlesUnreadableError, DocumentUnreadableError]).toContain((error as Error).constructor);
        }
      }),
    );
  });
});

const toCues = (text: string): Cue[] =>
  Array.from({ length: Math.ceil(text.length / 50) }, (_, index) => ({
    startSecond: index * 5,
    endSecond: index * 5 + 4,
    text: text.slice(index * 50, index * 50 + 50),
  }));

test('timed sentences stay within their cues, in order, and keep every word', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[A-Za-z]{1,9}[.,?]?$/u), { minLength: 1, maxLength: 200 }),
      (list) => {
        const cues = toCues(list.join(' '));
        const sentences = timeSentences(cues);
        let before = 0;
        for (const { startSecond, endSecond, pauseAfterSeconds } of sentences) {
          expect(startSecond).toBeGreaterThanOrEqual(before);
          expect(endSecond).toBeGreaterThan(startSecond);
          expect(pauseAfterSeconds).toBeGreaterThanOrEqual(0);
          before = startSecond;
        }
        const words = (texts: readonly { text: string }[]): string =>
          texts
            .map(({ text }) => text)
            .join(' ')
            .replace(/\s+/gu, ' ')
            .trim();
        expect(words(sentences)).toBe(words(cues));
      },
    ),
  );
});

describe('a page of a PDF', () => {
  const word = fc.record({
    text: fc.oneof(anyText, fc.constantFrom('1', '•', '-', '....', 'co-', 'Chapter')),
    left: fc.double({ min: -10, max: 700, noNaN: true }),
    top: fc.double({ min: -10, max: 900, noNaN: true }),
    width: fc.double({ min: 0, max: 80, noNaN: true }),
    size: fc.constantFrom(0.01, 6, 10, 10, 10, 24, 400),
    bold: fc.boolean(),
    monospaced: fc.boolean(),
  });

  test('wherever words stand, they become blocks', () => {
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 40 }), { maxLength: 4 }), (pages) => {
        const lines = pages.map((words) =>
          orderLines(
            words.map(({ width, ...each }) => ({
              ...each,
              right: each.left + width,
              bottom: each.top + each.size,
              follows: false,
            })),
          ),
        );
        for (const page of buildProseBlocks(
          lines.map((own) => ({ lines: own, height: 792, isNotes: false })),
        )) {
          for (const block of page) expect(block.text.trim()).not.toBe('');
        }
      }),
    );
  });
});

test('a model’s answer is read out of whatever surrounds it', () => {
  const shape = z.object({ title: z.string(), items: z.array(z.number()) });
  const chatter = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '`', '"', "'", ':', ',', '1'),
    maxLength: 30,
  });
  fc.assert(
    fc.property(
      fc.record({ title: fc.string(), items: fc.array(fc.integer(), { maxLength: 5 }) }),
      chatter,
      chatter,
      fc.boolean(),
      (value, before, after, isFenced) => {
        // An odd quotation mark before the object would be part of no JSON.
        const json = JSON.stringify(value);
        const text = isFenced
          ? `${before}\n\`\`\`json\n${json}\n\`\`\`\n${after}`
          : `${before}${json}${after}`;
        const answer = readJsonAnswer(text, shape);
        expect(answer).toEqual({ ok: true, object: value });
      },
    ),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      expect(readJsonAnswer(text, shape).ok).toBe(false);
    }),
  );
});
