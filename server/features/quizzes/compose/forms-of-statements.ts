import type { LessonAnalysis } from '../../../language/analysis.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Agent, Statement } from '../../../language/facts.ts';
import { contentStems, overlap } from '../../../../items/words.ts';
import { lazily } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { termDistractors } from './forms-of-terms.ts';
import { ALIKE, isPerson, withoutArticle } from './likeness.ts';
import { asDistractors } from './pools.ts';
import type { Pools } from './pools.ts';

/** "What splits glucose …?": the key is the subject. */
export function statementForms(fact: Statement, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { subject, clause } = fact;
  const weight = analysis.terms.get([...contentStems(withoutArticle(subject))].join(' '))?.weight ?? 0;
  const anaphoric = /^the \S+$/u.test(subject) && weight < 0.5 && clause.head.pos !== 'PROPN';
  return anaphoric || pools.likeness.isGeneric(subject) ? [] : [subjectForm(fact, pools, analysis, weight)];
}

function subjectForm(
  { sentence, clause, subject, predicate }: Statement,
  pools: Pools,
  analysis: LessonAnalysis,
  weight: number,
): Candidate {
  const { likeness } = pools;
  const person = isPerson(withoutArticle(subject), analysis);
  const asks = clause.plural ? 'Which of these' : person ? 'Who' : 'What';
  return {
    form: 'subject',
    level: 'remember',
    stem: `${asks} ${predicate}?`,
    key: upperInitial(subject),
    sentence,
    pool: lazily(() => {
      const subjects = asDistractors(
        pools.subjects,
        0,
        (other) =>
          other.plural === clause.plural &&
          other.sentence !== sentence &&
          !likeness.isGeneric(other.text) &&
          overlap(contentStems(other.text), contentStems(subject)) < 0.6 &&
          likeness.between(subject, other.text) >= ALIKE,
      ).map((item) => ({ ...item, fit: likeness.between(subject, item.text) * 0.6 }));
      // Terms stand without article, so only beside a key without one.
      const terms =
        subject === withoutArticle(subject)
          ? termDistractors(subject, clause.plural, pools, analysis, predicate)
          : [];
      return [...subjects, ...terms].slice(0, 16);
    }),
    explanation: sentence.text,
    formWorth: 0.4 + 0.15 * weight,
    floor: 0.22,
  };
}

/** "Who built the first steam engine?": other persons of the lesson stand beside the one. */
export function agentForms({ sentence, question, name }: Agent, pools: Pools): Candidate[] {
  return [
    {
      form: 'subject',
      level: 'remember',
      stem: question,
      key: name,
      sentence,
      pool: lazily(() =>
        asDistractors(
          pools.subjects,
          0.5,
          (other) => other.sentence !== sentence && pools.likeness.between(name, other.text) >= ALIKE,
        ),
      ),
      explanation: sentence.text,
      formWorth: 0.65,
      floor: 0.22,
    },
  ];
}
