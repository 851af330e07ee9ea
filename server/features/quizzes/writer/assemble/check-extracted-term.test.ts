import { expect, test } from 'vitest';
import { analyzeLesson } from '#server/language/analysis.ts';
import { lessonOf } from '#server/language/testing/read-lesson.ts';
import { checkExtractedTerm, readNamedTerm } from './check-extracted-term.ts';
import type { ExtractedTerm, TermFact } from './extract-terms.ts';

const LESSON = lessonOf(`# How the body defends itself
## Cells
Neutrophils arrive at a wound within hours, but most live only a day. Live attenuated vaccines contain a weakened microbe. The World Health Organization declared smallpox eradicated in 1980.`);
const analysis = analyzeLesson(LESSON);

function extracted(term: string, kind: string, which: string): ExtractedTerm {
  const [passage] = LESSON.passages;
  if (!passage) throw new Error('The lesson has no passage.');
  return { term, kind, which, sentence: '', passage };
}
const check = (term: string, kind: string, which: string): TermFact | undefined =>
  checkExtractedTerm(extracted(term, kind, which), analysis);

test('cuts off what runs on into the next clause', () => {
  expect(
    check('neutrophils', 'white blood cell', 'arrive at a wound within hours, but most live only a day')
      ?.question,
  ).toBe('Which white blood cells arrive at a wound within hours?');
});

test('finds what sets a term apart in the kind', () => {
  expect(
    check('live attenuated vaccines', 'vaccine that contains a weakened microbe', 'are used'),
  ).toMatchObject({
    term: 'live attenuated vaccine',
    question: 'Which vaccine contains a weakened microbe?',
    quote: 'Live attenuated vaccines contain a weakened microbe.',
  });
});

test.each([
  ['a name', 'World Health Organization', 'organization', 'declared smallpox eradicated'],
  ['what the passage does not say', 'neutrophils', 'white blood cell', 'release histamine in the lungs'],
  ['a question that contains the answer', 'neutrophils', 'cell', 'are neutrophils at a wound'],
  ['what the whole lesson is about', 'body', 'organism', 'arrive at a wound within hours'],
  ['a year', 'smallpox', 'disease', 'was declared eradicated in 1980'],
])('rejects %s', (_, term, kind, which) => {
  expect(check(term, kind, which)).toBeUndefined();
});

test('names no term that the passage does not contain', () => {
  expect(
    readNamedTerm(extracted('macrophages', 'white blood cell', 'patrol the tissues'), analysis),
  ).toBeUndefined();
});
