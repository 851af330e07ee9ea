import { shuffle } from '../../../language/random.ts';
import type { ComposedOption } from './composed-question.ts';

/** Each position once in every so many questions of that many options, in an order of its own. */
export function createPositions(random: () => number): {
  next: (optionCount: number) => number;
  take: (options: readonly ComposedOption[]) => void;
} {
  const bags = new Map<number, number[]>();
  const bagOf = (optionCount: number): number[] => {
    const known = bags.get(optionCount);
    if (known && known.length > 0) return known;
    const bag = shuffle(
      Array.from({ length: optionCount }, (_, index) => index),
      random,
    );
    bags.set(optionCount, bag);
    return bag;
  };
  return {
    next: (optionCount) => bagOf(optionCount).at(-1) ?? 0,
    take: (options) => {
      const bag = bagOf(options.length);
      // Numbers stand in order, so theirs may be another position than the next.
      const at = bag.lastIndexOf(options.findIndex((option) => option.is_correct));
      bag.splice(at < 0 ? bag.length - 1 : at, 1);
    },
  };
}
