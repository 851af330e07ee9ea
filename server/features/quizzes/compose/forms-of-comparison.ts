import type { LessonAnalysis } from '../../../language/analysis.ts';
import { predicateText, subjectText } from '../../../language/clause-text.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Contrast, Definition, Fact } from '../../../language/facts.ts';
import { containment, contentStems, overlap } from '../../../../items/words.ts';
import { kinshipOf } from '../../../language/wordnet.ts';
import { headOf } from './likeness.ts';
import { lazily } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { meaningDistractors } from './forms-of-terms.ts';
import { asDistractors } from './pools.ts';
import type { Pools } from './pools.ts';

/** "How does X differ from Y?", for two terms that the lesson explains, of one kind or of kindred ones. */
export function comparisonForms(facts: readonly Fact[], pools: Pools): Candidate[] {
  const definitions = facts.filter(
    (fact): fact is Definition =>
      fact.kind === 'definition' &&
      (fact.be === 'is' || fact.be === 'are') &&
      // "The target" names nothing by itself.
      !/^the \S+$/u.test(fact.term),
  );
  const result: Candidate[] = [];
  const asked = new Set<string>();
  for (const fact of definitions) {
    const genus = pools.likeness.genusOf(fact.term);
    // The best rival is explained by the same word; else one whose kind is akin, or whose name is.
    const kin = (other: Definition): number => {
      const otherGenus = pools.likeness.genusOf(other.term);
      if (genus === undefined || otherGenus === undefined) return 0;
      if (genus === otherGenus) return 1;
      return Math.max(kinshipOf(genus, otherGenus), kinshipOf(headOf(fact.term), headOf(other.term)));
    };
    const rivals = definitions.filter(
      (other) =>
        other !== fact &&
        other.plural === fact.plural &&
        (kin(other) === 1 || (kin(other) >= 0.75 && isNear(fact, other))) &&
        overlap(contentStems(other.bareTerm), contentStems(fact.bareTerm)) < 0.99 &&
        overlap(contentStems(other.meaning), contentStems(fact.meaning)) < 0.9,
    );
    // Its main wrong answer must be able to stand beside the key.
    const rival = rivals
      .filter(({ meaning }) => meaning.length / fact.meaning.length <= 1.8)
      .filter(({ meaning }) => meaning.length / fact.meaning.length >= 0.55)
      .sort((one, other) => kin(other) - kin(one))[0];
    const pair = rival && [fact.bareTerm, rival.bareTerm].sort().join('\n');
    // One question for the two.
    if (!rival || pair === undefined || asked.has(pair)) continue;
    asked.add(pair);
    const close =
      headOf(rival.term) === headOf(fact.term) || kinshipOf(headOf(rival.term), headOf(fact.term)) >= 0.6;
    const write = (text: string): string => `${fact.plural ? 'They are' : 'It is'} ${text}`;
    result.push({
      form: 'comparison',
      level: 'analyze',
      stem: `How ${fact.plural ? 'do' : 'does'} ${fact.term} differ from ${rival.term}?`,
      key: write(fact.meaning),
      sentence: fact.sentence,
      pool: lazily(() =>
        meaningDistractors(fact, pools, write).map((item) =>
          item.from === rival.sentence ? { ...item, fit: 0.6, variant: true } : item,
        ),
      ),
      explanation: `${upperInitial(fact.term)} ${fact.plural ? 'are' : 'is'} ${fact.meaning}, while ${rival.term} ${rival.plural ? 'are' : 'is'} ${rival.meaning}.`,
      formWorth: close ? 0.9 : 0.65,
      floor: 0.2,
    });
  }
  return result;
}

/** Things that are explained close together are meant to be told apart. */
const isNear = (one: Definition, other: Definition): boolean =>
  Math.abs(one.sentence.index - other.sentence.index) <= 12;

/** "How does A differ from B?", from "A does P, whereas B does Q": asked from either side. */
export function contrastForms(fact: Contrast, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, first, second } = fact;
  const a = subjectText(sentence, first, analysis.casing);
  const b = subjectText(sentence, second, analysis.casing);
  if (first.plural !== second.plural || first.copula !== second.copula || first.tense !== second.tense)
    return [];
  if (`${a} ${b}`.split(' ').length > 14) return [];
  const pronoun = first.plural ? 'They' : 'It';
  const write = (text: string): string => `${pronoun} ${text}`;
  const auxiliary = first.tense === 'past' ? 'did' : first.plural ? 'do' : 'does';
  const others = asDistractors(
    pools.predicates,
    0,
    (other) =>
      other.plural === first.plural &&
      other.tense === first.tense &&
      other.passive === first.passive &&
      other.sentence !== sentence &&
      !/\b(?:the two|both)\b/u.test(other.text) &&
      [a, b].every((name) => containment(contentStems(name), contentStems(other.text)) < 1),
    write,
  );
  const ask = (one: string, other: string, key: string, swapped: string): Candidate => ({
    form: 'comparison',
    level: 'analyze',
    stem: `How ${auxiliary} ${one} differ from ${other}?`,
    key: write(key),
    sentence,
    pool: lazily(() => [{ text: write(swapped), fit: 1, variant: true }, ...others]),
    explanation: sentence.text,
    formWorth: 0.9,
    floor: 0.22,
  });
  const p = predicateText(sentence, first);
  const q = predicateText(sentence, second);
  return [ask(a, b, p, q), ask(b, a, q, p)];
}
