import { expect, test } from 'vitest';
import { createLexicalSimilarity } from '#server/language/similarity.ts';
import { lessonOf } from '#server/language/testing/read-lesson.ts';
import { canStandBeside, describeTerm, listSiblings } from './choose-siblings.ts';
import type { NamedTerm, TermFact } from './extract-terms.ts';

const [passage] = lessonOf('# Lesson\nA passage.').passages;

function named(term: string, kind: string, said?: string): NamedTerm {
  if (!passage) throw new Error('The lesson has no passage.');
  return {
    term,
    kind,
    article: 'a',
    plural: false,
    meaning: undefined,
    passage,
    ...(said === undefined ? {} : { said }),
  };
}

const fact: TermFact = {
  ...named('tension', 'force', 'pulls a material apart'),
  question: 'Which force pulls a material apart?',
  quote: 'Tension pulls a material apart.',
  trust: 1,
};

const siblingsAmong = (terms: readonly NamedTerm[]): string[] =>
  listSiblings(
    fact,
    terms,
    createLexicalSimilarity([fact, ...terms].flatMap((term) => [term.term, describeTerm(term)])),
  ).map(({ term }) => term);

test('prefers terms of the same kind', () => {
  expect(siblingsAmong([named('anchorage', 'block of concrete'), named('compression', 'force')])[0]).toBe(
    'compression',
  );
});

test('leaves out a term of which the model says the same', () => {
  expect(siblingsAmong([named('pulling', 'force', 'pulls a material apart')])).toEqual([]);
});

test.each([
  ['tension', 'tensions'],
  ['market', 'competitive market'],
])('does not set %s beside %s', (term, other) => {
  expect(canStandBeside({ ...fact, term }, other)).toBe(false);
});

test('does not offer what the question names', () => {
  expect(canStandBeside(fact, 'material')).toBe(false);
});
