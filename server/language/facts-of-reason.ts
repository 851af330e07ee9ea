import type { LessonAnalysis } from './analysis.ts';
import { sentenceEnd } from './analysis.ts';
import { invertClause, statementEnd, subjectText } from './clause-text.ts';
import { parseClause, textOf } from './clause.ts';
import type { Clause } from './clause.ts';
import type { Cause, Condition, Contrast } from './facts.ts';
import { nounPhraseEnd } from './noun-phrases.ts';
import { hasBarePronoun, hasForeignPronoun, isOrder, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/**
 * Makes a clause readable by itself: a leading pronoun is replaced by the other clause's subject when the number agrees.
 * Undefined when some other pronoun, or nothing fitting, is left.
 */
function selfContained(text: string, subject: string | undefined, plural: boolean): string | undefined {
  let result = text.replace(/[,;\s]+$/u, '');
  const pronoun = /^(it|they)\s+(?!is (?:\w+ )?(?:that|to)\b)/iu.exec(result);
  if (pronoun) {
    if (
      subject === undefined ||
      (pronoun[1]?.toLowerCase() === 'they') !== plural ||
      subject.split(' ').length > 5
    )
      return undefined;
    result = `${subject} ${result.slice(pronoun[0].length)}`;
  }
  if (pointsElsewhere(result) || isPersonal(result)) return undefined;
  const foreign = subject === undefined ? hasBarePronoun(result) : hasForeignPronoun(result, plural);
  return foreign && !/\bit (?:is|was|takes|becomes) \w+ (?:to|that|for)\b/u.test(result) ? undefined : result;
}

const CLAUSE_WORDS = { minimum: 3, maximum: 22 };

/** Neither too short to say something nor too long for an option. */
export function isGoodLength(text: string): boolean {
  const words = text.split(' ').length;
  return words >= CLAUSE_WORDS.minimum && words <= CLAUSE_WORDS.maximum;
}

/** Where a clause that begins at `from` ends: at a comma that opens another, or the sentence's end. */
function clauseEnd(sentence: Sentence, from: number, end: number): number {
  for (let index = from + 2; index < end; index += 1) {
    const token = sentence.tokens[index];
    if (!token) break;
    if (/^[;:—–]$/u.test(token.text)) return index;
    const next = sentence.tokens[index + 1];
    if (
      token.text === ',' &&
      next &&
      (['so', 'but', 'which', 'while', 'whereas', 'and', 'or', 'yet'].includes(next.lower) ||
        next.lower.endsWith('ing'))
    ) {
      if (next.lower !== 'and' && next.lower !== 'or') return index;
      if (
        sentence.tokens
          .slice(index + 2, index + 9)
          .some((later) => later.pos === 'AUX' || later.pos === 'VERB')
      )
        return index;
    }
    if (['because', 'whereas', 'although'].includes(token.lower)) return index;
  }
  return end;
}

/** "A because B", "A because of B", "A due to B", "A, so B" (B because A). */
export function findCause(sentence: Sentence, analysis: LessonAnalysis): Cause | undefined {
  const { tokens, text, clause } = sentence;
  const end = sentenceEnd(tokens);
  const at = tokens.findIndex(
    (token, index) =>
      token.lower === 'because' ||
      (token.lower === 'since' &&
        tokens[index - 1]?.text === ',' &&
        !/^\d/u.test(tokens[index + 1]?.text ?? '')),
  );
  if (at >= 2 && clause && clause.restStart <= at) {
    // "the change that occurs because …" is a description, not a cause of the whole.
    // In "A did B, and C did D because …" the cause is D's.
    const stated = statementEnd(clause);
    if (stated > at || stated < at - 1) return undefined;
    // "the change that occurs because …" again: what ends in a bare verb is a description cut short.
    if (/ that \w+$/u.test(textOf(text, tokens, 0, stated))) return undefined;
    const of = tokens[at + 1]?.lower === 'of';
    return buildCause(
      sentence,
      analysis,
      clause,
      of ? at + 2 : at + 1,
      clauseEnd(sentence, at + 1, end),
      !of,
    );
  }
  if (at === 0) {
    const comma = tokens.findIndex((token) => token.text === ',');
    if (comma < 4) return undefined;
    const effect = parseClause(tokens, comma + 1, end);
    return effect ? buildCause(sentence, analysis, effect, 1, comma, true) : undefined;
  }
  const so = tokens.findIndex(
    (token, index) =>
      token.lower === 'so' && tokens[index - 1]?.text === ',' && tokens[index + 1]?.lower !== 'that',
  );
  if (so > 4) {
    const effect = parseClause(tokens, so + 1, end);
    const reason = text.slice(0, tokens[so - 1]?.start ?? 0);
    if (!effect || tokens.slice(0, so - 1).some((token) => [';', ':'].includes(token.text))) return undefined;
    return buildCause(sentence, analysis, effect, 0, so - 1, true, reason);
  }
  return undefined;
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
  return buildCause({ ...sentence, quote }, analysis, clause, 0, 0, true, reason);
}

function buildCause(
  sentence: Sentence,
  analysis: LessonAnalysis,
  effectClause: Clause,
  from: number,
  to: number,
  causeIsClause: boolean,
  whole?: string,
): Cause | undefined {
  const { text, tokens } = sentence;
  const inverted = invertClause(sentence, effectClause, analysis.casing);
  const subject = subjectText(sentence, effectClause, analysis.casing);
  // "In Merritt v Merritt a similar promise was enforced": where it was so belongs to the question.
  const fronted =
    effectClause.subjectStart > 0 && effectClause.subjectStart <= 9 && from > effectClause.subjectEnd;
  const front = fronted
    ? ` ${analysis.casing.lowerInitial(textOf(text, tokens, 0, effectClause.subjectStart).replace(/,\s*$/u, ''))}`
    : '';
  const effect = inverted === undefined ? undefined : `${inverted}${front}`;
  const raw = whole ?? textOf(text, tokens, from, to);
  const cause = selfContained(analysis.casing.lowerInitial(raw), subject, effectClause.plural);
  if (effect === undefined || cause === undefined || !isGoodLength(cause) || effect.split(' ').length > 22)
    return undefined;
  const effectText = `${subject} ${textOf(text, tokens, effectClause.subjectEnd, statementEnd(effectClause))}`;
  if (pointsElsewhere(effectText) || hasBarePronoun(effectText) || isPersonal(effectText)) return undefined;
  if (
    causeIsClause &&
    whole === undefined &&
    !tokens.slice(from, to).some((token) => token.pos === 'AUX' || token.pos === 'VERB')
  )
    return undefined;
  if (!causeIsClause && nounPhraseEnd(tokens, from, to) !== to) return undefined;
  return { kind: 'cause', sentence, effect, effectClause, effectText, cause, causeIsClause };
}

/** "If X, Y", "When X, Y", "After X, Y": X must hold a verb, Y must be a whole clause. */
export function findCondition(sentence: Sentence, analysis: LessonAnalysis): Condition | undefined {
  const { tokens, text } = sentence;
  const first = tokens[0]?.lower;
  const word =
    first === 'when' || first === 'whenever' || first === 'once' || first === 'as' ? 'when' : first;
  if (word !== 'when' && word !== 'if' && word !== 'after') return findTrailingCondition(sentence, analysis);
  const comma = tokens.findIndex((token) => token.text === ',');
  const end = sentenceEnd(tokens);
  if (comma < 3 || end - comma < 4) return undefined;
  const conditionClause = parseClause(tokens, 1, comma);
  const condition = selfContained(textOf(text, tokens, 1, comma), undefined, false);
  if (
    condition === undefined ||
    !tokens.slice(1, comma).some((token) => token.pos === 'VERB' || token.pos === 'AUX')
  ) {
    if (!conditionClause) return undefined;
  }
  if (
    condition === undefined ||
    (first === 'as' && !conditionClause) ||
    (word === 'after' && !conditionClause)
  )
    return undefined;
  const subject = conditionClause ? subjectText(sentence, conditionClause, analysis.casing) : undefined;
  const last = clauseEnd(sentence, comma + 1, end);
  const opener = tokens[comma + 1];
  if (!opener || ['then', 'and', 'or', 'who', 'which'].includes(opener.lower) || opener.pos === 'VERB')
    return undefined;
  const outcome = selfContained(
    textOf(text, tokens, comma + 1, last),
    subject,
    conditionClause?.plural ?? false,
  );
  if (outcome === undefined || !isGoodLength(outcome) || !isGoodLength(condition)) return undefined;
  // "If the file is large, consider …" says what to do, not what happens.
  if (isOrder(outcome)) return undefined;
  if (/\byou\b|['’](?:d|ll|re|ve|s (?:half|a|the|not))\b/iu.test(outcome)) return undefined;
  const outcomeClause = parseClause(tokens, comma + 1, last);
  if (!outcomeClause && !/^(?:it|they|you)\b/iu.test(textOf(text, tokens, comma + 1, last))) {
    if (!tokens.slice(comma + 1, last).some((token) => token.pos === 'AUX' || token.pos === 'VERB'))
      return undefined;
  }
  if (/ing$/u.test(condition) && !conditionClause?.copula) return undefined;
  const verbs = tokens.slice(1, comma).filter((token) => token.pos === 'VERB' || token.pos === 'AUX');
  const past =
    (conditionClause?.tense === 'past' || outcomeClause?.tense === 'past') &&
    !verbs.some((token) => token.lower === 'were' && word === 'if');
  return { kind: 'condition', sentence, word, condition, outcome, past };
}

/** "Y when X", "Y if X" with the condition behind. */
function findTrailingCondition(sentence: Sentence, analysis: LessonAnalysis): Condition | undefined {
  const { tokens, text, clause } = sentence;
  const end = sentenceEnd(tokens);
  const at = tokens.findIndex((token) => token.lower === 'when' || token.lower === 'if');
  if (
    !clause ||
    clause.copula ||
    clause.subjectStart > 0 ||
    at <= clause.restStart ||
    statementEnd(clause) < end
  )
    return undefined;
  const word = tokens[at]?.lower === 'if' ? 'if' : 'when';
  const before = tokens.slice(clause.restStart, at);
  if (
    before.some((token) => ['that', 'which', 'who', 'whether', 'even', 'only', 'than'].includes(token.lower))
  )
    return undefined;
  if (tokens[clause.mainVerb]?.lemma === 'occur' || tokens[clause.mainVerb]?.lemma === 'happen')
    return undefined;
  const inner = parseClause(tokens, at + 1, end);
  const subject = subjectText(sentence, clause, analysis.casing);
  const condition = selfContained(textOf(text, tokens, at + 1, end), subject, clause.plural);
  const outcome = selfContained(
    analysis.casing.lowerInitial(textOf(text, tokens, clause.subjectStart, at)),
    undefined,
    false,
  );
  if (
    !inner ||
    condition === undefined ||
    outcome === undefined ||
    !isGoodLength(outcome) ||
    !isGoodLength(condition)
  )
    return undefined;
  return { kind: 'condition', sentence, word, condition, outcome, past: clause.tense === 'past' };
}

/** "A does P, whereas B does Q": both clauses with subjects of their own. */
export function findContrast(sentence: Sentence): Contrast | undefined {
  const { tokens, clause } = sentence;
  const at = tokens.findIndex(
    (token, index) =>
      ['whereas', 'while'].includes(token.lower) && index > 2 && tokens[index - 1]?.text === ',',
  );
  if (at < 0 || !clause || clause.subjectStart > 0) return undefined;
  const first = parseClause(tokens, 0, at - 1);
  const second = parseClause(tokens, at + 1, sentenceEnd(tokens));
  if (!first || !second || first.negated || second.negated) return undefined;
  return { kind: 'contrast', sentence, first, second };
}
