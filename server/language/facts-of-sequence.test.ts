import { describe, expect, test } from 'vitest';
import { analyzeLesson } from './analysis.ts';
import { collectFacts } from './collect-facts.ts';
import { listSequences } from './facts-of-sequence.ts';
import { lessonOf, readLesson } from './testing/read-lesson.ts';

const stepsOf = (text: string): string[][] =>
  listSequences(analyzeLesson(lessonOf(text))).map((steps) => steps.map((step) => step.text));

describe('listSequences', () => {
  test('numbered orders', () => {
    expect(
      stepsOf('1. Wash the hands and dry them.\n2. Open the sterile pack.\n3. Clean the wound with saline.'),
    ).toEqual([]);
    expect(
      stepsOf('1. Wash both hands carefully.\n2. Open the sterile pack.\n3. Clean the wound with saline.'),
    ).toEqual([['wash both hands carefully', 'open the sterile pack', 'clean the wound with saline']]);
  });

  test('first, then, finally', () => {
    expect(
      stepsOf(
        'First, the compiler reads the source text. Then, the parser builds a syntax tree. Finally, the generator writes machine code.',
      ),
    ).toEqual([
      [
        'the compiler reads the source text',
        'the parser builds a syntax tree',
        'the generator writes machine code',
      ],
    ]);
  });

  test('two steps are no procedure', () => {
    expect(stepsOf('First, the cell grows in size. Then, the cell divides into two cells.')).toEqual([]);
  });
});

describe('facts of other kinds', () => {
  const kinds = (name: string): Set<string> =>
    new Set(collectFacts(analyzeLesson(readLesson(name))).map((fact) => fact.kind));

  test('claims, occasions, measures and agents are found in ordinary prose', () => {
    expect(kinds('psychology')).toContain('claim');
    expect(kinds('psychology')).toContain('occasion');
    expect(kinds('nursing')).toContain('quantity');
    expect(kinds('history')).toContain('agent');
  });

  test('a thing explained beside its name is defined', () => {
    const facts = collectFacts(analyzeLesson(readLesson('psychology')));
    expect(facts).toContainEqual(
      expect.objectContaining({ kind: 'definition', bareTerm: 'episodic buffer' }) as unknown,
    );
  });
});
