import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeReadingPack } from './reading-pack.ts';
import type { WrittenSet } from './rounds.ts';

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
    const { writer, level, score } = as[index]!;
    return {
      writer: `${writer}-${index}`,
      lesson: lesson.name,
      requested: 10,
      questions: questions.map((plain) => ({ ...plain, level, score })),
    };
  });

test('does not reveal writer, requested level or score to readers', () => {
  fc.assert(
    fc.property(sets, fc.integer(), ([written, one, other], seed) => {
      const { markdown } = makeReadingPack(lesson, dress(written, one!), seed);
      for (const { writer, score } of one!)
        for (const secret of [writer, score]) expect(markdown).not.toContain(secret);
      expect(makeReadingPack(lesson, dress(written, other!), seed).markdown).toBe(markdown);
    }),
    settings,
  );
});
