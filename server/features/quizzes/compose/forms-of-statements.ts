import type { LessonAnalysis } from '../../../language/analysis.ts';
import { predicateText, subjectText } from '../../../language/clause-text.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import type { Contrast, Statement } from '../../../language/facts.ts';
import { nounKind, PERSON_KIND, PLACE_KIND } from '../../../language/wordnet.ts';
import { containment, contentStems, overlap } from '../../../language/words.ts';
import type { Candidate } from './candidate.ts';
import { asDistractors } from './pools.ts';
import type { Pools } from './pools.ts';

const withoutArticle = (text: string): string => text.replace(/^(?:a|an|the)\s+/iu, '');

/** "How does A differ from B?", from "A does P, whereas B does Q". */
export function contrastForms(fact: Contrast, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, first, second } = fact;
  const a = subjectText(sentence, first, analysis.casing);
  const b = subjectText(sentence, second, analysis.casing);
  if (first.plural !== second.plural || first.copula !== second.copula || `${a} ${b}`.split(' ').length > 12)
    return [];
  const pronoun = first.plural ? 'They' : 'It';
  const write = (text: string): string => `${pronoun} ${text}`;
  const others = asDistractors(
    pools.predicates,
    0,
    (other) => other.plural === first.plural && other.tense === first.tense && other.sentence !== sentence,
    write,
  );
  const auxiliary = first.tense === 'past' ? 'did' : first.plural ? 'do' : 'does';
  return [
    {
      form: 'comparison',
      level: 'analyze',
      stem: `How ${auxiliary} ${a} differ from ${b}?`,
      key: write(predicateText(sentence, first)),
      sentence,
      pool: [{ text: write(predicateText(sentence, second)), fit: 1 }, ...others],
      explanation: sentence.text,
      formWorth: 0.9,
    },
  ];
}

/** "What splits glucose …?" (key: the subject) and "What does glycolysis do?" (key: the predicate). */
export function statementForms(fact: Statement, pools: Pools, analysis: LessonAnalysis): Candidate[] {
  const { sentence, clause, subject, predicate } = fact;
  const weight = analysis.terms.get([...contentStems(withoutArticle(subject))].join(' '))?.weight ?? 0;
  const forms: Candidate[] = [];
  const person = isPerson(subject, analysis) || nounKind(singularHead(clause.head.text)) === PERSON_KIND;
  const anaphoric = /^the \S+$/u.test(subject) && weight < 0.5 && clause.head.pos !== 'PROPN';
  const kind = nounKind(singularHead(clause.head.text));
  const isAlike = (other: string): boolean =>
    (isPerson(other, analysis) || nounKind(singularHead(other)) === PERSON_KIND) === person;
  const pool = asDistractors(
    pools.subjects,
    0,
    (other) =>
      other.plural === clause.plural &&
      other.sentence !== sentence &&
      isAlike(other.text) &&
      overlap(contentStems(other.text), contentStems(subject)) < 0.5,
  ).map((item) => ({
    ...item,
    fit: nounKind(singularHead(item.text)) === kind ? 0.2 : 0,
    doubtful: nounKind(singularHead(item.text)) !== kind,
  }));
  const asks = clause.plural ? (person ? 'Who' : 'Which of these') : person ? 'Who' : 'What';
  if (!anaphoric)
    forms.push({
      form: 'subject',
      level: 'remember',
      stem: `${asks} ${predicate}?`,
      key: upperInitial(subject),
      sentence,
      pool: pool.slice(0, 16),
      explanation: sentence.text,
      formWorth: 0.55 + 0.2 * weight,
    });
  const definite = !/^the\s/u.test(subject) || weight > 0.4;
  if (
    clause.tense === 'present' &&
    !clause.passive &&
    !person &&
    definite &&
    weight > 0.15 &&
    !ROLELESS.has(clause.tokens[clause.mainVerb]?.lemma ?? '')
  ) {
    const write = (text: string): string => `${clause.plural ? 'They' : 'It'} ${text}`;
    const predicates = asDistractors(
      pools.predicates,
      0,
      (other) =>
        other.plural === clause.plural &&
        other.tense === clause.tense &&
        !other.passive &&
        overlap(contentStems(other.subject), contentStems(subject)) < 0.3 &&
        containment(contentStems(withoutArticle(subject)), contentStems(other.text)) < 1,
      write,
    );
    forms.push({
      form: 'role',
      level: 'remember',
      stem: `What ${clause.plural ? 'do' : 'does'} ${subject} do?`,
      key: write(predicate),
      sentence,
      pool: predicates,
      explanation: sentence.text,
      formWorth: 0.5 + 0.25 * weight,
    });
  }
  return forms;
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

function singularHead(phrase: string): string {
  return (phrase.split(' ').at(-1) ?? '').toLowerCase().replace(/(?<=[^s])s$/u, '');
}

/** A person's name: known to WordNet as one, or two capitalised words that are not a place or an organisation. */
function isPerson(subject: string, analysis: LessonAnalysis): boolean {
  if (/^(?:the|a|an)\s/u.test(subject)) return false;
  const names = subject.split(' ');
  const kind = nounKind(subject);
  if (kind === PERSON_KIND) return /^\p{Lu}/u.test(subject);
  if (kind === PLACE_KIND || kind >= 0) return false;
  if (
    /(?:Act|Bank|Company|University|Party|Congress|Council|Committee|States|Kingdom|Empire|Union|Court|Railway|Canal|System|Institute|Society|Museum|War|Treaty|Law|Effect|Theorem)$/u.test(
      subject,
    )
  )
    return false;
  return (
    names.length >= 2 &&
    names.length <= 4 &&
    names.every((name) => /^\p{Lu}\p{Ll}+$|^(?:and|de|van|von|\p{Lu}\.)$/u.test(name)) &&
    names.every((name) => name === 'and' || analysis.casing.isName(name))
  );
}
