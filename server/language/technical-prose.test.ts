import { describe, expect, test } from 'vitest';
import { analyzeLesson, isQuotable } from './analysis.ts';
import { findDefinition } from './definitions.ts';
import { leadsOn } from './sentence.ts';
import { lessonOf } from './testing/read-lesson.ts';

/*
 * Manuals are hard lessons: sentences lead to code that is not prose, point at arguments by number and
 * give orders. Each case was seen in questions or summaries made from a real manual.
 */
function definesSomething(text: string): boolean {
  const analysis = analyzeLesson(lessonOf(text));
  return analysis.sentences.some((sentence) => findDefinition(sentence, analysis) !== undefined);
}

describe('what is picked out of a text is not a term', () => {
  test.each([
    'The fourth argument is a character vector to be used as a filename in error messages.',
    'Even an assignment is an expression whose result is the value assigned to it.',
    'The option is a comma-separated list of package names that are loaded first.',
    'Examples are vectors of numeric values, vectors of logical values and lists.',
  ])('%s', (sentence) => {
    expect(definesSomething(sentence)).toBe(false);
  });

  test('a term with its meaning is one', () => {
    expect(
      definesSomething('A finalizer is a piece of code that is run when the object is garbage collected.'),
    ).toBe(true);
  });
});

describe('a sentence that leads to what was left out', () => {
  test.each([
    'Allow code to be compiled with checking of array bounds:',
    'The makevars file should include the line',
    'More information can be obtained by using the commands',
    'The force on a charge in the field is given by [formula] near the rod.',
  ])('%s', (quote) => {
    expect(leadsOn(quote)).toBe(true);
  });

  test('is distinguished from one that ends', () => {
    expect(leadsOn('The shell reads these commands.')).toBe(false);
    expect(leadsOn('Mitochondria make most of the ATP of a cell')).toBe(false);
  });

  test('is never quoted', () => {
    const { sentences } = analyzeLesson(
      lessonOf('Compilers allow programs to be checked for errors:\nThe linker joins the compiled parts.'),
    );
    expect(sentences.filter(isQuotable).map(({ quote }) => quote)).toEqual([
      'The linker joins the compiled parts.',
    ]);
  });
});
