import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeReadingPack, packKey } from './reading-pack.ts';
import type { WrittenSet } from './written-set.ts';

const settings = { numRuns: 100, seed: 20_261_124 };
const lesson = {
  name: 'tides',
  text: '# Tides\n\n## The pull of the Moon\nThe Moon raises two bulges of water.\n',
};

const words = fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){0,4}$/);
const question = fc
  .tuple(words, fc.uniqueArray(words, { minLength: 3, maxLength: 5 }), fc.nat(2))
  .map(([stem, options, key]) => ({
    stem,
    options: options.map((text, index) => ({ text, is_correct: index === key })),
  }));
const levels = fc.constantFrom('remember', 'understand', 'apply', 'analyze', 'evaluate', 'create');

/** What readers must not see: distinct from every word of a question, so that finding it in a pack is a leak. */
const hidden = fc.record({
  writer: fc.stringMatching(/^Writer#[0-9]{4}$/),
  form: fc.option(fc.stringMatching(/^Form#[0-9]{4}$/), { nil: undefined }),
  level: levels,
  score: fc.stringMatching(/^0[.][0-9]{6}$/),
});
type Hidden = typeof hidden extends fc.Arbitrary<infer T> ? T : never;

const sets = fc
  .array(fc.array(question, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .chain((written) =>
    fc.tuple(fc.constant(written), ...[0, 1].map(() => fc.array(hidden, { minLength: 4, maxLength: 4 }))),
  );

const dress = (
  written: readonly { stem: string; options: WrittenSet['questions'][number]['options'] }[][],
  as: Hidden[],
): WrittenSet[] =>
  written.map((questions, index) => {
    const { writer, form, level, score } = as[index]!;
    return {
      writer: `${writer}-${index}`,
      lesson: lesson.name,
      requested: 10,
      questions: questions.map((plain) => ({ ...plain, level, form, score })),
    };
  });

test('does not reveal writer, form, requested level or score to readers', () => {
  fc.assert(
    fc.property(sets, fc.integer(), ([written, one, other], seed) => {
      const { markdown } = makeReadingPack(lesson, dress(written, one!), seed);
      for (const { writer, form, score } of one!)
        for (const secret of [writer, form, score])
          if (secret !== undefined) expect(markdown).not.toContain(secret);
      expect(makeReadingPack(lesson, dress(written, other!), seed).markdown).toBe(markdown);
    }),
    settings,
  );
});

test('lists every question once in the key, under its number in the Markdown', () => {
  fc.assert(
    fc.property(sets, fc.integer(), ([written, as], seed) => {
      const own = dress(written, as!);
      const { markdown, key } = makeReadingPack(lesson, own, seed);
      const stemsOf = (set: readonly { stem: string }[]): string[] => set.map(({ stem }) => stem).toSorted();
      expect(stemsOf(key.items)).toEqual(stemsOf(own.flatMap(({ questions }) => questions)));
      expect(key.items.map(({ item }) => item)).toEqual(key.items.map((_, index) => index + 1));
      for (const { item, stem, options } of key.items) {
        const section = markdown.split(/^### Item /mu).find((part) => part.startsWith(`${item}\n`));
        expect(section).toContain(`\n${stem}\n`);
        const right = options.find((option) => option.is_correct)!;
        expect(section).toMatch(new RegExp(`^- [A-H][.] ${right.text} +← marked as right$`, 'mu'));
        expect(section?.match(/marked as right/gu)).toHaveLength(1);
      }
    }),
    settings,
  );
});

test('writes a key that parses, without scores', () => {
  fc.assert(
    fc.property(sets, fc.integer(), ([written, as], seed) => {
      const parsed = packKey.parse(
        JSON.parse(JSON.stringify(makeReadingPack(lesson, dress(written, as!), seed).key)),
      );
      expect(parsed.sets).toHaveLength(written.length);
      expect(JSON.stringify(parsed)).not.toContain('score');
    }),
    settings,
  );
});

test('mixes the writers, in an order that the seed decides', () => {
  const set = (writer: string): WrittenSet => ({
    writer,
    lesson: lesson.name,
    requested: 10,
    questions: Array.from({ length: 10 }, (_, index) => ({
      stem: `${writer} asks ${index}?`,
      options: [
        { text: 'yes', is_correct: true },
        { text: 'no', is_correct: false },
      ],
      level: 'remember' as const,
    })),
  });
  const order = (seed: number): string[] =>
    makeReadingPack(lesson, [set('one'), set('two')], seed).key.items.map(({ writer }) => writer);
  expect(new Set(order(1).slice(0, 10)).size).toBe(2);
  expect(order(1)).toEqual(order(1));
  expect(order(1)).not.toEqual(order(2));
});

test('contains the whole lesson and the instructions', () => {
  const { markdown } = makeReadingPack(lesson, [], 1);
  expect(markdown).toContain(lesson.text.trim());
  expect(markdown).toContain('You are a strict university instructor.');
  expect(markdown).toContain('tides.<your name>.json');
});
