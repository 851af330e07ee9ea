import type { LessonAnalysis } from '../../../language/analysis.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Agent, Property, Statement } from '../../../language/facts.ts';
import { addressesReader } from '../../../language/sentence.ts';
import { containment, contentStems, overlap } from '../../../../items/words.ts';
import { lazily } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { termDistractors } from './forms-of-terms.ts';
import { ALIKE, isPerson, withoutArticle } from './likeness.ts';
import { asDistractors } from './pools.ts';
import type { Phrase, Pools } from './pools.ts';

/** "What splits glucose …?" (key: the subject) and "What does glycolysis do?" (key: the predicate). */
export function statementForms(fact: Statement, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { subject, clause } = fact;
  const weight = analysis.terms.get([...contentStems(withoutArticle(subject))].join(' '))?.weight ?? 0;
  const anaphoric = /^the \S+$/u.test(subject) && weight < 0.5 && clause.head.pos !== 'PROPN';
  const forms: Candidate[] = [];
  if (!anaphoric && !pools.likeness.isGeneric(subject))
    forms.push(subjectForm(fact, pools, analysis, weight));
  const definite = !/^the\s/u.test(subject) || (weight > 0.4 && subject.split(' ').length > 2);
  if (
    clause.tense === 'present' &&
    !clause.passive &&
    !isPerson(withoutArticle(subject), analysis) &&
    definite &&
    weight > 0.15 &&
    !ROLELESS.has(clause.tokens[clause.mainVerb]?.lemma ?? '')
  )
    forms.push(roleForm(fact, pools, weight));
  return forms;
}

function subjectForm(
  { sentence, clause, subject, predicate }: Statement,
  pools: Pools,
  analysis: LessonAnalysis,
  weight: number,
): Candidate {
  const { likeness } = pools;
  const person = isPerson(withoutArticle(subject), analysis);
  const asks = person ? 'Who' : clause.plural ? 'Which of these' : 'What';
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

function roleForm(
  { sentence, clause, subject, predicate }: Statement,
  pools: Pools,
  weight: number,
): Candidate {
  const write = (text: string): string => `${clause.plural ? 'They' : 'It'} ${text}`;
  const phrases = pools.predicates.filter(
    (other) =>
      other.plural === clause.plural &&
      other.tense === clause.tense &&
      !other.passive &&
      !addressesReader(other.text) &&
      overlap(contentStems(other.subject), contentStems(subject)) < 0.3 &&
      containment(contentStems(withoutArticle(subject)), contentStems(other.text)) < 1,
  );
  const alike = phrases.filter((other) => pools.likeness.between(subject, other.subject) >= ALIKE);
  return {
    form: 'role',
    level: 'understand',
    stem: `What ${clause.plural ? 'do' : 'does'} ${subject} do?`,
    key: write(predicate),
    sentence,
    pool: lazily(() => [
      ...asDistractors(alike, 0.25, () => true, write),
      ...asDistractors(phrases, 0, (other) => !alike.includes(other), write),
    ]),
    explanation: sentence.text,
    formWorth: 0.5 + 0.25 * weight,
    floor: 0.3,
  };
}

/** Verbs for being so rather than doing something. */
const STATES = new Set(
  'have be mean depend contain consist include need require belong lie stand remain hold become take go fall rise cost last seem appear form make vary differ'.split(
    ' ',
  ),
);

/** Verbs that tell what something brings about. */
const EFFECTS = new Set(
  'cause reduce increase raise lower improve weaken strengthen protect prevent allow enable speed slow limit block stop destroy trigger stimulate inhibit damage widen narrow thicken warm cool heat keep turn break drive shape determine affect help harm'.split(
    ' ',
  ),
);

/** "What happens to sinking air?", "What does water do?", "What is true of …": as the verb allows. */
function askOf({ sentence, subject, plural }: Property): string {
  const { clause } = sentence;
  const main = clause?.tokens[clause.mainVerb];
  if (!clause || clause.tense !== 'present' || !main || clause.copula || STATES.has(main.lemma))
    return `What is true of ${subject}?`;
  if (clause.passive) return `What happens to ${subject}?`;
  if (EFFECTS.has(main.lemma)) return `What is the effect of ${subject}?`;
  return clause.tokens[clause.subjectEnd]?.pos === 'AUX'
    ? `What is true of ${subject}?`
    : `What ${plural ? 'do' : 'does'} ${subject} do?`;
}

function askedAlike(asked: string, { text, passive }: Phrase): boolean {
  const isState = /^(?:is|are|has|have|may|can|must|should|will)\b/u.test(text);
  return asked.startsWith('What happens') ? passive : !passive && !isState;
}

/** The weight of the strongest term that the subject holds: "stone and concrete" counts as much as "concrete". */
function weighSubject(subject: string, analysis: LessonAnalysis): number {
  const stems = [...contentStems(subject)];
  const whole = analysis.terms.get(stems.join(' '))?.weight ?? 0;
  return Math.max(whole, ...stems.map((stem) => (analysis.terms.get(stem)?.weight ?? 0) * 0.9));
}

/** "What is true of a voidable contract?": what the lesson says of other things stands beside it. */
export function propertyForms(fact: Property, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, subject, plural, tense, predicate } = fact;
  const { likeness } = pools;
  const bare = withoutArticle(subject);
  const weight = weighSubject(bare, analysis);
  if (weight < 0.15 || likeness.isGeneric(subject) || /^the \S+$/u.test(subject)) return [];
  const write = (text: string): string => `${plural ? 'They' : 'It'} ${text}`;
  const stems = contentStems(bare);
  const apart = pools.properties.filter(
    (other) =>
      other.plural === plural &&
      other.tense === tense &&
      other.sentence.index !== sentence.index &&
      !addressesReader(other.text) &&
      overlap(contentStems(other.subject), stems) < 0.3 &&
      // What a sentence on this very thing says may be true of it.
      containment(stems, other.sentence.stems) < 1,
  );
  const asked = askOf(fact);
  // What is done to a thing answers another question than what it does or is.
  const fitting = apart.filter((other) => askedAlike(asked, other));
  const [stem, others] =
    asked.startsWith('What is true of') || fitting.length < 4
      ? [`What is true of ${subject}?`, apart]
      : [asked, fitting];
  const alike = others.filter((other) => likeness.between(subject, other.subject) >= ALIKE);
  return [
    {
      form: 'property',
      level: 'remember',
      stem,
      key: write(predicate),
      sentence,
      pool: lazily(() => [
        ...asDistractors(alike, 0.25, () => true, write),
        ...asDistractors(others, 0, (other) => !alike.includes(other), write),
      ]),
      explanation: sentence.text,
      formWorth: 0.35 + 0.25 * weight,
      floor: 0.05,
    },
  ];
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

/** Verbs that say when or where, not what something does. */
const ROLELESS = new Set([
  'occur',
  'remain',
  'arise',
  'form',
  'increase',
  'decrease',
  'rise',
  'fall',
  'shift',
  'grow',
  'travel',
]);
