import fc from 'fast-check';
import { styleText } from 'node:util';
import { expect, test } from 'vitest';
import { formatDuration, formatTime, formatWholeSeconds, visibleLength, wrapText } from './wrap-text.ts';

test('lines keep within the width, and no word is lost or changed', () => {
  const words = fc.array(fc.stringMatching(/^[a-zäö’“”]{1,20}$/u), { maxLength: 60 });
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 30, max: 100 }),
      fc.constantFrom('', '  • ', '  [0:12]  '),
      (all, width, first) => {
        const lines = wrapText(all.join(' '), width, first);
        for (const line of lines) expect(visibleLength(line)).toBeLessThanOrEqual(width);
        const written = lines
          .map((line, index) => (index === 0 ? line.slice(first.length) : line.trim()))
          .join(' ');
        expect(written.trim()).toBe(all.join(' '));
      },
    ),
  );
});

test('colour takes no room, and a no-break space holds a chip together', () => {
  const chip = styleText('yellow', '[p.\u00a07]', { validateStream: false });
  expect(visibleLength(chip)).toBe(6);
  const [first, second] = wrapText(`one two three ${chip}`, 17, '• ');
  expect(first).toBe('• one two three');
  expect(second).toContain('[p. 7]');
});

test('times and durations', () => {
  expect([0, 59.9, 754, 3723].map(formatTime)).toEqual(['0:00', '0:59', '12:34', '1:02:03']);
  expect([0.123, 12.34, 125].map(formatDuration)).toEqual(['0.12 s', '12.3 s', '2 min 05 s']);
  expect([0.9, 7.8, 59.9, 125].map(formatWholeSeconds)).toEqual(['0 s', '7 s', '59 s', '2 min 05 s']);
});
