import { shuffle } from '../../../language/random.ts';
import type { ComposedQuestion } from './compose/composed-question.ts';
import { isNumeric } from './check-form.ts';

/** Shuffles the options so that over a set the key stands in each place alike; numbers stay in order. */
export function placeKeys<T extends ComposedQuestion>(questions: readonly T[], random: () => number): T[] {
  const bags = new Map<number, number[]>();
  const takePlace = (optionCount: number): number => {
    let bag = bags.get(optionCount) ?? [];
    if (bag.length === 0) bag = shuffle([...Array(optionCount).keys()], random);
    const place = bag.pop() ?? 0;
    bags.set(optionCount, bag);
    return place;
  };
  return questions.map((question) => {
    if (question.options.length === 0 || isNumeric(question.options.map(({ text }) => text))) return question;
    const key = question.options.filter((option) => option.is_correct);
    const wrong = shuffle(
      question.options.filter((option) => !option.is_correct),
      random,
    );
    return { ...question, options: wrong.toSpliced(takePlace(question.options.length), 0, ...key) };
  });
}
