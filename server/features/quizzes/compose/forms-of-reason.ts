import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Cause, Claim, Condition, Occasion, Purpose } from '../../../language/facts.ts';
import { addressesReader, hasBarePronoun } from '../../../language/sentence.ts';
import { containment, contentStems, overlap } from '../../../../items/words.ts';
import { lazily } from './candidate.ts';
import type { Candidate, Distractor } from './candidate.ts';
import { asDistractors } from './pools.ts';
import type { Phrase, Pools } from './pools.ts';
import { exchangedOf, listVariants } from './variants.ts';

/** Sentences so near to the one asked about may go on with the same thought, and answer half of it. */
const SAME_THOUGHT = 2;

function turned(statement: string, write: (text: string) => string): Distractor[] {
  const exchanged = exchangedOf(statement);
  return [
    ...listVariants(statement),
    ...(exchanged === undefined ? [] : [{ text: exchanged, fit: 0.5, variant: true }]),
  ].map((item) => ({ ...item, text: write(item.text) }));
}

/** "Why does photorespiration increase at high temperatures?" */
export function causeForms(fact: Cause, pools: Pools): Candidate[] {
  const { sentence, effect, cause, marker } = fact;
  const write = (text: string): string => `${upperInitial(marker)} ${text}`;
  const effectStems = contentStems(fact.effectText);
  const away = (other: Phrase): boolean =>
    Math.abs(other.sentence.index - sentence.index) > SAME_THOUGHT &&
    !/\bthe two\b| occurs? when /u.test(other.text) &&
    !hasBarePronoun(other.text) &&
    overlap(contentStems(other.text), effectStems) < 0.5;
  const sameTense = (other: Phrase): boolean => away(other) && other.tense === fact.tense;
  const pool = lazily(() =>
    marker === 'because of'
      ? asDistractors(pools.subjects, 0, (other) => away(other) && other.text.split(' ').length >= 2, write)
      : [
          ...turned(cause, write),
          ...asDistractors(marker === 'because' ? pools.causes : pools.aims, 0.2, away, write),
          ...asDistractors(pools.clauses, 0, sameTense, write),
          ...asDistractors(pools.outcomes, 0, sameTense, write),
        ],
  );
  return [
    {
      form: 'cause',
      level: 'understand',
      stem: `Why ${effect}?`,
      key: write(cause),
      sentence,
      pool,
      explanation: `${upperInitial(fact.effectText)} ${marker} ${cause}.`,
      formWorth: 1,
      floor: 0.27,
    },
  ];
}

/** "What happens when X?" and, as a case to think through, "Suppose that X. What would you expect to happen?" */
export function conditionForms(fact: Condition, pools: Pools): Candidate[] {
  const { sentence, word, condition, outcome, past } = fact;
  const conditionStems = contentStems(condition);
  const tense = past ? 'past' : 'present';
  const key = upperInitial(outcome);
  const otherwise = (other: Phrase): boolean =>
    other.tense === tense &&
    other.sentence !== sentence &&
    !hasBarePronoun(other.text) &&
    containment(conditionStems, other.sentence.stems) < 0.9;
  const away = (other: Phrase): boolean =>
    otherwise(other) &&
    Math.abs(other.sentence.index - sentence.index) > SAME_THOUGHT &&
    overlap(other.sentence.stems, conditionStems) < 0.4;
  const pool = lazily(() => [
    ...turned(outcome, upperInitial),
    ...asDistractors(pools.outcomes, 0.25, otherwise),
    ...asDistractors(pools.clauses, 0, away),
  ]);
  const base = {
    key,
    sentence,
    pool,
    explanation: `${upperInitial(word)} ${condition}, ${outcome}.`,
    floor: 0.22,
  };
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
      formWorth: 0.95,
    });
  }
  return forms;
}

/** "What did Galileo argue?" */
export function claimForms({ sentence, question, content }: Claim, pools: Pools): Candidate[] {
  const write = (text: string): string => `That ${text}`;
  const away = (other: Phrase): boolean =>
    other.sentence !== sentence && !/\bthe two\b/u.test(other.text) && !addressesReader(other.text);
  return [
    {
      form: 'claim',
      level: 'understand',
      stem: question,
      key: write(content),
      sentence,
      pool: lazily(() => [
        ...turned(content, write),
        ...asDistractors(pools.claims, 0.25, away, write),
        ...asDistractors(pools.clauses, 0, away, write),
      ]),
      explanation: sentence.text,
      formWorth: 0.95,
      floor: 0.2,
    },
  ];
}

/** "When is demand elastic?" */
export function occasionForms(fact: Occasion, pools: Pools): Candidate[] {
  const { sentence, question, word, condition } = fact;
  const write = (text: string): string => `${upperInitial(word)} ${text}`;
  return [
    {
      form: 'occasion',
      level: 'understand',
      stem: question,
      key: write(condition),
      sentence,
      pool: lazily(() => [
        ...turned(condition, write),
        ...asDistractors(pools.conditions, 0.2, (other) => other.sentence !== sentence, write),
        ...asDistractors(
          pools.clauses,
          0,
          (other) =>
            other.tense === 'present' &&
            !/\b(?:when|if|the two)\b|\boccurs?\b/u.test(other.text) &&
            Math.abs(other.sentence.index - sentence.index) > SAME_THOUGHT,
          write,
        ),
      ]),
      explanation: sentence.text,
      formWorth: 0.9,
      floor: 0.22,
    },
  ];
}

/** "What are hash tables used to do?", "Why does a compiler use a symbol table?" */
export function purposeForms(fact: Purpose, pools: Pools): Candidate[] {
  const { sentence, question, purpose } = fact;
  const write = (text: string): string => `To ${text}`;
  const away = (other: Phrase): boolean =>
    Math.abs(other.sentence.index - sentence.index) > 0 && !hasBarePronoun(other.text);
  return [
    {
      form: 'purpose',
      level: 'understand',
      stem: question,
      key: write(purpose),
      sentence,
      pool: lazily(() => [
        ...asDistractors(pools.purposes, 0.2, away, write),
        ...asDistractors(pools.barePredicates, 0, away, write),
      ]),
      explanation: sentence.text,
      formWorth: 0.9,
      floor: 0.22,
    },
  ];
}
