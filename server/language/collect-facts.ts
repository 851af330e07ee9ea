import type { LessonAnalysis } from './analysis.ts';
import { isQuotable } from './analysis.ts';
import { predicateText, subjectText } from './clause-text.ts';
import type { Clause } from './clause.ts';
import { findAgent } from './facts-of-agents.ts';
import { findClaim } from './facts-of-claims.ts';
import { findMeasure } from './facts-of-measure.ts';
import { findDating, findQuantity } from './facts-of-number.ts';
import { findOccasion } from './facts-of-occasion.ts';
import { findMeans, findObject } from './facts-of-objects.ts';
import { findPurpose } from './facts-of-purpose.ts';
import { findCause, findResult } from './facts-of-cause.ts';
import { findCondition, findContrast } from './facts-of-reason.ts';
import { findExample } from './facts-of-examples.ts';
import { findApposition } from './facts-of-apposition.ts';
import { findDefinition, findNaming } from './facts-of-terms.ts';
import type { Fact, Statement } from './facts.ts';
import { hasBarePronoun, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/** What a lesson says that can be asked about, in its order. A sentence may hold several facts. */
export function collectFacts(analysis: LessonAnalysis): Fact[] {
  const facts: Fact[] = [];
  for (const sentence of analysis.statements) {
    const conditional = findCondition(sentence, analysis);
    if (conditional) facts.push(conditional);
    if (!isQuotable(sentence)) continue;
    const found = [
      findDefinition(sentence, analysis) ?? findApposition(sentence, analysis),
      findNaming(sentence, analysis),
      findExample(sentence, analysis),
      findCause(sentence, analysis),
      findPurpose(sentence, analysis),
      findContrast(sentence),
      findOccasion(sentence, analysis),
      findAgent(sentence, analysis),
      findClaim(sentence, analysis),
      findDating(sentence, analysis),
      findQuantity(sentence, analysis) ?? findMeasure(sentence, analysis),
      findObject(sentence, analysis),
      findMeans(sentence, analysis),
      findResult(sentence, analysis),
      findStatement(sentence, analysis),
    ];
    for (const fact of found) if (fact) facts.push(fact);
  }
  return facts;
}

const POOR_VERBS = new Set([
  'follow',
  'face',
  'range',
  'have',
  'do',
  'make',
  'take',
  'get',
  'give',
  'go',
  'come',
  'see',
  'know',
  'think',
  'want',
  'say',
  'seem',
  'appear',
  'look',
  'happen',
  'exist',
  'lie',
  'stand',
  'matter',
  'show',
  'argue',
  'include',
  'become',
  'begin',
  'start',
  'continue',
  'try',
  'work',
  'find',
  'change',
  'depend',
  'call',
  'mean',
  'refer',
  'consist',
  'contain',
  'differ',
  'vary',
]);

/** A plain statement with a nameable subject and a verb that says something. */
export function findStatement(sentence: Sentence, analysis: LessonAnalysis): Statement | undefined {
  const { clause } = sentence;
  if (!clause || clause.negated || clause.copula || clause.subjectStart > 0) return undefined;
  const verb = clause.tokens[clause.mainVerb];
  if (
    !verb ||
    POOR_VERBS.has(verb.lemma) ||
    (clause.passive && /^(?:called|known|named|suited|described|based|made|needed|given)$/u.test(verb.lower))
  )
    return undefined;
  const subject = subjectText(sentence, clause, analysis.casing);
  const predicate = predicateText(sentence, clause);
  const words = predicate.split(' ').length;
  if (!isNameableSubject(clause) || words < 4 || words > 22) return undefined;
  if (
    !pronounsAgree(predicate, clause) ||
    pointsElsewhere(predicate) ||
    hasBarePronoun(predicate) ||
    isPersonal(predicate) ||
    /\bthat,/u.test(sentence.text)
  )
    return undefined;
  return { kind: 'statement', sentence, clause, subject, predicate };
}

/** "Its" and "their" must be able to mean the subject, and "his" a name. */
export function pronounsAgree(predicate: string, clause: Clause): boolean {
  if (/\b(?:his|her)\b/u.test(predicate)) return clause.head.pos === 'PROPN' && !clause.plural;
  return clause.plural ? !/\bits\b/u.test(predicate) : !/\btheir\b/u.test(predicate);
}

/** A subject that can be an answer: short, definite or general, without numbers and quantifiers. */
function isNameableSubject(clause: Clause): boolean {
  const subject = clause.tokens.slice(clause.subjectStart, clause.subjectEnd);
  if (
    subject.length > 7 ||
    subject.some((token) => /^\p{L}?\.$|^(?:resulting|following|remaining|excited)$/u.test(token.lower))
  )
    return false;
  const [first] = subject;
  if (
    !first ||
    // "Then the father walks in": the tagger takes many such words for part of the subject.
    ['ADV', 'SCONJ', 'CCONJ', 'ADP', 'PART'].includes(first.pos) ||
    /^(?:then|once|now|afterwards|later|soon|exactly|just|hardly|much|so|as|what|whatever|some|each|every|most|many|all|no|both|any|several|few|almost|nearly|one|two|three|its|their|his|her|more|such|other|certain|various|only|the (?:first|second))$/u.test(
      first.lower,
    )
  )
    return false;
  if (
    subject.some((token) => token.pos === 'NUM' || token.pos === 'PRON' || [',', 'or'].includes(token.lower))
  )
    return false;
  return subject.filter((token) => token.pos === 'ADP').length <= 1;
}
