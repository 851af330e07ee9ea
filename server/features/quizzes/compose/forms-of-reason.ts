import { oppositeOf } from './opposites.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Cause, Condition, Dating, Purpose, Quantity } from '../../../language/facts.ts';
import { hasBarePronoun } from '../../../language/sentence.ts';
import { contentStems, overlap } from '../../../language/words.ts';
import type { Candidate, Distractor } from './candidate.ts';
import { asDistractors } from './pools.ts';
import type { Pools } from './pools.ts';
import { listWrongNumbers, listWrongYears } from './wrong-numbers.ts';

function opposites(key: string): Distractor[] {
  const opposite = oppositeOf(key);
  return opposite === undefined ? [] : [{ text: opposite, fit: 0.35 }];
}

/** "Why does photorespiration increase at high temperatures?" */
export function causeForms(fact: Cause, pools: Pools): Candidate[] {
  const { sentence, effect, cause, causeIsClause } = fact;
  const opener = causeIsClause ? 'Because' : 'Because of';
  const key = `${opener} ${cause}`;
  const write = (text: string): string => `Because ${text}`;
  const effectStems = contentStems(fact.effectText);
  const away = (other: { text: string; sentence: { index: number } }): boolean =>
    Math.abs(other.sentence.index - sentence.index) > 1 &&
    !hasBarePronoun(other.text) &&
    overlap(contentStems(other.text), effectStems) < 0.5;
  const pool = causeIsClause
    ? [
        ...opposites(key),
        ...asDistractors(pools.causes, 0.2, away, write),
        ...asDistractors(
          pools.clauses,
          0,
          (other) => away(other) && other.tense === fact.effectClause.tense,
          write,
        ),
        ...asDistractors(
          pools.outcomes,
          0,
          (other) => away(other) && other.tense === fact.effectClause.tense,
          write,
        ),
      ]
    : asDistractors(
        pools.subjects,
        0,
        (other) => away(other) && other.text.split(' ').length >= 2,
        (text) => `Because of ${text}`,
      );
  return [
    {
      form: 'cause',
      level: 'understand',
      stem: `Why ${effect}?`,
      key,
      sentence,
      pool,
      explanation: `${upperInitial(fact.effectText)} because ${causeIsClause ? '' : 'of '}${cause}.`,
      formWorth: 1,
    },
  ];
}

/** "What happens when X?" and, as a case to think through, "Suppose that X. What would you expect to happen?" */
export function conditionForms(fact: Condition, pools: Pools): Candidate[] {
  const { sentence, word, condition, outcome, past } = fact;
  const conditionStems = contentStems(condition);
  const tense = past ? 'past' : 'present';
  const key = upperInitial(outcome);
  const away = (other: { text: string; sentence: { index: number; stems: ReadonlySet<string> } }): boolean =>
    Math.abs(other.sentence.index - sentence.index) > 0 &&
    !hasBarePronoun(other.text) &&
    overlap(other.sentence.stems, conditionStems) < 0.4;
  const pool = [
    ...opposites(key),
    ...asDistractors(pools.outcomes, 0.2, (other) => other.tense === tense && away(other)),
    ...asDistractors(pools.clauses, 0, (other) => other.tense === tense && away(other)),
  ];
  const explanation = `${upperInitial(word)} ${condition}, ${outcome}.`;
  const base = { key, sentence, pool, explanation };
  const forms: Candidate[] = [
    {
      ...base,
      form: 'condition',
      level: 'understand',
      stem: `What ${past ? 'happened' : 'happens'} ${word} ${condition}?`,
      formWorth: 0.95,
    },
  ];
  if (!past && word !== 'after' && !/^(?:\w+ ){0,3}were\b/u.test(condition)) {
    forms.push({
      ...base,
      form: 'case',
      level: 'apply',
      stem: `Suppose that ${condition}. What would you expect to happen?`,
      formWorth: 0.9,
    });
  }
  return forms;
}

/** "What are hash tables used to do?", "Why does a compiler use a symbol table?" */
export function purposeForms(fact: Purpose, pools: Pools): Candidate[] {
  const { sentence, question, purpose } = fact;
  const write = (text: string): string => `To ${text}`;
  const away = (other: { sentence: { index: number }; text: string }): boolean =>
    other.sentence.index !== sentence.index && !hasBarePronoun(other.text);
  const pool = [
    ...asDistractors(pools.purposes, 0.2, away, write),
    ...asDistractors(pools.barePredicates, 0, away, write),
  ];
  return [
    {
      form: 'purpose',
      level: 'understand',
      stem: question,
      key: write(purpose),
      sentence,
      pool,
      explanation: sentence.text,
      formWorth: 0.9,
    },
  ];
}

/** "In which year did …?" */
export function datingForms(fact: Dating, pools: Pools, random: () => number): Candidate[] {
  const { sentence, question, year } = fact;
  const pool = listWrongYears(year, pools.years, random).map(({ text }) => ({
    text,
    fit: pools.years.includes(Number(text)) ? 0.2 : 0,
  }));
  return [
    {
      form: 'year',
      level: 'remember',
      stem: question,
      key: String(year),
      sentence,
      pool,
      explanation: sentence.text,
      formWorth: 0.6,
      numeric: true,
    },
  ];
}

/** "How many …?", "By how much …?" */
export function quantityForms(fact: Quantity, random: () => number): Candidate[] {
  const { sentence, question, before, number, after } = fact;
  const write = (text: string): string => upperInitial(`${before}${text}${after}`);
  const pool = listWrongNumbers(number, random).map(({ text }) => ({ text: write(text), fit: 0 }));
  return [
    {
      form: 'quantity',
      level: 'remember',
      stem: question,
      key: write(number),
      sentence,
      pool,
      explanation: sentence.text,
      formWorth: 0.6,
      numeric: true,
    },
  ];
}
