import type { LessonAnalysis } from './analysis.ts';
import { sentenceEnd } from './analysis.ts';
import { subjectText } from './clause-text.ts';
import { textOf } from './clause.ts';
import { isGoodLength } from './facts-of-reason.ts';
import type { Claim } from './facts.ts';
import { hasBarePronoun, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';

const CLAIMING = new Set([
  'argue',
  'show',
  'propose',
  'state',
  'say',
  'claim',
  'suggest',
  'demonstrate',
  'discover',
  'predict',
  'conclude',
  'prove',
]);

/** "Galileo argued that …", "The first law says that …": who or what says it, and what. */
export function findClaim(sentence: Sentence, analysis: LessonAnalysis): Claim | undefined {
  const { tokens, text, clause } = sentence;
  if (!clause || clause.negated || clause.passive || clause.tense === 'modal') return undefined;
  const verb = tokens[clause.mainVerb];
  if (!verb || clause.mainVerb !== clause.subjectEnd) return undefined;
  const lemma = CLAIMING.has(verb.lemma) ? verb.lemma : verb.lower.replace(/(?:d|ed|s)$/u, '');
  if (!CLAIMING.has(lemma)) return undefined;
  const at = tokens.findIndex((token, index) => index >= clause.restStart && token.lower === 'that');
  if (at < 0 || at - clause.restStart > 2) return undefined;
  const between = textOf(text, tokens, clause.restStart, at);
  if (between !== '' && !/^in \d{4}$/u.test(between)) return undefined;
  let end = sentenceEnd(tokens);
  const comma = tokens.findIndex((token, index) => index > at && /^[,;:]$/u.test(token.text));
  if (comma > 0) end = comma;
  const content = textOf(text, tokens, at + 1, end);
  const front = textOf(text, tokens, 0, clause.subjectStart).replace(/,$/u, '');
  const subject = subjectText(sentence, clause, analysis.casing);
  if (!isGoodLength(content) || content.split(' ').length < 4) return undefined;
  // "The case" is one that was told of before.
  if (/^the \p{Ll}+$/u.test(subject)) return undefined;
  // A pronoun late in the content means something named early in it.
  const opening = content.split(' ').slice(0, 4).join(' ');
  if (hasBarePronoun(subject) || hasBarePronoun(opening)) return undefined;
  for (const part of [subject, content]) if (pointsElsewhere(part) || isPersonal(part)) return undefined;
  const auxiliary = clause.tense === 'past' ? 'did' : clause.plural ? 'do' : 'does';
  const when = front === '' ? between : analysis.casing.lowerInitial(front);
  if (when !== '' && !/^in \d{4}$/u.test(when)) return undefined;
  return {
    kind: 'claim',
    sentence,
    question: `What ${auxiliary} ${subject} ${lemma}${when === '' ? '' : ` ${when}`}?`,
    content,
  };
}
