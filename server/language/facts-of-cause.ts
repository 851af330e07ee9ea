import type { LessonAnalysis } from './analysis.ts';
import { frontedEnd, sentenceEnd } from './analysis.ts';
import { invertClause, statementEnd, subjectText } from './clause-text.ts';
import { parseClause, textOf } from './clause.ts';
import type { Clause } from './clause.ts';
import { isNominal, isPluralNoun } from './clause-words.ts';
import { clauseEnd, isGoodLength, selfContained } from './facts-of-reason.ts';
import type { Cause } from './facts.ts';
import { nounPhraseEnd } from './noun-phrases.ts';
import { addressesReader, hasBarePronoun, isOrder, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import { readTokens } from './tokens.ts';
import type { Token } from './tokens.ts';

/** Words that tell a reason, where a comma or the sense shows that they are no words of time or comparison. */
function findReasonWord(tokens: readonly Token[]): number {
  return tokens.findIndex((token, index) => {
    const afterComma = tokens[index - 1]?.text === ',';
    const next = tokens[index + 1];
    if (token.lower === 'because') return true;
    if (token.lower === 'since') return afterComma && !/^\d/u.test(next?.text ?? '');
    // "…, for the wall may be faultless": a clause follows, which the caller makes sure of.
    if (token.lower === 'for')
      return afterComma && next !== undefined && !['example', 'instance'].includes(next.lower);
    return false;
  });
}

/** "A because B", "A, since B", "A because of B", "A, so B" (B because A), "A so that B". */
export function findCause(sentence: Sentence, analysis: LessonAnalysis): Cause | undefined {
  const { tokens, text, clause } = sentence;
  const end = sentenceEnd(tokens);
  const at = findReasonWord(tokens);
  if (at === 0) {
    const comma = tokens.findIndex((token) => token.text === ',');
    if (comma < 4) return undefined;
    const reason = textOf(text, tokens, 1, comma);
    return buildCause(
      sentence,
      analysis,
      { from: comma + 1, to: clauseEnd(sentence, comma + 1, end) },
      reason,
      'because',
    );
  }
  if (at >= 2) {
    const effectEnd = tokens[at - 1]?.text === ',' ? at - 1 : at;
    // In "A did B, and C did D because …" the cause is D's; "the change that occurs because …" is a description.
    if (clause && clause.restStart <= at && statementEnd(clause) < effectEnd) return undefined;
    if (/ that \w+$/u.test(textOf(text, tokens, 0, effectEnd))) return undefined;
    const of = tokens[at + 1]?.lower === 'of';
    const from = of ? at + 2 : at + 1;
    const to = clauseEnd(sentence, at + 1, end);
    if (tokens[at]?.lower === 'for' && parseClause(tokens, from, to) === undefined) return undefined;
    if (of && nounPhraseEnd(tokens, from, to) !== to) return undefined;
    return buildCause(
      sentence,
      analysis,
      { from: 0, to: effectEnd },
      textOf(text, tokens, from, to),
      of ? 'because of' : 'because',
    );
  }
  const so = tokens.findIndex((token) => token.lower === 'so');
  const comma = tokens[so - 1]?.text === ',';
  if (so < 3 || tokens.slice(0, so - 1).some((token) => [';', ':'].includes(token.text))) return undefined;
  const that = tokens[so + 1]?.lower === 'that';
  // Without a comma it is what somebody aims at; behind one, what follows from the rest.
  if (that && !comma) {
    if (clause && statementEnd(clause) < so) return undefined;
    const aim = textOf(text, tokens, so + 2, clauseEnd(sentence, so + 2, end));
    return buildCause(sentence, analysis, { from: 0, to: so }, aim, 'so that');
  }
  if (!comma || so <= 4) return undefined;
  const reason = text.slice(0, tokens[so - 1]?.start ?? 0);
  const from = that ? so + 2 : so + 1;
  return buildCause(sentence, analysis, { from, to: clauseEnd(sentence, from, end) }, reason, 'because');
}

/** Connectives by which a sentence says that it follows from the one before it. */
const RESULT_CONNECTIVES = new Set([
  'so',
  'thus',
  'hence',
  'therefore',
  'consequently',
  'as a result',
  'for this reason',
  'accordingly',
]);

/** "P. For this reason, Q": Q because P, where both stand alone; the quote holds both sentences. */
export function findResult(sentence: Sentence, analysis: LessonAnalysis): Cause | undefined {
  const { clause, connective, passage } = sentence;
  const before = analysis.sentences[sentence.index - 1];
  if (!clause || connective === null || !RESULT_CONNECTIVES.has(connective)) return undefined;
  if (clause.subjectStart > 0 || !before?.standsAlone || before.passage !== passage || before.resolved)
    return undefined;
  const from = passage.text.indexOf(before.quote);
  const to = passage.text.indexOf(sentence.quote, from + 1);
  if (from < 0 || to < 0 || to - from > 700) return undefined;
  const reason = before.text.replace(/[.\s]+$/u, '');
  const quote = passage.text.slice(from, to + sentence.quote.length);
  return buildCause(
    { ...sentence, quote },
    analysis,
    { from: 0, to: sentenceEnd(sentence.tokens) },
    reason,
    'because',
  );
}

/** The tagger calls many verbs nouns, which the parser of clauses mends. */
const hasVerb = (tokens: readonly Token[]): boolean =>
  tokens.some(({ pos }) => pos === 'AUX' || pos === 'VERB') ||
  parseClause(tokens, 0, tokens.length) !== undefined;

/** An effect as a question's tail, and as a statement. */
interface Effect {
  readonly tail: string;
  readonly statement: string;
  readonly tense: Clause['tense'];
  readonly clause: Clause | undefined;
}

function buildCause(
  sentence: Sentence,
  analysis: LessonAnalysis,
  { from, to }: { readonly from: number; readonly to: number },
  reason: string,
  marker: Cause['marker'],
): Cause | undefined {
  const effect = readEffect(sentence, analysis, from, to);
  if (!effect || effect.tail.split(' ').length > 22) return undefined;
  const { statement, clause } = effect;
  if (
    pointsElsewhere(statement) ||
    hasBarePronoun(statement) ||
    isPersonal(statement) ||
    addressesReader(statement)
  )
    return undefined;
  const subject = clause && subjectText(sentence, clause, analysis.casing);
  const raw = analysis.casing.lowerInitial(reason);
  const cause = selfContained(raw, subject, clause?.plural ?? false) ?? refersTo(raw, statement);
  if (cause === undefined || !isGoodLength(cause) || isOrder(cause) || addressesReader(cause))
    return undefined;
  if (marker !== 'because of' && !hasVerb(readTokens(cause))) return undefined;
  return {
    kind: 'cause',
    sentence,
    effect: effect.tail,
    tense: effect.tense,
    effectText: statement,
    cause,
    marker,
  };
}

/** What was so, in `tokens[from, to)`: inverted where its clause is simple, else behind "is it that". */
function readEffect(
  sentence: Sentence,
  analysis: LessonAnalysis,
  from: number,
  to: number,
): Effect | undefined {
  const { tokens, text } = sentence;
  const { casing } = analysis;
  const start = from === 0 ? (frontedEnd(tokens) ?? 0) : from;
  const clause = parseClause(tokens, start, to);
  const inverted = clause && !clause.negated ? invertClause(sentence, clause, casing) : undefined;
  if (clause && inverted !== undefined) {
    // "In Merritt v Merritt a similar promise was enforced": where it was so belongs to the question.
    const front = start === 0 ? '' : textOf(text, tokens, from, start).replace(/,\s*$/u, '');
    if (start - from > 9) return undefined;
    const tail = front === '' ? inverted : `${inverted} ${casing.lowerInitial(front)}`;
    const statement = `${subjectText(sentence, clause, casing)} ${textOf(text, tokens, clause.subjectEnd, statementEnd(clause))}`;
    return { tail, statement, tense: clause.tense, clause };
  }
  if (clause?.negated === true) return undefined;
  return readWholeEffect(sentence, analysis, from, to);
}

/** "Any change of hay, grain or pasture should be spread over ten days": too long a subject to put behind its verb. */
function readWholeEffect(
  sentence: Sentence,
  analysis: LessonAnalysis,
  from: number,
  to: number,
): Effect | undefined {
  const { tokens, text } = sentence;
  const words = tokens.slice(from, to);
  const [first] = words;
  const verb = words.find(
    (token) => token.pos === 'AUX' || (token.pos === 'VERB' && !token.lower.endsWith('ing')),
  );
  const statement = analysis.casing.lowerInitial(textOf(text, tokens, from, to));
  if (!first || !verb || verb === first || !['DET', 'NOUN', 'PROPN', 'ADJ', 'NUM', 'ADV'].includes(first.pos))
    return undefined;
  if (
    words.length < 5 ||
    words.some(
      (token) => token.pos === 'PRON' && !['which', 'who', 'that', 'its', 'their'].includes(token.lower),
    )
  )
    return undefined;
  if (
    /\b(?:not|never|no|cannot|nor)\b/iu.test(statement) ||
    isOrder(statement) ||
    /[;:—–]|, (?:and|but|so|or|yet)\b/u.test(statement)
  )
    return undefined;
  const past = /(?:ed|^was|^were|^had|^did)$/u.test(verb.lower);
  return { tail: `is it that ${statement}`, statement, tense: past ? 'past' : 'present', clause: undefined };
}

/** A reason may say "it" or "they" of something that the question has just named, where only one thing can be meant. */
function refersTo(reason: string, effect: string): string | undefined {
  const text = reason.replace(/[,;\s]+$/u, '');
  if (pointsElsewhere(text) || isPersonal(text) || /\b(?:he|she|him)\b/iu.test(text)) return undefined;
  const nouns = readTokens(effect).filter(isNominal);
  const plural = /\b(?:they|them)\b/iu.test(text);
  const singular = /\bit\b/iu.test(text);
  if (plural && !nouns.some(isPluralNoun)) return undefined;
  return singular && nouns.every(isPluralNoun) ? undefined : text;
}
