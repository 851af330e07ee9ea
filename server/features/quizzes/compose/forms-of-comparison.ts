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

/** "How does X differ from Y?", for two terms explained by the same general word. */
export function comparisonForms(facts: readonly Fact[], pools: Pools): Candidate[] {
  const definitions = facts.filter(
    (fact): fact is Definition => fact.kind === 'definition' && (fact.be === 'is' || fact.be === 'are'),
  );
  const result: Candidate[] = [];
  for (const fact of definitions) {
    const genus = pools.likeness.genusOf(fact.term);
    const rival = definitions.find(
      (other) =>
        other !== fact &&
        other.plural === fact.plural &&
        pools.likeness.genusOf(other.term) === genus &&
        overlap(contentStems(other.bareTerm), contentStems(fact.bareTerm)) < 0.99 &&
        overlap(contentStems(other.meaning), contentStems(fact.meaning)) < 0.9,
    );
    if (genus === undefined || !rival) continue;
    // One question for the two; and its main wrong answer must be able to stand beside the key.
    const ratio = rival.meaning.length / fact.meaning.length;
    if (definitions.indexOf(rival) < definitions.indexOf(fact)) continue;
    if (ratio > 1.8 || ratio < 0.55) continue;
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
