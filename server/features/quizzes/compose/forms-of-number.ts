import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Dating, Quantity } from '../../../language/facts.ts';
import { lazily } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import type { Pools } from './pools.ts';
import { listWrongNumbers, listWrongYears } from './wrong-numbers.ts';

/** "In which year did …?" */
export function datingForms(fact: Dating, pools: Pools, random: () => number): Candidate[] {
  const { sentence, question, year } = fact;
  return [
    {
      form: 'number',
      level: 'remember',
      stem: question,
      key: String(year),
      sentence,
      pool: lazily(() =>
        listWrongYears(year, pools.years, random).map(({ text }) => ({
          text,
          fit: pools.years.includes(Number(text)) ? 0.2 : 0,
        })),
      ),
      explanation: sentence.text,
      formWorth: 0.6,
      floor: 0,
      numeric: true,
    },
  ];
}

/** "How many …?", "By how much …?", "Within how many minutes …?" */
export function quantityForms(fact: Quantity, random: () => number): Candidate[] {
  const { sentence, question, before, number, after } = fact;
  const write = (text: string): string => upperInitial(`${before}${text}${after}`);
  return [
    {
      form: 'number',
      level: 'remember',
      stem: question,
      key: write(number),
      sentence,
      pool: lazily(() => listWrongNumbers(number, random).map(({ text }) => ({ text: write(text), fit: 0 }))),
      explanation: sentence.text,
      formWorth: 0.65,
      floor: 0,
      numeric: true,
    },
  ];
}
