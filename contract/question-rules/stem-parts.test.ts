import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOfStem, fenceCode, listStemParts, nameStem, tidyStem, wordsOfStem } from './stem-parts.ts';

const PYTHON = 'What does it return for 3?\n```python\ndef double(n):\n    return n + n\n```';

describe('a stem', () => {
  test('without code is all words, as it is', () => {
    const stem = 'What is  `x`?\nAnd why?';
    expect(listStemParts(stem)).toEqual([{ kind: 'words', text: stem }]);
    expect(wordsOfStem(stem)).toBe(stem);
    expect(nameStem(stem)).toBe(stem);
    expect(codeOfStem(stem)).toBe('');
    expect(listStemParts('')).toEqual([]);
  });

  test('keeps the indentation of its code and the name of the language', () => {
    expect(listStemParts(PYTHON)).toEqual([
      { kind: 'words', text: 'What does it return for 3?' },
      { kind: 'code', code: 'def double(n):\n    return n + n', language: 'python' },
    ]);
  });

  test('may ask before or after its code, and both', () => {
    const stem = 'Read this:\r\n\r\n```\r\n  a\r\n    b\r\n\r\n```\r\nWhat does it print?';
    expect(listStemParts(stem)).toEqual([
      { kind: 'words', text: 'Read this:' },
      { kind: 'code', code: 'a\n  b', language: null },
      { kind: 'words', text: 'What does it print?' },
    ]);
    expect(wordsOfStem(stem)).toBe('Read this:\nWhat does it print?');
    expect(nameStem(stem)).toBe('Read this: What does it print?');
    expect(nameStem('```\nprint(1)\nprint(2)\n```')).toBe('print(1)');
  });

  test.each([
    '```\ncode',
    '```\n```',
    '```\n \n```',
    'a ``` b\n```',
    '``\ncode\n``',
    '```two words\ncode\n```',
  ])('is words where a fence is not well formed: %j', (stem) =>
    expect(listStemParts(stem).map(({ kind }) => kind)).toEqual(['words']),
  );

  test('quotes code that contains a fence in a longer fence', () => {
    const code = 'before\n```\ninside\n```';
    expect(fenceCode(code)).toBe(`\`\`\`\`\n${code}\n\`\`\`\``);
    expect(codeOfStem(fenceCode(code))).toBe(code);
  });

  test('is tidied without touching its code', () => {
    expect(tidyStem('  What   is\nthis?\n\n```java\n\tint  x;\n\t\treturn;\n\n```\n\n')).toBe(
      'What is this?\n```java\nint  x;\n\treturn;\n```',
    );
  });

  test('may have many fences', () => {
    expect(listStemParts('```x\n'.repeat(20_000))).toHaveLength(1);
  });
});

test('a fenced stem returns its code, whatever it contains', () => {
  const line = fc.string({ unit: fc.constantFrom('a', '`', ' ', '\t', '(', '=', 'é'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const code = codeOfStem(fenceCode(lines.join('\n')));
      fc.pre(code !== '');
      expect(codeOfStem(tidyStem(`Why?\n${fenceCode(code, 'x')}`))).toBe(code);
      expect(wordsOfStem(tidyStem(`Why?\n${fenceCode(code, 'x')}`))).toBe('Why?');
    }),
  );
});
