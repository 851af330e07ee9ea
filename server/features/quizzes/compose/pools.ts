import type { LessonAnalysis, Term } from '../../../language/analysis.ts';
import { barePredicate, predicateText, subjectText } from '../../../language/clause-text.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import { findStatement } from '../../../language/collect-facts.ts';
import { textOf } from '../../../language/clause.ts';
import type { Clause } from '../../../language/clause.ts';
import type { Fact } from '../../../language/facts.ts';
import { gerundOf } from '../../../language/facts-of-objects.ts';
import { listNounPhrases } from '../../../language/noun-phrases.ts';
import {
  hasBarePronoun,
  hasForeignPronoun,
  isPersonal,
  pointsElsewhere,
} from '../../../language/sentence.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { nounKind } from '../../../language/wordnet.ts';
import type { Distractor } from './candidate.ts';
import { createLikeness } from './likeness.ts';
import type { Likeness } from './likeness.ts';

/** A phrase of the lesson that can stand as an option, with what it must agree in. */
export interface Phrase {
  readonly text: string;
  readonly plural: boolean;
  readonly tense: Clause['tense'];
  readonly passive: boolean;
  readonly subject: string;
  readonly sentence: Sentence;
}

/** What the lesson offers as wrong answers, by kind. */
export interface Pools {
  readonly likeness: Likeness;
  readonly meanings: readonly Phrase[];
  /** Trusted terms without article, strongest first. */
  readonly terms: readonly Term[];
  /** Subjects with their articles, cased for mid-sentence. */
  readonly subjects: readonly Phrase[];
  readonly causes: readonly Phrase[];
  /** What something is so that it may happen: "cooling air can pass". */
  readonly aims: readonly Phrase[];
  /** What somebody says: "short-term memory holds about seven items". */
  readonly claims: readonly Phrase[];
  /** What must be the case for something else: "the load factor rises". */
  readonly conditions: readonly Phrase[];
  readonly outcomes: readonly Phrase[];
  /** Whole plain clauses, cased for mid-sentence. */
  readonly clauses: readonly Phrase[];
  /** "uses ATP to build sugar" */
  readonly predicates: readonly Phrase[];
  /** "use ATP to build sugar" */
  readonly barePredicates: readonly Phrase[];
  readonly purposes: readonly Phrase[];
  /** Noun phrases as they stand, with their articles, cased for mid-sentence. */
  readonly nounPhrases: readonly Phrase[];
  /** "taxing fairs": what the lesson says is done, as ways of doing. */
  readonly gerunds: readonly Phrase[];
  readonly years: readonly number[];
}

export function buildPools(analysis: LessonAnalysis, facts: readonly Fact[]): Pools {
  const statements = analysis.statements.flatMap((sentence) => {
    const { clause } = sentence;
    return clause && clause.subjectStart === 0 ? [{ sentence, clause }] : [];
  });
  const phrase = (sentence: Sentence, text: string, clause: Clause | undefined): Phrase => ({
    text,
    plural: clause?.plural ?? false,
    tense: clause?.tense ?? 'present',
    passive: clause?.passive ?? false,
    subject: clause ? subjectText(sentence, clause, analysis.casing) : '',
    sentence,
  });
  const told = statements.flatMap(({ sentence }) => {
    const statement = findStatement(sentence, analysis);
    return statement ? [statement] : [];
  });
  const definitions = facts.filter((fact) => fact.kind === 'definition');
  return {
    likeness: createLikeness(analysis, facts),
    meanings: definitions.map((fact) => ({
      ...phrase(fact.sentence, fact.meaning, fact.sentence.clause),
      subject: fact.term,
      plural: fact.plural,
    })),
    terms: trustedTerms(analysis, facts, statements),
    subjects: statements
      .filter(({ clause }) => clause.subjectEnd - clause.subjectStart <= 5)
      .map(({ sentence, clause }) => phrase(sentence, subjectText(sentence, clause, analysis.casing), clause))
      .filter(
        ({ text }) =>
          isWhole(text) &&
          !/\d|,/u.test(text) &&
          !/^(?:some|each|every|most|many|all|no|both|almost|its|their|his|her|two|three|four)\b/u.test(text),
      ),
    causes: facts
      .filter((fact) => fact.kind === 'cause')
      .filter(({ marker }) => marker === 'because')
      .map((fact) => phrase(fact.sentence, fact.cause, fact.sentence.clause)),
    aims: facts
      .filter((fact) => fact.kind === 'cause')
      .filter(({ marker }) => marker === 'so that')
      .map((fact) => phrase(fact.sentence, fact.cause, fact.sentence.clause)),
    claims: facts.flatMap((fact) =>
      fact.kind === 'claim' ? [phrase(fact.sentence, fact.content, undefined)] : [],
    ),
    conditions: facts.flatMap((fact) =>
      (fact.kind === 'condition' && !fact.past) || fact.kind === 'occasion'
        ? [phrase(fact.sentence, fact.condition, undefined)]
        : [],
    ),
    outcomes: facts
      .filter((fact) => fact.kind === 'condition')
      .filter((fact) => !/^(?:\S+ ){0,3}(?:its|their|his|her)\b/u.test(fact.outcome))
      .map((fact) => ({
        ...phrase(fact.sentence, fact.outcome, undefined),
        tense: fact.past ? ('past' as const) : ('present' as const),
      })),
    clauses: told.map(({ sentence, clause, subject, predicate }) =>
      phrase(sentence, `${subject} ${predicate}`, clause),
    ),
    predicates: told.map(({ sentence, clause }) => phrase(sentence, predicateText(sentence, clause), clause)),
    barePredicates: told.flatMap(({ sentence, clause }) => {
      const bare = barePredicate(sentence, clause);
      return bare === undefined ||
        /\b(?:\d{4}|his|her)\b|^(?:need|have|be|become|seem|remain|mean|consist|contain|depend|lie)\b| and (?:is|are|was|were|has|have)\b/u.test(
          bare,
        )
        ? []
        : [phrase(sentence, bare, clause)];
    }),
    purposes: facts
      .filter((fact) => fact.kind === 'purpose')
      .map((fact) => phrase(fact.sentence, fact.purpose, fact.sentence.clause)),
    nounPhrases: listObjects(analysis, phrase),
    gerunds: [
      ...facts.flatMap((fact) =>
        fact.kind === 'means' ? [phrase(fact.sentence, fact.means, fact.sentence.clause)] : [],
      ),
      ...told.flatMap(({ sentence, clause }) => {
        const gerund = gerundOf(sentence);
        return gerund === undefined ||
          /\b(?:\d{4}|his|her|its|their)\b|^(?:needing|having|being|becoming|seeming|meaning|consisting|containing|depending|lying)\b| and (?:is|are|was|were|has|have)\b/u.test(
            gerund,
          )
          ? []
          : [phrase(sentence, gerund, clause)];
      }),
    ],
    years: [...new Set(facts.flatMap((fact) => (fact.kind === 'dating' ? [fact.year] : [])))],
  };
}

const PLAIN_PHRASE = /^(?:(?:a|an|the) )?\p{L}[\p{L}’' -]*$/u;

/** Noun phrases of up to four words that name something by themselves. */
function listObjects(
  analysis: LessonAnalysis,
  phrase: (sentence: Sentence, text: string, clause: Clause | undefined) => Phrase,
): Phrase[] {
  return analysis.statements.flatMap((sentence) =>
    listNounPhrases(sentence.tokens).flatMap((found) => {
      const text = analysis.casing.lowerInitial(
        textOf(sentence.text, sentence.tokens, found.start, found.end),
      );
      return found.end - found.start <= 4 && PLAIN_PHRASE.test(text)
        ? [{ ...phrase(sentence, text, undefined), plural: found.plural }]
        : [];
    }),
  );
}

function isWhole(text: string): boolean {
  return text !== '' && !pointsElsewhere(text) && !hasBarePronoun(text) && !isPersonal(text);
}

const wholeness = new WeakMap<Phrase, boolean>();

/** {@link isWhole}, remembered: every fact looks through the same phrases. */
function isWholePhrase(phrase: Phrase): boolean {
  const known = wholeness.get(phrase);
  if (known !== undefined) return known;
  // What is said of a thing may speak of that thing: the option begins with the same pronoun.
  const whole = isWhole(phrase.text) || (phrase.subject !== '' && isWholeBesidesPronoun(phrase));
  wholeness.set(phrase, whole);
  return whole;
}

function isWholeBesidesPronoun({ text, plural }: Phrase): boolean {
  return (
    text !== '' &&
    !pointsElsewhere(text) &&
    !hasForeignPronoun(text, plural) &&
    !isPersonal(text) &&
    !/^(?:it|they)\b/iu.test(text)
  );
}

/** Terms that are surely noun phrases: defined, named, listed, a subject, or used in two sentences. */
function trustedTerms(
  analysis: LessonAnalysis,
  facts: readonly Fact[],
  statements: readonly { sentence: Sentence; clause: Clause }[],
): Term[] {
  const named = new Set<string>();
  for (const fact of facts) {
    if (fact.kind === 'definition') named.add(fact.bareTerm.toLowerCase());
    if (fact.kind === 'naming') named.add(fact.name.toLowerCase());
    if (fact.kind === 'example') for (const member of fact.members) named.add(member.toLowerCase());
  }
  for (const { sentence, clause } of statements) {
    named.add(
      textOf(sentence.text, clause.tokens, clause.subjectStart, clause.subjectEnd)
        .toLowerCase()
        .replace(/^(?:a|an|the)\s+/u, ''),
    );
  }
  return [...analysis.terms.values()]
    .filter(
      (term) =>
        term.text.length > 2 &&
        !/^-|[\d,]|['’]s\b/u.test(term.text) &&
        term.sentences.some((place) => analysis.sentences[place]?.standsAlone) &&
        (named.has(term.text.toLowerCase()) || term.sentences.length >= 2),
    )
    .filter((term) => term.text.includes(' ') || nounKind(term.head.lemma) >= 0 || term.head.pos === 'PROPN')
    .sort((one, other) => other.weight - one.weight);
}

/** Options from phrases, each once, without those that the caller rules out. */
export function asDistractors(
  phrases: readonly Phrase[],
  fit: number,
  accepts: (phrase: Phrase) => boolean,
  write: (text: string) => string = upperInitial,
): Distractor[] {
  const seen = new Set<string>();
  const result: Distractor[] = [];
  for (const phrase of phrases) {
    const text = write(phrase.text.replace(/[.\s]+$/u, ''));
    if (/\b(?:or|and|but|of|to|the|an?|than|that|as|too|as well)$/iu.test(text)) continue;
    // "The warm water flows back, the layer sinks": two sentences that a comma holds together.
    if (
      /, (?:the|an?) [^,]+$/iu.test(text) &&
      !/, (?:and|or|which|who|where|with|in|on|at|by|for) |\b(?:when|if|while|as|because|after)\b/iu.test(
        text,
      )
    )
      continue;
    if (seen.has(text) || !isWholePhrase(phrase) || !accepts(phrase)) continue;
    seen.add(text);
    result.push({ text, from: phrase.sentence, fit });
  }
  return result;
}
