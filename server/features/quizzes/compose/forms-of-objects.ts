import type { LessonAnalysis } from '../../../language/analysis.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Means, ObjectFact } from '../../../language/facts.ts';
import { contentStems, overlap } from '../../../../items/words.ts';
import { lazily } from './candidate.ts';
import type { Candidate, Distractor } from './candidate.ts';
import { termDistractors } from './forms-of-terms.ts';
import { ALIKE, isPerson, withoutArticle } from './likeness.ts';
import { asDistractors } from './pools.ts';
import type { Pools } from './pools.ts';

const articleOf = (text: string): string =>
  /^(?:an?|the)(?= )/iu.exec(text)?.[0].toLowerCase().slice(0, 1) ?? '';

/** "What do the ribs gather at the corners of the bay?" */
export function objectForms(fact: ObjectFact, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, question, object, plural } = fact;
  const { likeness } = pools;
  if (likeness.isGeneric(object) || isPerson(withoutArticle(object), analysis)) return [];
  const article = articleOf(object);
  return [
    {
      form: 'object',
      level: 'remember',
      stem: question,
      key: upperInitial(object),
      sentence,
      pool: lazily(() => {
        const phrases = asDistractors(
          pools.nounPhrases,
          0,
          (other) =>
            other.plural === plural &&
            other.sentence.index !== sentence.index &&
            articleOf(other.text) === article &&
            !likeness.isGeneric(other.text) &&
            overlap(contentStems(other.text), contentStems(object)) < 0.6 &&
            likeness.between(object, other.text) >= ALIKE - 0.1,
        ).map((item): Distractor => ({ ...item, fit: likeness.between(object, item.text) * 0.6 }));
        const terms = article === '' ? termDistractors(object, plural, pools, analysis, question) : [];
        return [...phrases, ...terms].slice(0, 16);
      }),
      explanation: sentence.text,
      formWorth: 0.5,
      floor: 0.2,
    },
  ];
}

/** "How did bishops raise money?" */
export function meansForms({ sentence, question, means }: Means, pools: Pools): Candidate[] {
  const write = (text: string): string => `By ${text}`;
  return [
    {
      form: 'means',
      level: 'understand',
      stem: question,
      key: write(means),
      sentence,
      pool: lazily(() =>
        asDistractors(
          pools.gerunds,
          0,
          (other) =>
            other.sentence.index !== sentence.index &&
            overlap(contentStems(other.text), contentStems(means)) < 0.5,
          write,
        ),
      ),
      explanation: sentence.text,
      formWorth: 0.85,
      floor: 0.2,
    },
  ];
}
