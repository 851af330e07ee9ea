import type { LessonAnalysis } from './analysis.ts';
import { sentenceEnd } from './analysis.ts';
import { invertClause, subjectText } from './clause-text.ts';
import { parseClause, textOf } from './clause.ts';
import { isGoodLength } from './facts-of-reason.ts';
import type { Occasion } from './facts.ts';
import { hasBarePronoun, hasForeignPronoun, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/** "X is elastic when …", "X occurs when …": what is asked for is the circumstance. */
export function findOccasion(sentence: Sentence, analysis: LessonAnalysis): Occasion | undefined {
  const { tokens, text, clause } = sentence;
  if (!clause || clause.negated || clause.subjectStart > 0 || clause.tense !== 'present') return undefined;
  const at = tokens.findIndex((token) => token.lower === 'when' || token.lower === 'if');
  const word = tokens[at]?.lower;
  if (at <= clause.mainVerb || (word !== 'when' && word !== 'if')) return undefined;
  const between = at - clause.restStart;
  const main = clause.tokens[clause.mainVerb];
  if (!main || between > 6) return undefined;
  // "A limit is a condition that matters when …" describes; after "is" only an adjective does here.
  const describes = tokens
    .slice(clause.restStart, at)
    .some((token) => ['that', 'which', 'who', 'even', 'only', 'to', ','].includes(token.lower));
  if (describes || (clause.copula && !(between >= 1 && tokens[at - 1]?.pos === 'ADJ'))) return undefined;
  const end = sentenceEnd(tokens);
  if (tokens.slice(at, end).some((token) => [',', ';', ':'].includes(token.text))) return undefined;
  const subject = subjectText(sentence, clause, analysis.casing);
  const written = textOf(text, tokens, at + 1, end);
  // The stem has just named what "it" means; in an answer that is read beside others it is named again.
  const condition = written.replace(/^(?:it|they)\b/iu, (word) =>
    (word.toLowerCase() === 'they') === clause.plural && subject.split(' ').length <= 4 ? subject : word,
  );
  const head = invertClause(sentence, { ...clause, end: at }, analysis.casing);
  const question = `When ${head ?? ''}?`;
  if (head === undefined || !parseClause(tokens, at + 1, end) || !isGoodLength(condition)) return undefined;
  if (hasForeignPronoun(condition, clause.plural) || hasBarePronoun(question)) return undefined;
  for (const part of [condition, question.replace(/^When /u, '')])
    if (pointsElsewhere(part) || isPersonal(part)) return undefined;
  return { kind: 'occasion', sentence, question, word, condition };
}
