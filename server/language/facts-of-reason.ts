import type { LessonAnalysis } from './analysis.ts';
import { sentenceEnd } from './analysis.ts';
import { statementEnd, subjectText } from './clause-text.ts';
import { parseClause, textOf } from './clause.ts';
import type { Condition, Contrast } from './facts.ts';
import {
  addressesReader,
  hasBarePronoun,
  hasForeignPronoun,
  isOrder,
  isPersonal,
  pointsElsewhere,
} from './sentence.ts';
import type { Sentence } from './sentence.ts';

/**
 * Makes a clause readable by itself: a leading pronoun is replaced by the other clause's subject when the number agrees.
 * Undefined when some other pronoun, or nothing fitting, is left.
 */
export function selfContained(
  text: string,
  subject: string | undefined,
  plural: boolean,
): string | undefined {
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
export function clauseEnd(sentence: Sentence, from: number, end: number): number {
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
  const inner = tokens.slice(at + 1, end).some((token) => token.pos === 'VERB' || token.pos === 'AUX');
  const subject = subjectText(sentence, clause, analysis.casing);
  const condition = selfContained(textOf(text, tokens, at + 1, end), subject, clause.plural);
  const outcome = selfContained(
    analysis.casing.lowerInitial(textOf(text, tokens, clause.subjectStart, at)),
    undefined,
    false,
  );
  if (!inner || condition === undefined || outcome === undefined) return undefined;
  if (!isGoodLength(outcome) || !isGoodLength(condition) || addressesReader(`${condition} ${outcome}`))
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
