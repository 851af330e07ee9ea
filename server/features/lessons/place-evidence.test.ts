import { expect, test } from 'vitest';
import { anchorQuote } from '#server/ai/language-model/anchor-quote.ts';
import { createQuoteAnchor } from '#server/language/anchor-quotes.ts';
import { lessonOf } from '#server/language/testing/read-lesson.ts';
import { createPlace } from './place-evidence.ts';

const FIRST = 'Clay holds more water than sand because of its small pores.';
const SECOND = 'Roots cannot empty the smallest pores of a clay soil.';
const former = lessonOf(`${FIRST}\n\n${SECOND}`).passages;
const evidence = { ...anchorQuote(FIRST, former)!, further: anchorQuote(SECOND, former) };

const placeIn = (text: string) =>
  createPlace(createQuoteAnchor(lessonOf(text).passages, former), (each) => Promise.resolve(each))(evidence);

test('finds both places that a question rests on', async () => {
  expect(await placeIn(`An introduction.\n\n${FIRST}\n\n${SECOND}`)).toMatchObject({
    quote: FIRST,
    further: { quote: SECOND },
  });
});

test('marks evidence whose further quote is gone, and shows that quote first', async () => {
  const changed = 'Roots cannot empty the smallest pores of a loamy soil.';
  expect(await placeIn(`${FIRST}\n\n${changed}`)).toMatchObject({
    quote: SECOND,
    changed: { quote: changed },
    further: { quote: FIRST },
  });
});

test('keeps both places where both quotes changed, with the one that is gone first', async () => {
  const changed = 'Clay holds more water than silt because of its small pores.';
  expect(await placeIn(`${changed}\n\nBees dance.`)).toMatchObject({
    quote: SECOND,
    changed: null,
    further: { quote: FIRST, changed: { quote: changed } },
  });
});
