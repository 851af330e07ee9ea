import type { Fact } from '../../../../language/facts.ts';
import { upperInitial } from '../../../../language/clean-sentence.ts';
import { listVariants } from '../../compose/variants.ts';
import type { QuestionDraft } from './question-draft.ts';

/** "What happens when …?": the key says which way something goes, and the wrong answers turn it round or leave it. */
export function writeChangeQuestions(facts: readonly Fact[]): QuestionDraft[] {
  const drafts: QuestionDraft[] = [];
  for (const fact of facts) {
    if (fact.kind !== 'condition' || fact.past || fact.word === 'after') continue;
    if (/\b(?:it|they|them|he|she|you|we|this|these|and where)\b/iu.test(`${fact.condition} ${fact.outcome}`))
      continue;
    const variants = listVariants(fact.outcome).map(({ text }) => text);
    if (variants.length < 2) continue;
    drafts.push({
      form: 'change',
      level: 'understand',
      stem: `What happens ${fact.word} ${fact.condition}?`,
      key: upperInitial(fact.outcome),
      pool: variants.map(upperInitial),
      poolIsWrong: true,
      nearCount: 0,
      topic: fact.condition.toLowerCase(),
      quote: fact.sentence.quote,
      passage: fact.sentence.passage,
      worth: 0.7,
      ordered: false,
    });
  }
  return drafts;
}
