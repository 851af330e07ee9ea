import { describe, expect, test } from 'vitest';
import { runAtOnce } from '#server/platform/in-turns.ts';
import { analyzeLesson } from '../analysis.ts';
import { lessonOf } from '../testing/read-lesson.ts';
import { listCandidates } from './list-candidates.ts';

function candidatesOf(text: string, spoken = false): { text: string; quote: string }[] {
  const analysis = analyzeLesson(lessonOf(text, spoken));
  return runAtOnce(listCandidates(analysis, analysis.sentences)).map(({ sentence }) => ({
    text: sentence.text,
    quote: sentence.quote,
  }));
}

const textsOf = (text: string, spoken = false): string[] =>
  candidatesOf(text, spoken).map((candidate) => candidate.text);

describe('what a summary may take out of a sentence', () => {
  const TAKEN = `
For this reason the tropics receive far more heat than the poles. → The tropics receive far more heat than the poles.
This is the reason why most of the great deserts, such as the Sahara and the Gobi, lie near 30 degrees. → Most of the great deserts, such as the Sahara and the Gobi, lie near 30 degrees.
A recursive function is a function that calls itself on a smaller version of the problem. → A recursive function is a function that calls itself on a smaller version of the problem.
Consideration is the price that each party pays for the promise of the other. → Consideration is the price that each party pays for the promise of the other.
`;

  test.each(TAKEN.trim().split('\n'))('%s', (line) => {
    const [sentence = '', candidate] = line.split(' → ');
    expect(textsOf(sentence)).toContain(candidate);
  });
});

describe('what it may not', () => {
  test.each([
    'A massive star burns its hydrogen far faster than a light one, because its core must be hotter.',
    "Newton's third law says that when one object exerts a force on a second object, the second object exerts an equal force on the first.",
    'The height of wind waves depends on three things: the speed of the wind, its duration, and the fetch.',
    'Sea ice and icebergs look alike from a distance and have nothing in common but the cold.',
    'Water boils at 100 degrees (at sea level).',
  ])('%s stays whole', (sentence) => {
    expect(textsOf(sentence)).toEqual([sentence]);
  });

  test('keeps a condition in code', () => {
    expect(textsOf('The test if (b > a && b > c) is true only when b is the largest.')).toEqual([]);
  });

  test.each([
    // The noun of a pronoun or pointer is elsewhere.
    ['For some weeks it can outshine a whole galaxy.', /outshine/u],
    ['Where they disagree, each of the theories has hold of something.', /disagree/u],
    ['That part breaks into clumps, and each clump falls in upon itself.', /clump/u],
    // A letter is not an article behind a heading.
    ['The letters F, B, I, C, I, A are six items to a child and two to an adult.', /^A are/u],
    ['Among living things it is the work of certain bacteria.', /bacteria/u],
    // True only under what the rest of the sentence says.
    [
      'Immunodeficiency is the opposite fault: a part of the defence is missing or too weak.',
      /^A part of the defence/u,
    ],
    ['In summer the continent heats up, and moist air streams in from the sea.', /^Moist air/u],
    [
      'Passive immunity works at once, but it fades within weeks, because no memory cells are formed.',
      /^No memory/u,
    ],
    // Says nothing by itself.
    ['The present warming has another cause.', /cause/u],
    ['The simplest one is the beam bridge of timber.', /simplest/u],
  ])('%s', (sentence, pattern) => {
    for (const text of textsOf(`Stars differ in mass and in colour. ${sentence}`)) {
      if (text !== 'Stars differ in mass and in colour.') expect(text).not.toMatch(pattern);
    }
  });

  test('lists stay whole, and an attributed belief stays attributed', () => {
    expect(
      textsOf('The law looks for three elements: an offer, an acceptance, and an intention to be bound.'),
    ).not.toContain('The law looks for three elements: an offer, an acceptance.');
    expect(textsOf('Kant thought that lying is always wrong in every case.')).not.toContain(
      'Lying is always wrong in every case.',
    );
  });

  test('a sentence is not cut in the middle of an observation', () => {
    for (const text of textsOf(
      'Nansen noticed, while his ship was drifting in the ice from 1893 to 1896, that the ice moved to the right.',
    ))
      expect(text).toMatch(/right\.$/u);
  });
});

test('does not mistake the article of a sentence for a heading', () => {
  const text = 'The A horizon is mineral soil darkened by humus.';
  expect(textsOf(text)).toEqual([text]);
});

test('every candidate rests on words of its passage', () => {
  const text =
    'Warm air rises, cools and drops its moisture. It sinks at 30 degrees, where deserts lie. This loop is called the Hadley cell.';
  for (const { quote } of candidatesOf(text)) expect(text).toContain(quote);
});
