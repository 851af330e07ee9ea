import type { LessonAnalysis } from './analysis.ts';
import { sentenceEnd } from './analysis.ts';
import { invertClause } from './clause-text.ts';
import { parseClause, textOf } from './clause.ts';
import { isGoodLength } from './facts-of-reason.ts';
import type { Occasion } from './facts.ts';
import { hasBarePronoun, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';

const OCCURRING = new Set(['occur', 'happen', 'arise', 'form', 'begin', 'appear', 'develop']);

/** "X is elastic when …", "X occurs when …": what is asked for is the circumstance. */
export function findOccasion(sentence: Sentence, analysis: LessonAnalysis): Occasion | undefined {
  const { tokens, text, clause } = sentence;
  if (!clause || clause.negated || clause.subjectStart > 0 || clause.tense !== 'present') return undefined;
  const at = tokens.findIndex((token) => token.lower === 'when' || token.lower === 'if');
  const word = tokens[at]?.lower;
  if (at <= clause.mainVerb || (word !== 'when' && word !== 'if')) return undefined;
  const between = at - clause.restStart;
  const main = clause.tokens[clause.mainVerb];
  if (!main || between > 3) return undefined;
  // "A limit is a condition that matters when …" describes; only "is" and an adjective do here.
  if (
    !(clause.copula && between >= 1 && tokens[at - 1]?.pos === 'ADJ') &&
    !(OCCURRING.has(main.lemma) && between === 0)
  )
    return undefined;
  const end = sentenceEnd(tokens);
  if (tokens.slice(at, end).some((token) => [',', ';', ':'].includes(token.text))) return undefined;
  const condition = textOf(text, tokens, at + 1, end);
  const head = invertClause(sentence, { ...clause, end: at }, analysis.casing);
  const question = `When ${head ?? ''}?`;
  if (head === undefined || !parseClause(tokens, at + 1, end) || !isGoodLength(condition)) return undefined;
  for (const part of [condition, question.replace(/^When /u, '')])
    if (pointsElsewhere(part) || hasBarePronoun(part) || isPersonal(part)) return undefined;
  return { kind: 'occasion', sentence, question, word, condition };
}
